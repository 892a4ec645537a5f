import Foundation
import ParlayAPI
import Testing

/// The declaration of a resource's members is complete: it names every property, and each once.
@Suite struct MemberTests {
    static let examples: [any MemberGroup & Hashable] = [
        About.example, AccountSettings.example, AccountSettings.Wagers.example, AuditEntry.example,
        Availability.example,
        BareToken.example, Bet.example, BetEvent.example, BetLeg.example,
        EventBets.example, FeedPreview.example, OutcomeExposure.example, PlacedBet.example,
        ResultPreview.example,
        PreviewedGame.example,
        PreviewedMarket.example, PreviewedOutcome.example, Block.example, CategoryNames.example,
        Creator.example,
        FeedFilters.example, Friend.example, ImportCounts.example, Invite.example, Language.example,
        LeaderboardEntry.example, Market.example, Match.example, MatchEvent.example, MovedPrice.example,
        NewInvite.example,
        Notice.example, Outcome.example, PaymentGuide.example, Person.example, Place.example, Profile.example,
        Profile.Meetups.example, Profile.Rating.example, Profile.Reliability.example, Profile.Wagers.example,
        PublicShelf.example, Report.example, SignedIn.example, SportsEvent.example, Subject.example,
        TokenInfo.example,
        Tournament.example, Wager.example, WagerClaim.example, Wallet.example, WalletEntry.example,
        Webhook.example, WebhookDelivery.example,
    ]

    /// Counts what a declaration shows, and collects the names.
    private struct Counter: MemberVisitor {
        var properties = 0
        var names: [String] = []

        mutating func visit<Value: MemberValue>(
            _ name: StaticString,
            _ value: inout Value,
            _ note: MemberNote
        ) { add("\(name)") }

        mutating func visitIfPresent<Value: MemberValue>(
            _ name: StaticString,
            _ value: inout Value?,
            _ note: MemberNote
        ) { add("\(name)") }

        mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
            add(field.name)
        }

        mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
            add(field.name)
        }

        mutating func members(of group: inout some MemberGroup) { addNames(of: group) }

        mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module) {
            addNames(of: Group.example)
        }

        private mutating func add(_ name: String) {
            properties += 1
            names.append(name)
        }

        private mutating func addNames(of group: some MemberGroup) {
            var (counter, copy) = (Counter(), group)
            copy.members(&counter)
            properties += 1
            names += counter.names
        }
    }

    private func count(_ group: some MemberGroup) -> Counter {
        var (counter, copy) = (Counter(), group)
        copy.members(&counter)
        return counter
    }

    @Test func `every property is a member, and no name comes twice`() {
        for example in Self.examples {
            let type = type(of: example)
            let counter = count(example)
            // What notices say in other languages is for pages and mail, and never sent.
            let properties = Mirror(reflecting: example).children.filter { $0.label != "arguments" }
            #expect(counter.properties == properties.count, "\(type)")
            #expect(counter.names.count == Set(counter.names).count, "\(type)")
        }
    }

    /// Decoding begins with the example: what it would leave as it is shows in values that differ from that.
    @Test func `decoding sets every property`() throws {
        func check<Value: MemberGroup & Hashable>(_ value: Value) throws {
            let encoded = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(Value.self, from: encoded) == value, "\(Value.self)")
        }
        for value in WireFormatTests.bare { try check(value) }
    }

    @Test func `an absent member is nil where it may be, and refused where it may not`() throws {
        func notice(_ json: String) throws -> Notice {
            try JSONDecoder().decode(Notice.self, from: Data(json.utf8))
        }
        let start = #"{"kind":"match_made","title":"t","text":"x","created_at":"2026-05-20T18:30:00.000Z""#
        let read = try notice(start + #","id":1,"member_of_a_newer_server":7}"#)
        #expect(read.subject == nil && read.readAt == nil && read.id == 1)
        #expect(throws: DecodingError.self) { try notice(start + "}") }
        #expect(throws: DecodingError.self) { try notice(start + #","id":null}"#) }
        #expect(throws: DecodingError.self) { try notice(start + #","id":"1"}"#) }
    }

    @Test func `the description follows from the types`() throws {
        let fields = Dictionary(uniqueKeysWithValues: Wager.fields.map { ($0.name, $0) })
        let challengee = try #require(fields["challengee"])
        #expect(challengee.isNullable && challengee.schemaName == "Person")
        #expect(fields["status"]?.choices == WagerStatus.allCases.map(\.rawValue))
        #expect(fields["opened_at"]?.kind == .timestamp && fields["opened_at"]?.isNullable == false)
        #expect(fields["amount_cents"]?.range == 1...100_000_000)
        #expect(Match.fields.first { $0.name == "status_code" }?.range == 0...3)
        let profile = Profile.fields
        #expect(profile.first { $0.name == "known_lang" }?.module == .meetups)
        #expect(profile.first { $0.name == "pnl_cents" }?.module == .wagers)
        #expect(profile.first { $0.name == "email" }?.isRequired == false)
        #expect(profile.filter { !$0.isRequired }.count == 2)
    }
}
