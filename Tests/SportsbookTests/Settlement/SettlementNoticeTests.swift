import Database
import Localization
import Notifications
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What people read of a settlement: which bet it is about, and which game.
@Suite(.database) struct SettlementNoticeTests {
    /// The newest notice of a person, in German.
    private func read(_ person: SignedInPerson, _ book: SportsbookWorld) throws -> NoticeText {
        let row = try #require(
            try book.owner.query(
                "select arguments::text from notices where account_id = $1 order by id desc limit 1",
                .integer(person.id)
            ).first
        )
        let object = try JSONParser.parseObject(Array(try row.text(0).utf8))
        var notice = Notice(id: 1, kind: .betSettled, title: "", text: "", createdAt: .now)
        notice.arguments = Dictionary(object.members.map { ($0.key, $0.value) }) { first, _ in first }
        return NoticeText(
            notice,
            TextLookup(SettlementNoticeText.self),
            Localizer(language: .de, timeZone: "UTC"),
            now: .now
        )
    }

    @Test func `several bets on a game are told with each pick, in the reader's words`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let event = try await book.event()
        let spread = try await book.market(.spread, line: -3.5, of: event)
        let total = try await book.market(.total, line: 44.25, of: event)
        for outcome in [spread["away"], total["over"], total["over"]] {
            _ = try await book.placed([(outcome, "-110")], stake: 1_000, as: ada)
        }
        try await book.finish(event, 24, 21)
        try await book.settle(event)
        let notice = try read(ada, book)
        #expect(notice.title == "Wetten abgerechnet")
        #expect(notice.text.contains("3 Wetten auf Bills bei Chiefs sind abgerechnet"))
        #expect(notice.text.contains(" Deine Tipps: Bills +3,5 und Über 44,25 (Spiel vom "))
        #expect(!notice.text.contains("{"))
    }

    @Test func `a parlay is told with its pick in the game and how many it has`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market(.total, line: 40))
        _ = try await book.placed([(one["home"], "-110"), (two["under"], "-110")], stake: 1_000, as: ada)
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        #expect(try book.inbox(ada).isEmpty)
        try await book.finish(two.event, 30, 20)
        try await book.settle(two.event)
        #expect(
            try book.inbox(ada) == [
                "bet_settled bet: Your bet of $10.00 on Bills at Chiefs pays nothing. Your pick here, in a parlay of 2: Under 40 (game of TIME)."
            ]
        )
        #expect(
            try read(ada, book).text.contains(
                "Dein Tipp hier, in einer Kombiwette aus 2: Unter 40 (Spiel vom "
            )
        )
    }
}
