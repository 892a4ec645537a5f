import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// Calls every route with the token of a stranger, of another tenant, and without one.
@Suite(.database) struct RouteMatrixTests {
    @Test func `every route has a case, and every case a route`() throws {
        let routes = try RouteMatrixFixture.surfaces().flatMap { surface in
            surface.routes.map { MatrixRoute.key(surface, $0) }
        }
        let cases = RouteCase.table.map(\.key)
        let walked = try MatrixRoute.all().map(\.example.key)
        #expect(Set(routes).subtracting(walked).sorted() == [], "routes without a case")
        #expect(Set(cases).subtracting(routes).sorted() == [], "cases without a route")
        #expect(cases.count == Set(cases).count, "duplicate cases")
    }

    @Test func `a call succeeds for the owner of what it names, with and without the slash at the end`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        _ = try world.scenario(in: "bravo")
        for walked in try MatrixRoute.all() {
            for hasSlash in [true, false] {
                let (call, answer) = try await world.sendAsOwner(walked) {
                    if !hasSlash { $0.path.removeLast() }
                }
                #expect(answer.status == walked.example.status, "\(call.method) \(call.path): \(answer)")
                #expect(
                    !answer.text.contains(RouteMatrixFixture.marker),
                    "\(walked) shows another tenant's data"
                )
                // Addresses of the API end with a slash, those of pages do not.
                if let location = answer.headers["Location"], !location.hasPrefix("/app/") {
                    #expect(location.hasSuffix("/"), "\(walked)")
                }
            }
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `without a token that is valid here a call is 401 before its body is read`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let elsewhere = try world.scenario(in: "bravo")
        let expired = try world.token(of: scenario.owner.id, expiresIn: -1).text
        let revoked = try world.token(of: scenario.owner.id)
        _ = try world.owner.query("delete from tokens where id = $1", .integer(revoked.id))
        let suspended = try world.scenario()
        _ = try world.owner.query(
            "update accounts set status = 'suspended' where id = $1",
            .integer(suspended.owner.id)
        )
        let unknown = try TokenSecret.generate().text
        let before = try world.dump()
        for walked in try MatrixRoute.all() where !walked.isOpen {
            let good = walked.call(scenario)
            let authorizations = [
                nil, "Token", "Token ", "Token parlay_nonsense", "Basic YTpi", scenario.owner.token,
                "Token \(unknown)", "Token \(elsewhere.owner.token)", "Token \(expired)",
                "Token \(revoked.text)",
                "Token \(suspended.owner.token)",
            ]
            for authorization in authorizations where authorization != nil || walked.needsToken {
                var call = good.with("Authorization", authorization)
                call.token = nil
                let early = try await world.early(call)
                expectUnauthorized(early, walked, authorization)
                // The same if the body came with the headers, whatever else is wrong with it and with the query.
                call.body = call.body == nil ? nil : Array("{".utf8)
                call.path += call.path.contains("?") ? "&zz=1" : "?zz=1"
                expectUnauthorized(
                    try await world.send(call.with("Content-Type", "text/plain")),
                    walked,
                    authorization
                )
            }
        }
        try world.expectUnchanged(since: before)
        #expect(world.failureReports.isEmpty)
    }

    private func expectUnauthorized(_ answer: Answer?, _ walked: MatrixRoute, _ authorization: String?) {
        let context =
            "\(walked) with \(authorization ?? "nothing"): \(answer.map(\.description) ?? "no answer")"
        #expect(answer?.status == 401, "\(context)")
        let challenge = walked.isCompatible ? "Token" : "Token realm=\"alpha\""
        #expect(answer?.headers["WWW-Authenticate"] == challenge, "\(context)")
    }

    @Test func `another account of the tenant sees and changes nothing that is not its own`() async throws {
        let world = try await RouteMatrixFixture()
        var unchanged: RouteMatrixFixture.Scenario?
        for walked in try MatrixRoute.all() where !walked.isOpen {
            let scenario = try unchanged ?? world.scenario()
            unchanged = scenario
            var call = walked.call(scenario)
            call.token = scenario.stranger.token
            let all = try world.dump()
            let owned = try world.dump(of: scenario.owner.id)
            let answer = try await world.send(call)
            #expect(!answer.text.contains(scenario.secret), "\(walked) shows what is the owner's: \(answer)")
            switch walked.example.stranger {
            case .refused(let status):
                #expect(answer.status == status, "\(walked): \(answer)")
                try world.expectUnchanged(since: all, by: walked)
            case .visible:
                #expect(answer.status == walked.example.status, "\(walked): \(answer)")
                try world.expectUnchanged(since: all, by: walked)
            case .own:
                #expect(answer.status < 500, "\(walked): \(answer)")
                #expect(try world.dump(of: scenario.owner.id) == owned, "\(walked) changed the owner's rows")
                if try !world.changes(since: all).isEmpty { unchanged = nil }
            }
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `rows of another tenant do not exist`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let other = try world.scenario(in: "bravo")
        let before = try world.dump()
        for walked in try MatrixRoute.all() {
            var call = walked.call(scenario, naming: other)
            let expected: Int
            switch walked.example.elsewhere {
            case .nothing:
                #expect(!walked.hasIDs, "the case of \(walked) must name another tenant's row")
                continue
            case .shared: continue
            case .path(let status): expected = status
            case .body(let status): expected = status
            }
            let answer = try await world.send(call)
            #expect(answer.status == expected, "\(walked): \(answer)")
            #expect(!answer.text.contains(RouteMatrixFixture.marker), "\(walked): \(answer)")
            try world.expectUnchanged(since: before, by: walked)
            // A row that is nowhere is refused in the same words.
            if walked.hasIDs {
                let query = call.path.firstIndex(of: "?").map { String(call.path[$0...]) } ?? ""
                call.path = walked.path(id: "999999999", in: "alpha") + query
                let nowhere = try await world.send(call)
                #expect(nowhere.status == answer.status, "\(walked) tells whether a row exists elsewhere")
                #expect(nowhere.code == answer.code, "\(walked) tells whether a row exists elsewhere")
            }
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test
    func `many calls of two tenants at once, refused ones among them, are each answered for their caller`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        let parties = [try world.scenario(), try world.scenario(in: "bravo"), try world.scenario()]
        let unknown = try TokenSecret.generate().text
        for _ in 0..<5 {
            var calls: [RouteMatrixFixture.Call] = []
            var expected: [Int64?] = []
            for index in 0..<240 {
                let scenario = parties[index % 3]
                let person = [scenario.owner, scenario.partner, scenario.free, scenario.stranger][
                    index / 3 % 4
                ]
                let isRefused = index % 5 == 2
                // Tokens of one tenant at the other's address, unknown ones, and good ones, side by side.
                let token =
                    isRefused
                    ? (index % 2 == 0 ? unknown : parties[(index + 1) % 3].owner.token) : person.token
                let isElsewhere = isRefused && index % 2 == 1
                let tenant =
                    isElsewhere
                    ? (parties[(index + 1) % 3].tenant == "alpha" ? "bravo" : "alpha") : scenario.tenant
                let isWrite = index % 7 == 3
                calls.append(
                    isWrite
                        ? RouteMatrixFixture.Call(
                            "PATCH",
                            "/v1/\(tenant)/profiles/me/",
                            token: token,
                            #"{"last_name": "L\#(person.id)"}"#
                        )
                        : RouteMatrixFixture.Call("GET", "/v1/\(tenant)/profiles/me/", token: token)
                )
                expected.append(isRefused ? nil : person.id)
            }
            let answers = try await world.sendTogether(calls)
            for (index, answer) in answers.enumerated() {
                if let id = expected[index] {
                    #expect(answer["id"]?.integer == id, "call \(index): \(answer)")
                    if calls[index].method == "PATCH" { #expect(answer["last_name"]?.text == "L\(id)") }
                } else {
                    #expect(answer.status == 401, "call \(index): \(answer)")
                }
            }
        }
        let strayed = try world.owner.query(
            "select count(*) from accounts where last_name like 'L%' and last_name <> 'L' || id"
        )
        #expect(try strayed[0].integer(0) == 0)
        #expect(world.failureReports.isEmpty)
    }
}
