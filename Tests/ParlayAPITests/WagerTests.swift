import Foundation
import ParlayAPI
import Testing

@Suite struct WagerTests {
    /// What a client encodes is read as the same body, and decodes to it.
    private func check<Body: RequestBody & Codable & Equatable>(_ body: Body) throws {
        let data = try JSONEncoder().encode(body)
        #expect(try Body.decode(Array(data)) == body)
        #expect(try JSONDecoder().decode(Body.self, from: data) == body)
    }

    private func paths<Body: RequestBody>(_ type: Body.Type, _ object: JSONObject) -> [String] {
        do {
            _ = try Body.decode(object)
            return []
        } catch { return error.entries.map(\.path) }
    }

    @Test func `what clients encode is read as the same`() throws {
        try check(WagerDraft(name: "Chess", amountCents: 1, category: "Other"))
        try check(
            WagerDraft(
                name: "Chess",
                description: "Blitz",
                amountCents: 100,
                category: "Games",
                place: Place(lat: 1.5, lon: -2),
                closesAt: Timestamp(milliseconds: 1_779_301_800_000),
                audience: .account,
                audienceUsername: "bob"
            )
        )
        try check(WagerResult(winner: .challengee))
        try check(ArbiterChoice(username: "cleo"))
        try check(WagerDecision(winner: .challenger, reason: "The photo."))
        try check(WagerDecision(winner: nil))
        try check(PaymentRequest(method: .cash))
        try check(PaymentConfirmation(paid: false))
        try check(WagerRating(rating: 5, comment: "Fair."))
        try check(WagerRating(rating: 1))
    }

    @Test(
        arguments: [
            (["winner": "challenger"], []), (["void": true], []), ([:], ["winner"]),
            (["winner": "challenger", "void": true], ["winner"]), (["void": false], ["void"]),
            (["winner": "ada"], ["winner"]), (["void": true, "reason": 1], ["reason"]),
            (["winner": nil, "void": nil], ["winner"]), (["winner": nil, "void": true], []),
        ] as [(JSONObject, [String])]
    )
    func `a decision is a winner or void`(object: JSONObject, expected: [String]) {
        #expect(paths(WagerDecision.self, object) == expected)
    }

    @Test func `an audience of one names it, and no other does`() {
        let draft: JSONObject = ["name": "Chess", "amount_cents": 1, "category": "Other"]
        func with(_ members: JSONObject) -> [String] {
            var object = draft
            for member in members.members { object.add(member.key, member.value) }
            return paths(WagerDraft.self, object)
        }
        #expect(with([:]) == [])
        #expect(with(["audience": "account"]) == ["audience_username"])
        #expect(with(["audience": "account", "audience_username": nil]) == ["audience_username"])
        #expect(with(["audience": "friends", "audience_username": "bob"]) == ["audience_username"])
        #expect(with(["audience": "account", "audience_username": "bob"]) == [])
        // What is wrong with one of them is said of that one.
        #expect(with(["audience": "all", "audience_username": "bob"]) == ["audience"])
    }

    @Test func `a status that a newer server has leaves a wager readable`() throws {
        let text = String(decoding: Wager.example.jsonBytes(), as: UTF8.self)
            .replacing(#""status":"completed""#, with: #""status":"suspended""#)
            .replacing(#""payment_method":"venmo""#, with: #""payment_method":"barter""#)
        let wager = try JSONDecoder().decode(Wager.self, from: Data(text.utf8))
        #expect(wager.status == .unknown("suspended") && wager.paymentMethod?.known == nil)
        #expect(wager.winner?.known == .challenger)
    }
}
