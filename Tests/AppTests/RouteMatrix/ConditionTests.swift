import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What every route that changes something makes of `If-Match`.
@Suite(.database) struct ConditionTests {
    @Test func `a tag that nothing has is 412, and nothing changes`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let before = try world.dump()
        for walked in try MatrixRoute.all()
        where [.put, .patch, .delete].contains(walked.route.method) && !walked.isCompatible {
            for condition in ["\"stale\"", "stale", "W/\"stale\"", "", "\"*\""] {
                let answer = try await world.send(walked.call(scenario).with("If-Match", condition))
                #expect(answer.status == 412, "\(walked) with \(condition): \(answer)")
                #expect(answer.code == "precondition_failed", "\(walked) with \(condition): \(answer)")
            }
            try world.expectUnchanged(since: before, by: walked)
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a star fits whatever is there`() async throws {
        let world = try await RouteMatrixFixture()
        for walked in try MatrixRoute.all()
        where [.put, .patch, .delete].contains(walked.route.method) && !walked.isCompatible {
            let (_, answer) = try await world.sendAsOwner(walked) { $0 = $0.with("If-Match", "*") }
            #expect(answer.status == walked.example.status, "\(walked): \(answer)")
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a row's own tag fits, where it has one`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let path = "/v1/alpha/blocks/\(scenario.blocked.id)/"
        let shown = try await world.send(RouteMatrixFixture.Call("GET", path, token: scenario.owner.token))
        let tag = try #require(shown.headers["ETag"])
        let refused = RouteMatrixFixture.Call("DELETE", path, token: scenario.owner.token).with(
            "If-Match",
            "\"stale\""
        )
        #expect(try await world.send(refused).headers["ETag"] == tag)
        #expect(try await world.send(refused.with("If-Match", tag)).status == 204)
        #expect(try await world.send(refused).status == 404)
    }
}
