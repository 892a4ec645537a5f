import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// The tree in memory, which is changed event by event, against the tree read as a whole.
@Suite(.database) struct TreeDocumentTests {
    private let book: SportsbookWorld
    private let owner: BlockingConnection
    private let tenant: Parameter

    init() async throws {
        book = try await SportsbookWorld()
        owner = try book.owner
        tenant = .integer(book.world.tenant.id.rawValue)
    }

    private func whole() throws -> TreeDocument { try TreeDocument(try owner.query(LiveStore.tree(tenant))) }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `it is what the wire type says`() async throws {
        let market = try await book.market(.spread, line: -3.5)
        let document = try whole()
        let events = try await book.call("GET", "events/\(market.event)/", as: book.admin)
        let object = try JSONParser.parseObject(document.json)
        guard case .array(let tournaments)? = object["tournaments"],
            case .array(let listed)? = tournaments[0]["events"]
        else {
            Issue.record("\(text(document.json))")
            return
        }
        #expect(listed == [try JSONParser.parse(Array(events.text.utf8))])
        #expect(tournaments.count == 1 && object["seq"]?.integer == document.seq)
    }

    @Test func `tournaments without an undecided event, and closed ones, are not in the tree`() async throws {
        let open = try await book.event("A", "B")
        let decided = try await book.event("C", "D")
        try await book.finish(decided, 1, 0)
        let closed = try await book.tournament()
        _ = try await book.event("E", "F", in: closed)
        let answer = try await book.call(
            "PATCH",
            "admin/tournaments/\(closed)/",
            as: book.admin,
            ["status": "closed"]
        )
        book.expect(200, answer)
        _ = try await book.tournament()
        let tree = text(try whole().json)
        #expect(tree.contains(#""id":\#(open),"#) && tree.contains(#""home":"A""#))
        #expect(!tree.contains(#""home":"C""#) && !tree.contains(#""home":"E""#))
    }

    /// Random changes: after each, the changed document equals the one that is read as a whole.
    @Test(arguments: 1...4) func `changes lead to the same tree as reading it again`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed, text: "tree")
        let tournaments = [try await book.tournament(), try await book.tournament()]
        for number in 0..<6 {
            let event = try await book.event("H\(number)", "A\(number)", in: tournaments[number % 2])
            _ = try await book.market(of: event)
        }
        var document = try whole()
        var reloads = 0
        for step in 0..<120 {
            try owner.execute(change(step, &random))
            let lines = try owner.query(LiveStore.changes(tenant, .integer(document.seq)))
            if try !document.apply(lines) {
                reloads += 1
                document = try whole()
            }
            let expected = try whole()
            #expect(document.seq == expected.seq)
            #expect(text(document.json) == text(expected.json), "after step \(step)")
            #expect(text(document.originalFeed) == text(expected.originalFeed))
        }
        #expect(reloads > 0 && reloads < 60, "\(reloads)")
    }

    private func change(_ step: Int, _ random: inout SeededGenerator) -> String {
        let some = "(array(select id from events order by id))[\(Int.random(in: 1...6, using: &random))]"
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "update events set starts_at = now() + interval '\(step) hours' where id = \(some)"
        case 1: return "update events set home = 'N\(step)' where id = \(some)"
        case 2:
            return """
                update events
                   set status = 'final', home_score = 1, away_score = 0, result_version = 1, first_result_at = now()
                 where id = \(some) and status = 'scheduled'
                """
        case 3:
            return """
                update events set status = 'scheduled', first_result_at = null where id = \(some) and status = 'final'
                """
        case 4: return "update markets set status = 'suspended', status_by = 'admin' where event_id = \(some)"
        case 5: return "delete from markets where id = (select max(id) from markets where event_id = \(some))"
        case 6:
            return """
                insert into markets (tenant_id, event_id, kind, line_quarters)
                select tenant_id, id, 'total', \(step) from events where id = \(some);
                insert into outcomes (tenant_id, market_id, side, name, price)
                select m.tenant_id, m.id, s.side, s.side, 100
                  from markets m cross join unnest(array['over', 'under']) as s (side)
                 where m.id = (select max(id) from markets)
                   and not exists (select from outcomes o where o.tenant_id = m.tenant_id and o.market_id = m.id)
                """
        case 7:
            return """
                insert into events (tenant_id, tournament_id, home, away, starts_at)
                select tenant_id, tournament_id, 'X\(step)', 'Y', now() + interval '1 day' from events where id = \(some)
                """
        case 8: return "update tournaments set name = 'T\(step)' where id = (select max(id) from tournaments)"
        default:
            return
                "update outcomes set price = \(100 + step) where market_id in (select id from markets where event_id = \(some))"
        }
    }
}
