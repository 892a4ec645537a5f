import Foundation
import ParlayClient
import Testing

/// What the library adds to the module's resources, and how its moves are repeated.
@Suite struct WagerTests {
    private static let us = Locale(identifier: "en_US")

    @Test func `everybody has a role`() {
        var wager = Samples.wager()
        #expect(wager.role(of: 1) == .challenger && wager.party(of: 1) == .challenger)
        #expect(wager.role(of: 2) == .onlooker && wager.opponent(of: 1) == nil)
        wager = Samples.wager(.active)
        #expect(wager.role(of: 2) == .challengee && wager.party(of: 2) == .challengee)
        #expect(wager.opponent(of: 1)?.id == 2 && wager.opponent(of: 2)?.id == 1)
        #expect(wager.opponent(of: 3) == nil && wager.party(of: 3) == nil)
        #expect(wager.person(.challenger)?.id == 1 && wager.person(.challengee)?.id == 2)
        wager.arbiter = Samples.profile(3, "cleo").person
        #expect(wager.role(of: 3) == .arbiter && wager.role(of: 4) == .onlooker)
    }

    @Test func `who has not won owes`() {
        var wager = Samples.wager(.completed)
        #expect(wager.loser == nil)
        wager.winner = Extensible(.challenger)
        #expect(wager.loser == .challengee)
        wager.winner = Extensible(.challengee)
        #expect(wager.loser == .challenger)
        wager.winner = .unknown("nobody")
        #expect(wager.loser == nil)
    }

    @Test func `a status from a newer server has no moves`() {
        var wager = Samples.wager(.active)
        wager.status = .unknown("paused")
        #expect(wager.moves(of: 1).isEmpty && wager.moves(of: 3, isModerator: true).isEmpty)
    }

    @Test func `a draft of a wager is that wager, and none for an audience that is not known`() throws {
        var wager = Samples.wager()
        wager.description = "Best of three."
        wager.place = Place(lat: 1, lon: 2)
        wager.closesAt = Samples.moment
        wager.audience = Extensible(.account)
        wager.audienceUsername = "bob"
        #expect(
            WagerDraft(of: wager)
                == WagerDraft(
                    name: "Chess",
                    description: "Best of three.",
                    amountCents: 2_000,
                    category: "Games",
                    place: Place(lat: 1, lon: 2),
                    closesAt: Samples.moment,
                    audience: .account,
                    audienceUsername: "bob"
                )
        )
        wager.audience = .unknown("club")
        #expect(WagerDraft(of: wager) == nil)
    }

    @Test(arguments: [
        (1, "$0.01"), (2_000, "$20.00"), (123_456, "$1,234.56"), (100_000_000, "$1,000,000.00"),
    ])
    func `amounts are dollars`(_ cents: Int64, _ text: String) {
        var wager = Samples.wager()
        wager.amountCents = cents
        #expect(wager.amountText(locale: Self.us) == text)
        #expect(
            PaymentGuide(method: .cash, amountCents: cents, note: "").amountText(locale: Self.us) == text
        )
    }

    @Test func `a loss is negative`() {
        let figures = Profile.Wagers(
            venmoUsername: nil,
            pnlCents: -2_050,
            wagersWon: 0,
            wagersLost: 1,
            rating: .init(mean: nil, count: 0)
        )
        #expect(figures.pnlText(locale: Self.us) == "-$20.50")
    }

    @Test func `the app is opened where it can be, and a browser where not`() throws {
        var guide = PaymentGuide(
            method: .venmo,
            appURL:
                "venmo://paycharge?txn=pay&recipients=bob&amount=20.00&note=Chess%20%26%20more%20%E2%99%9F",
            webURL: "https://venmo.com/bob?txn=pay&amount=20.00&note=Chess%20%26%20more%20%E2%99%9F",
            amountCents: 2_000,
            note: "Chess & more ♟"
        )
        #expect(guide.link { $0.scheme == "venmo" }?.absoluteString == guide.appURL)
        #expect(guide.link { _ in false }?.absoluteString == guide.webURL)
        (guide.appURL, guide.webURL) = (nil, nil)
        #expect(guide.link { _ in true } == nil)
    }

    @Test func `text is searched for literally`() {
        #expect(Parlay.Search.literally("Café (3.5 + 1)?") == #"Café \(3\.5 \+ 1\)\?"#)
        #expect(Parlay.Search.literally(#"^\$.|?*+()[]{}"#) == #"\^\\\$\.\|\?\*\+\(\)\[\]\{\}"#)
    }

    // MARK: Refusals

    @Test func `a refusal says the status and the position`() async throws {
        let world = try ClientWorld([
            .json(409, Self.problem(409, "wager_state", #""wager_status":"completed""#)),
            .json(409, Self.problem(409, "wager_state", #""wager_status":"paused""#)),
            .json(400, Self.problem(400, "invalid_expression", #""position":3"#)),
        ])
        let late = try await #require(throws: ParlayError.self) { try await world.parlay.wagers.cancel(7) }
        #expect(late.wagerStatus == .completed && late.expressionPosition == nil)
        let newer = try await #require(throws: ParlayError.self) { try await world.parlay.wagers.cancel(7) }
        #expect(newer.wagerStatus == nil)
        let broken = try await #require(throws: ParlayError.self) {
            try await world.parlay.search.people("abc(").page()
        }
        #expect(broken.expressionPosition == 3 && broken.wagerStatus == nil)
    }

    private static func problem(_ status: Int, _ code: String, _ member: String) -> String {
        """
        {"type":"/docs/problems#\(code)","title":"T","status":\(status),"detail":"D","code":"\(code)",\(member)}
        """
    }

    // MARK: Conditions and repetition

    @Test func `a version is a condition`() async throws {
        let wager = ScriptedTransport.Step.value(Samples.wager(), ["ETag": "\"9\""])
        let world = try ClientWorld([wager, wager, wager, .noContent])
        let seen = try await world.parlay.wagers.get(7)
        let draft = try #require(WagerDraft(of: seen.value))
        try await world.parlay.wagers.take(seen)
        try await world.parlay.wagers.replace(7, with: draft, ifUnchanged: seen)
        try await world.parlay.wagers.delete(7, ifUnchanged: seen)
        #expect(world.headers("If-Match") == [nil, "\"9\"", "\"9\"", "\"9\""])
    }

    @Test func `taking is one call under one key and one condition, however often it is sent`() async throws {
        let world = try ClientWorld([.lost, .lost, .value(Samples.wager(.active))])
        let seen = Versioned(Samples.wager(), version: EntityTag(rawValue: "\"9\""))
        #expect(try await world.parlay.wagers.take(seen).status == .active)
        #expect(world.transport.requests.count == 3 && Set(world.transport.requests).count == 1)
        #expect(world.headers("If-Match") == ["\"9\"", "\"9\"", "\"9\""])
    }

    @Test func `a wager of a list is read again before it is taken`() async throws {
        let present = ScriptedTransport.Step.value(Samples.wager(), ["ETag": "\"9\""])
        let world = try ClientWorld([present, .value(Samples.wager(.active))])
        #expect(try await world.parlay.wagers.take(Samples.wager()).status == .active)
        #expect(world.headers("If-Match") == [nil, "\"9\""])
    }

    @Test func `terms that have changed are not taken`() async throws {
        var dearer = Samples.wager()
        dearer.amountCents = 2_000_000
        let stale = Versioned(Samples.wager(), version: EntityTag(rawValue: "\"9\""))
        let world = try ClientWorld([
            .value(dearer, ["ETag": "\"10\""]), .problem(412, "precondition_failed"),
            .value(dearer, ["ETag": "\"10\""]),
        ])
        for take in [
            { try await world.parlay.wagers.take(Samples.wager()) },
            { try await world.parlay.wagers.take(stale) },
        ] as [() async throws -> Versioned<Wager>] {
            do {
                _ = try await take()
                Issue.record("taken")
            } catch let error as ParlayError {
                #expect(error.code == "precondition_failed" && error.problem?.status == 412)
            }
        }
        #expect(world.transport.isUsedUp)
    }

    @Test func `a version that is old for another reason is renewed`() async throws {
        let stale = Versioned(Samples.wager(), version: EntityTag(rawValue: "\"9\""))
        let world = try ClientWorld([
            .problem(412, "precondition_failed"), .value(Samples.wager(), ["ETag": "\"10\""]),
            .value(Samples.wager(.active)),
        ])
        #expect(try await world.parlay.wagers.take(stale).status == .active)
        #expect(world.headers("If-Match") == ["\"9\"", nil, "\"10\""])
    }

    @Test func `a cancellation that is gone after a lost withdrawal was withdrawn`() async throws {
        let world = try ClientWorld([.lost, .problem(409, "no_cancel_request")])
        try await world.parlay.wagers.withdrawCancellation(7)
        #expect(world.transport.isUsedUp)
        let other = try ClientWorld([.problem(409, "no_cancel_request")])
        let error = try await #require(throws: ParlayError.self) {
            try await other.parlay.wagers.withdrawCancellation(7)
        }
        #expect(error.code == "no_cancel_request")
        let late = try ClientWorld([.lost, .problem(409, "wager_state")])
        await #expect(throws: ParlayError.self) { try await late.parlay.wagers.withdrawCancellation(7) }
    }
}

extension Samples {
    /// Posed by 1, and taken by 2 unless it is open.
    static func wager(_ status: WagerStatus = .open) -> Wager {
        let isTaken = status != .open && status != .expired
        return Wager(
            id: 7,
            name: "Chess",
            amountCents: 2_000,
            category: "Games",
            challenger: profile(1, "ann").person,
            challengee: isTaken ? profile(2, "bob").person : nil,
            status: status,
            openedAt: moment
        )
    }
}
