import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What is kept of an answer for its idempotency key, of every route that keeps one.
@Suite(.database) struct StoredAnswerTests {
    /// Members by which answers show what nobody is shown again.
    private static let names: Set<String> = ["code", "secret", "token", "ticket"]

    @Test func `no secret is kept in the clear, and each answer can be had again`() async throws {
        let world = try await RouteMatrixFixture()
        let owner = try world.database.owner
        var secretive: Set<String> = []
        for walked in try MatrixRoute.all() where walked.route.method == .post && !walked.isOpen {
            let (call, answer) = try await world.sendAsOwner(walked) {
                try owner.execute("delete from idempotency_keys")
                $0 = $0.with("Idempotency-Key", "key-of-a-walk")
            }
            #expect(answer.status == walked.example.status, "\(walked): \(answer)")
            let kept = try owner.query("select body, headers from idempotency_keys")
            let members = (try? JSONParser.parseObject(answer.body))?.members ?? []
            for secret in members where Self.names.contains(secret.key) {
                guard let text = secret.value.text else { continue }
                secretive.insert(walked.description)
                for row in kept {
                    #expect(!String(decoding: try row.bytes(0), as: UTF8.self).contains(text), "\(walked)")
                    #expect(try !row.text(1).contains(text), "\(walked)")
                }
            }
            // Logging out and deleting the account leave no token to ask with.
            guard !kept.isEmpty else { continue }
            let again = try await world.send(call)
            if again.status == 401 { continue }
            #expect(again.status == answer.status, "\(walked): \(again)")
            #expect(again.headers["Idempotency-Replayed"] == "true", "\(walked)")
            #expect(again.body == answer.body, "\(walked)")
        }
        #expect(
            secretive.isSuperset(of: [
                "v1 POST admin/invites", "v1 POST admin/webhooks", "v1 POST admin/webhooks/{id:id}/secret",
            ])
        )
        #expect(world.failureReports.isEmpty)
    }
}
