import Administration
import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@testable import App

/// A tenant with all modules, and a worker that counts its figures.
struct FigureWorld {
    let world: World
    let worker: DatabasePool
    let counter: FigureCounter
    var tenant: Int64 { world.tenant.id.rawValue }
    var owner: BlockingConnection { get throws { try world.database.owner } }

    init() async throws {
        world = try await World.make(modules: [.meetups, .wagers, .sportsbook, .shelf])
        let database = world.database
        worker = try await database.onLoop { try await database.worker() }
        counter = FigureCounter(Features.components.figures, worker)
    }

    func count(at time: String) async throws {
        let now = try #require(Timestamp(time))
        try await world.database.onLoop { [counter] in try await counter.count(at: now) }
    }

    /// The figures of each day, as text.
    func days(of tenant: Int64? = nil) throws -> [String: String] {
        try rows("select day::text, figures::text from daily_figures where tenant_id = $1", tenant)
    }

    /// The figures of each hour: `2026-05-19 07`.
    func hours(of tenant: Int64? = nil) throws -> [String: String] {
        try rows(
            """
            select to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24'), figures::text
              from hourly_figures where tenant_id = $1
            """,
            tenant
        )
    }

    private func rows(_ sql: String, _ tenant: Int64?) throws -> [String: String] {
        let rows = try owner.query(sql, .integer(tenant ?? self.tenant)).map {
            (try $0.text(0), try $0.text(1))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Rows of all modules around two midnights, as written by hand:
    ///
    /// | day | people | sign-ups | active | wagers | open | bets | stakes | meetups | shelf |
    /// |---|---|---|---|---|---|---|---|---|---|
    /// | 18 | 2 | 2 | 2 | 1 | 1 | 1 | 500 | 0 | 1 |
    /// | 19 | 3 | 2 | 4 | 2 | 2 | 2 | 1250 | 2 | 0 |
    /// | 20, until 12:34 | 3 | 0 | 1 | 0 | 1 | 1 | 5 | 0 | 0 |
    func load(into tenant: Int64? = nil) throws {
        let id = tenant ?? self.tenant
        try world.database.load(
            """
            insert into accounts (tenant_id, username, first_name, created_at, updated_at, status)
            overriding system value values
            (\(id), 'ann', 'A', '2026-05-18 09:00Z', '2026-05-18 09:00Z', 'active'),
            (\(id), 'bob', 'B', '2026-05-18 23:59:59.999Z', '2026-05-19 08:00Z', 'deleted'),
            (\(id), 'cat', 'C', '2026-05-19 00:00Z', '2026-05-19 00:00Z', 'suspended'),
            (\(id), 'dan', 'D', '2026-05-19 23:59:59.999Z', '2026-05-20 00:00Z', 'active');
            insert into active_days (tenant_id, at) values
            (\(id), '2026-05-19 10:00Z'), (\(id), '2026-05-19 23:30Z'), (\(id), '2026-05-20 00:00Z');
            insert into wagers (tenant_id, challenger_id, challengee_id, name, amount_cents, category, status, opened_at,
                                taken_at, updated_at) values
            (\(id), 1, null, 'One', 1, 'Other', 'open', '2026-05-18 12:00Z', null, '2026-05-18 12:00Z'),
            (\(id), 1, 2, 'Two', 1, 'Other', 'active', '2026-05-19 12:00Z', '2026-05-19 18:00Z', '2026-05-20 09:00Z'),
            (\(id), 1, null, 'Three', 1, 'Other', 'cancelled', '2026-05-19 13:00Z', null, '2026-05-20 11:00Z');
            insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, placed_at) values
            (\(id), 1, 500, 600, '2026-05-18 20:00Z'), (\(id), 1, 1000, 2000, '2026-05-19 20:10Z'),
            (\(id), 1, 250, 300, '2026-05-19 20:50Z'), (\(id), 1, 5, 6, '2026-05-20 12:00Z'),
            (\(id), 1, 7, 8, '2026-05-20 12:34Z');
            insert into meetups (tenant_id, match_id, held_at, created_at) values
            (\(id), 1, '2026-05-19 15:00Z', '2026-05-19 15:01Z');
            insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location) values
            (\(id), 1, 2, 3, '2026-05-19 16:00Z', 'Here'), (\(id), 1, 3, 3, '2026-05-20 18:00Z', 'There'),
            (\(id), 2, 3, 1, '2026-05-19 16:00Z', 'Nowhere');
            insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at) values
            (\(id), 1, 1, false, 0, '2026-05-18 10:00Z', '2026-05-18 10:00Z'),
            (\(id), 1, 2, true, null, '2026-05-18 10:00Z', '2026-05-18 10:00Z');
            """
        )
    }

    /// The same rows as they were at a time before.
    func load(asOf time: String) throws {
        try world.database.load(
            """
            delete from accounts; delete from active_days; delete from wagers; delete from bets;
            delete from meetups; delete from matches; delete from shelf_games;
            """
        )
        try load()
        try world.database.load(
            """
            delete from accounts where created_at > '\(time)';
            update accounts set status = 'active' where status = 'deleted' and updated_at > '\(time)';
            delete from active_days where at > '\(time)';
            delete from wagers where opened_at > '\(time)';
            update wagers set status = 'open', taken_at = null, challengee_id = null
             where taken_at > '\(time)' or taken_at is null and updated_at > '\(time)';
            delete from bets where placed_at > '\(time)';
            """
        )
    }

    static let now = "2026-05-20T12:34:00Z"
    static let counted: [String: [String: Int64]] = [
        "2026-05-18": [
            "people": 2, "sign_ups": 2, "active": 2, "wagers": 1, "open_wagers": 1, "bets": 1, "stakes": 500,
            "shelf_entries": 1,
        ],
        "2026-05-19": [
            "people": 3, "sign_ups": 2, "active": 4, "wagers": 2, "open_wagers": 2, "bets": 2, "stakes": 1250,
            "meetups": 2,
        ],
        "2026-05-20": ["people": 3, "active": 1, "open_wagers": 1, "bets": 1, "stakes": 5],
    ]

    static func values(_ rows: [String: String]) throws -> [String: [String: Int64]] {
        try rows.mapValues { text in
            guard case .object(let object) = try JSONParser.parse(Array(text.utf8)) else { return [:] }
            var values: [String: Int64] = [:]
            for member in object.members {
                if case .integer(let value) = member.value { values[member.key] = value }
            }
            return values
        }
    }
}
