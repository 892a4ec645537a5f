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

/// Every route with a token of a stranger, of another tenant, and with none.
@Suite(.database) struct RouteWalkTests {
    @Test func `every route has a case, and every case a route`() throws {
        let routes = try WalkWorld.surfaces().flatMap { surface in
            surface.routes.map { WalkedRoute.key(surface, $0) }
        }
        let cases = RouteCase.table.map(\.key)
        #expect(Set(routes).subtracting(cases).sorted() == [], "routes without a case")
        #expect(Set(cases).subtracting(routes).sorted() == [], "cases without a route")
        #expect(cases.count == Set(cases).count, "cases that stand twice")
    }

    @Test func `a call succeeds for the owner of what it names, with and without the slash at the end`()
        async throws
    {
        let world = try await WalkWorld()
        _ = try world.party(in: "bravo")
        for walked in try WalkedRoute.all() {
            for hasSlash in [true, false] {
                var call = walked.call(try world.party())
                if !hasSlash { call.path.removeLast() }
                let answer = try await world.send(call)
                #expect(answer.status == walked.example.status, "\(call.method) \(call.path): \(answer)")
                #expect(!answer.text.contains(WalkWorld.marker), "\(walked) shows another tenant's data")
                if let location = answer.headers["Location"] { #expect(location.hasSuffix("/")) }
            }
        }
        #expect(world.complaints.isEmpty)
    }

    @Test func `without a token that is valid here a call is 401 before its body is read`() async throws {
        let world = try await WalkWorld()
        let party = try world.party()
        let elsewhere = try world.party(in: "bravo")
        let expired = try world.token(of: party.owner.id, expiresIn: -1).text
        let revoked = try world.token(of: party.owner.id)
        _ = try world.owner.query("delete from tokens where id = $1", .integer(revoked.id))
        let suspended = try world.party()
        _ = try world.owner.query(
            "update accounts set status = 'suspended' where id = $1",
            .integer(suspended.owner.id)
        )
        let unknown = try TokenSecret.generate().text
        let before = try world.dump()
        for walked in try WalkedRoute.all() where !walked.isOpen {
            let good = walked.call(party)
            let authorizations = [
                nil, "Token", "Token ", "Token parlay_nonsense", "Basic YTpi", party.owner.token,
                "Token \(unknown)", "Token \(elsewhere.owner.token)", "Token \(expired)",
                "Token \(revoked.text)",
                "Token \(suspended.owner.token)",
            ]
            for authorization in authorizations {
                var call = good.with("Authorization", authorization)
                call.token = nil
                let early = try await world.early(call)
                expectUnauthorized(early, walked, authorization)
                // The same when the body came with the headers, whatever is wrong with it and with the query.
                call.body = call.body == nil ? nil : Array("{".utf8)
                call.path += call.path.contains("?") ? "&zz=1" : "?zz=1"
                expectUnauthorized(
                    try await world.send(call.with("Content-Type", "text/plain")),
                    walked,
                    authorization
                )
            }
        }
        #expect(try world.dump() == before)
        #expect(world.complaints.isEmpty)
    }

    private func expectUnauthorized(_ answer: Answer?, _ walked: WalkedRoute, _ authorization: String?) {
        let context =
            "\(walked) with \(authorization ?? "nothing"): \(answer.map(\.description) ?? "no answer")"
        #expect(answer?.status == 401, "\(context)")
        let challenge = walked.isCompatible ? "Token" : "Token realm=\"alpha\""
        #expect(answer?.headers["WWW-Authenticate"] == challenge, "\(context)")
    }

    @Test func `another account of the tenant sees and changes nothing that is not its own`() async throws {
        let world = try await WalkWorld()
        for walked in try WalkedRoute.all() where !walked.isOpen {
            let party = try world.party()
            var call = walked.call(party)
            call.token = party.stranger.token
            let all = try world.dump()
            let owned = try world.dump(of: party.owner.id)
            let answer = try await world.send(call)
            #expect(!answer.text.contains(party.secret), "\(walked) shows what is the owner's: \(answer)")
            switch walked.example.stranger {
            case .refused(let status):
                #expect(answer.status == status, "\(walked): \(answer)")
                #expect(try world.dump() == all, "\(walked) changed something")
            case .visible:
                #expect(answer.status == walked.example.status, "\(walked): \(answer)")
                #expect(try world.dump() == all, "\(walked) changed something")
            case .own:
                #expect(answer.status < 500, "\(walked): \(answer)")
                #expect(try world.dump(of: party.owner.id) == owned, "\(walked) changed the owner's rows")
            }
        }
        #expect(world.complaints.isEmpty)
    }

    @Test func `rows of another tenant do not exist`() async throws {
        let world = try await WalkWorld()
        let party = try world.party()
        let other = try world.party(in: "bravo")
        let before = try world.dump()
        for walked in try WalkedRoute.all() {
            var call = walked.call(party, naming: other)
            let expected: Int
            switch walked.example.elsewhere {
            case .nothing:
                #expect(!walked.hasIDs, "the case of \(walked) must name another tenant's row")
                continue
            case .path(let status): expected = status
            case .body(let status): expected = status
            }
            let answer = try await world.send(call)
            #expect(answer.status == expected, "\(walked): \(answer)")
            #expect(!answer.text.contains(WalkWorld.marker), "\(walked): \(answer)")
            #expect(try world.dump() == before, "\(walked) changed something")
            // A row that is nowhere is refused in the same words.
            if walked.hasIDs {
                call.path = walked.path(id: "999999999", in: "alpha")
                let nowhere = try await world.send(call)
                #expect(nowhere.status == answer.status, "\(walked) tells whether a row exists elsewhere")
                #expect(nowhere.code == answer.code, "\(walked) tells whether a row exists elsewhere")
            }
        }
        #expect(world.complaints.isEmpty)
    }

    @Test
    func `many calls of two tenants at once, refused ones among them, are each answered for their caller`()
        async throws
    {
        let world = try await WalkWorld()
        let parties = [try world.party(), try world.party(in: "bravo"), try world.party()]
        let unknown = try TokenSecret.generate().text
        for _ in 0..<5 {
            var calls: [WalkWorld.Call] = []
            var expected: [Int64?] = []
            for index in 0..<240 {
                let party = parties[index % 3]
                let person = [party.owner, party.partner, party.free, party.stranger][index / 3 % 4]
                let isRefused = index % 5 == 2
                // Tokens of one tenant at the other's address, unknown ones, and good ones, side by side.
                let token =
                    isRefused
                    ? (index % 2 == 0 ? unknown : parties[(index + 1) % 3].owner.token) : person.token
                let isElsewhere = isRefused && index % 2 == 1
                let tenant =
                    isElsewhere
                    ? (parties[(index + 1) % 3].tenant == "alpha" ? "bravo" : "alpha") : party.tenant
                let isWrite = index % 7 == 3
                calls.append(
                    isWrite
                        ? WalkWorld.Call(
                            "PATCH",
                            "/v1/\(tenant)/profiles/me/",
                            token: token,
                            #"{"last_name": "L\#(person.id)"}"#
                        )
                        : WalkWorld.Call("GET", "/v1/\(tenant)/profiles/me/", token: token)
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
        #expect(world.complaints.isEmpty)
    }
}
