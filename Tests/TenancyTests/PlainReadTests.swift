import Database
import HTTPServer
import ParlayAPI
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Routes that read once are answered without a task where nothing is unusual, and as every other route where something
/// is. A front has then seen the token before.
@Suite(.database) struct PlainReadTests {
    private static let one = Statement("select current_account_id()")
    private static let slow = Statement("select 1 / 0")

    private struct Refusal: Error, ProblemConvertible {
        var problem: Problem { Problem(status: 409, code: "odd", title: "Odd") }
    }

    /// Routes that count how often what they read and what they answer was asked for.
    private final class Counted: Sendable {
        let queries = Atomic<Int>(0)
        let answers = Atomic<Int>(0)

        var counts: [Int] { [queries.load(ordering: .relaxed), answers.load(ordering: .relaxed)] }

        func routes() -> [TenantRoute] {
            [
                TenantRoute(Endpoint<Void, Never, Void>(.get, "plain")) { _ in
                    self.queries.add(1, ordering: .relaxed)
                    return [PlainReadTests.one()]
                } answer: { _, results in
                    self.answers.add(1, ordering: .relaxed)
                    return .text("\(results.count) of \(results[0].count)")
                },
                TenantRoute(Endpoint<Void, Never, Void>(.get, "large")) { _ in
                    [PlainReadTests.one()]
                } answer: { _, _ in
                    Response.text(String(repeating: "x", count: 2000)).tagged("v1")
                },
                TenantRoute(Endpoint<Void, Never, Void>(.get, "broken")) { _ in
                    [PlainReadTests.slow()]
                } answer: { _, _ in
                    .noContent
                },
                TenantRoute(Endpoint<Void, Never, Void>(.get, "odd")) { _ in
                    [PlainReadTests.one()]
                } answer: { _, _ in
                    throw Refusal()
                },
                TenantRoute(Endpoint<Void, Never, Void>(.get, "wrong")) { _ in
                    throw Refusal()
                } answer: { _, _ in
                    .noContent
                },
            ]
        }
    }

    private func world() async throws -> (World, Counted, token: String) {
        let counted = Counted()
        let world = try await World.make(routes: { _ in counted.routes() })
        let ada = try await world.person("ada")
        return (world, counted, ada.token)
    }

    @Test func `the first read of a token takes a task, and each that follows does without`() async throws {
        let (world, counted, token) = try await world()
        let answers = [
            try await world.send("GET", "plain/", token: token),
            try await world.send("GET", "plain/", token: token),
            try await world.send("HEAD", "plain/", token: token),
        ]
        #expect(answers.map(\.status) == [200, 200, 200])
        #expect(answers.map(\.text) == ["1 of 1", "1 of 1", "1 of 1"])
        #expect(answers.map(\.isWithoutTask) == [false, true, true])
        // Nothing was asked twice.
        #expect(counted.counts == [3, 3])
        for (first, other) in [(answers[0], answers[1]), (answers[0], answers[2])] {
            #expect(first.headers.fields.map(\.name) == other.headers.fields.map(\.name))
        }
        #expect(answers[1].header("Cache-Control") == "no-store")
    }

    @Test func `a token that ended meanwhile is 401, and is looked up again`() async throws {
        let (world, counted, token) = try await world()
        for _ in 0..<2 { #expect(try await world.send("GET", "plain/", token: token).status == 200) }
        try TestDatabase.current.owner.execute("delete from tokens")
        for _ in 0..<2 {
            let refused = try await world.send("GET", "plain/", token: token)
            #expect(refused.status == 401)
            #expect(!refused.isWithoutTask)
            #expect(refused.header("WWW-Authenticate") != nil)
        }
        // Nobody saw what was read for the refused token.
        #expect(counted.counts[1] == 2)
    }

    @Test func `a token of another tenant is refused, however often`() async throws {
        let (world, counted, token) = try await world()
        _ = try await world.addTenant("other")
        for _ in 0..<2 { #expect(try await world.send("GET", "plain/", token: token).status == 200) }
        for _ in 0..<3 {
            #expect(try await world.send("GET", "plain/", token: token, tenant: "other").status == 401)
        }
        #expect(counted.counts[1] == 2)
    }

    @Test func `what is refused is refused as by every other route`() async throws {
        let (world, _, token) = try await world()
        _ = try await world.send("GET", "plain/", token: token)
        let cases: [(path: String, status: Int)] = [
            ("broken/", 500), ("odd/", 409), ("wrong/", 409), ("plain/?page=2", 400), ("plain/?a=%", 400),
        ]
        for (path, status) in cases {
            let refused = try await world.send("GET", path, token: token)
            #expect(refused.status == status, "\(path)")
            #expect(!refused.isWithoutTask, "\(path)")
            #expect(refused.header("Content-Type") == Problem.mediaType, "\(path)")
        }
        #expect(world.failureReports.count == 1)
    }

    @Test func `a large answer is compressed, and none is sent to who has it`() async throws {
        let (world, _, token) = try await world()
        _ = try await world.send("GET", "plain/", token: token)
        let plain = try await world.send("GET", "large/", token: token)
        #expect(plain.isWithoutTask && plain.body.count == 2000)
        #expect(plain.header("Vary") == "Accept-Encoding")
        let packed = try await world.send("GET", "large/", token: token, headers: ["Accept-Encoding": "gzip"])
        #expect(packed.isWithoutTask && packed.header("Content-Encoding") == "gzip")
        #expect(packed.body.starts(with: [0x1F, 0x8B]))
        let tag = try #require(plain.header("ETag"))
        let same = try await world.send("GET", "large/", token: token, headers: ["If-None-Match": tag])
        #expect(same.isWithoutTask && same.status == 304 && same.body.isEmpty)
    }
}
