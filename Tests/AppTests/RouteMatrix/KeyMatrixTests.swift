import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Calls every route with API keys.
@Suite(.database) struct KeyMatrixTests {
    typealias World = RouteMatrixFixture

    /// What a key sends where the body of the case asks for what no key may do.
    private static let bodies = ["v1 PATCH admin/accounts/{id:id}": #"{"status": "suspended"}"#]
    /// What the case reads is between two people. A key is nobody's side, so it is hidden from it.
    private static let hidden: Set = ["v1 GET wagers/{id:id}"]

    @Test func `a key with every scope makes the calls that declare one, and no others`() async throws {
        let world = try await World()
        _ = try world.scenario(in: "bravo")
        let refused = try world.scenario()
        let key = try world.key(in: "alpha", named: "all").secret
        var made: Set<KeyScope> = []
        for walked in try MatrixRoute.all() where !walked.isOpen {
            guard let scope = walked.route.scope else {
                let before = try world.dump()
                var call = walked.call(refused)
                call.token = key
                let answer = try await world.send(call)
                #expect(answer.status == (walked.isCompatible ? 401 : 403), "\(walked): \(answer)")
                #expect(walked.isCompatible || answer.code == "not_for_keys", "\(walked): \(answer)")
                try world.expectUnchanged(since: before, by: walked)
                continue
            }
            made.insert(scope)
            let (call, answer) = try await world.sendAsOwner(walked) {
                $0.token = key
                if let body = Self.bodies[walked.example.key] { $0.body = Array(body.utf8) }
            }
            let expected = Self.hidden.contains(walked.example.key) ? 404 : walked.example.status
            #expect(answer.status == expected, "\(call.method) \(call.path): \(answer)")
            #expect(!answer.text.contains(World.marker), "\(walked) shows another tenant's data")
        }
        #expect(Set(KeyScope.allCases).subtracting(made) == [], "scopes that no call needs")
        #expect(world.failureReports == [])
    }

    @Test func `a key without the scope of a call changes nothing and is told which it lacks`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let before = try world.dump()
        for walked in try MatrixRoute.all() {
            guard let scope = walked.route.scope else { continue }
            let others = KeyScope.allCases.filter { !$0.includes(scope) }
            var call = walked.call(scenario)
            call.token = try world.key(in: "alpha", named: "others", others).secret
            let answer = try await world.send(call)
            #expect(answer.status == 403 && answer.code == "scope_missing", "\(walked): \(answer)")
            #expect(answer["scope"]?.text == scope.rawValue, "\(walked): \(answer)")
        }
        #expect(try world.changes(since: before).filter { !$0.hasPrefix("api_keys") } == [])
        #expect(world.failureReports == [])
    }

    @Test func `a key of another tenant, an unknown, an expired and a revoked one are 401`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let elsewhere = try world.key(in: "bravo", named: "elsewhere").secret
        let expired = try world.key(in: "alpha", named: "expired")
        let revoked = try world.key(in: "alpha", named: "revoked")
        let distant = try world.key(in: "alpha", named: "distant")
        for (sql, id) in [
            ("update api_keys set expires_at = now() - interval '1 second' where id = $1", expired.id),
            ("update api_keys set digest = null, revoked_at = now() where id = $1", revoked.id),
            ("update api_keys set networks = '{198.51.100.0/24,2001:db8::/32}' where id = $1", distant.id),
        ] {
            _ = try world.owner.query(sql, .integer(id))
        }
        let unknown = try TokenSecret.generate(.key).text
        let mistyped = String(unknown.dropLast()) + (unknown.hasSuffix("0") ? "1" : "0")
        let before = try world.dump()
        for walked in try MatrixRoute.all() where !walked.isOpen {
            for secret in [elsewhere, expired.secret, revoked.secret, distant.secret, unknown, mistyped] {
                var call = walked.call(scenario)
                call.token = secret
                let answer = try await world.send(call)
                #expect(
                    answer.status == 401 && (walked.isCompatible || answer.code == "unauthorized"),
                    "\(walked): \(answer)"
                )
            }
        }
        try world.expectUnchanged(since: before)
        #expect(world.failureReports == [])
    }
}
