import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import Testing

/// Error precedence: each step fixes the cause of the previous refusal.
@Suite(.database) struct RefusalOrderTests {
    private typealias Call = RouteMatrixFixture.Call

    private static func expect(_ world: RouteMatrixFixture, _ call: Call, _ status: Int, _ code: String)
        async throws
    {
        let answer = try await world.send(call)
        #expect(answer.status == status, "\(answer)")
        #expect(answer.code == code, "\(answer)")
    }

    @Test func `PUT matches refuses in the documented order`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let other = try world.scenario(in: "bravo")
        func path(_ tenant: String, _ match: Int64) -> String { "/v1/\(tenant)/matches/\(match)/?zz=1" }
        var call = Call("BREW", path("dark", other.match), token: try TokenSecret.generate().text, "{")
            .with("Content-Type", "text/plain").with("If-Match", "\"stale\"")
        try await Self.expect(world, call, 404, "tenant_not_found")
        call.path = path("bare", other.match)
        try await Self.expect(world, call, 404, "not_found")
        call.path = path("alpha", other.match).replacing("matches", with: "nothing")
        try await Self.expect(world, call, 404, "not_found")
        call.path = path("alpha", other.match)
        try await Self.expect(world, call, 405, "method_not_allowed")
        call.method = "PUT"
        try await Self.expect(world, call, 401, "unauthorized")
        call.token = scenario.stranger.token
        try await Self.expect(world, call, 415, "unsupported_media_type")
        call = call.with("Content-Type", "application/json")
        try await Self.expect(world, call, 400, "bad_query")
        call.path = String(call.path.dropLast("?zz=1".count))
        try await Self.expect(world, call, 400, "malformed_json")
        // An offer that is not valid, and that the state forbids as well.
        call.body = Array(#"{"accept": false}"#.utf8)
        try await Self.expect(world, call, 404, "not_found")
        call.path = "/v1/alpha/matches/\(scenario.match)/"
        try await Self.expect(world, call, 403, "not_a_member")
        call.token = scenario.owner.token
        try await Self.expect(world, call, 412, "precondition_failed")
        let tag = try await world.send(Call("GET", call.path, token: call.token)).headers["ETag"]
        call = call.with("If-Match", tag)
        try await Self.expect(world, call, 422, "validation_failed")
        call.body = Array(#"{"accept": true}"#.utf8)
        try await Self.expect(world, call, 409, "match_state")
        call.body = Array(#"{"cancel": true}"#.utf8)
        #expect(try await world.send(call).status == 200)
    }

    @Test func `PATCH profiles me refuses in the documented order`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        var call = Call("BREW", "/v1/dark/profiles/me/?zz=1", "{")
            .with("Content-Type", "text/plain").with("If-Match", "\"stale\"")
        try await Self.expect(world, call, 404, "tenant_not_found")
        call.path = "/v1/alpha/profiles/me/?zz=1"
        try await Self.expect(world, call, 405, "method_not_allowed")
        call.method = "PATCH"
        try await Self.expect(world, call, 401, "unauthorized")
        call.token = scenario.owner.token
        try await Self.expect(world, call, 415, "unsupported_media_type")
        call = call.with("Content-Type", "application/json")
        try await Self.expect(world, call, 400, "bad_query")
        call.path = "/v1/alpha/profiles/me/"
        try await Self.expect(world, call, 400, "malformed_json")
        call.body = Array(#"{"username": "\#(scenario.partner.username)", "bio": 7}"#.utf8)
        try await Self.expect(world, call, 412, "precondition_failed")
        call = call.with("If-Match", "*")
        try await Self.expect(world, call, 422, "validation_failed")
        call.body = Array(#"{"username": "\#(scenario.partner.username)", "bio": "Seven."}"#.utf8)
        try await Self.expect(world, call, 409, "username_taken")
        call.body = Array(#"{"bio": "Seven."}"#.utf8)
        #expect(try await world.send(call).status == 200)
    }

    @Test func `a body beyond the limit is refused after the token, by its announced length`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        var call = Call("PATCH", "/v1/alpha/profiles/me/", String(repeating: " ", count: 64 * 1024 + 1))
        call.token = try TokenSecret.generate().text
        #expect(try await world.early(call)?.status == 401)
        call.token = scenario.owner.token
        #expect(try await world.early(call)?.status == 413)
        call.body?.removeLast()
        #expect(try await world.early(call) == nil)
    }
}
