import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// The rows that changes of the tree leave, through the triggers of the schema.
@Suite(.database) struct LiveUpdateTests {
    private let book: SportsbookWorld
    private let market: SportsbookWorld.Market
    private let owner: BlockingConnection
    private let tenant: Int64

    init() async throws {
        book = try await SportsbookWorld()
        market = try await book.market(prices: ["+150", "-170"])
        owner = try book.owner
        tenant = book.world.tenant.id.rawValue
        try owner.execute("delete from live_updates; update live_counters set pruned = seq")
    }

    /// The messages behind what the tree was made with, without their numbers.
    private func messages() throws -> [String] {
        try updates().map { update in
            let text = String(decoding: update.message.jsonBytes(), as: UTF8.self)
            return text.split(separator: #","seq""#).first.map(String.init) ?? text
        }
    }

    private func updates() throws -> [LiveUpdate] {
        try owner.query(LiveStore.updates(.integer(tenant), .integer(0), .integer(10_000))).all
    }

    private func execute(_ sql: String) throws { try owner.execute(sql) }

    @Test func `a price, a start, a status and a score are said as they are at commit`() throws {
        try execute(
            """
            begin;
            update outcomes set price = 200 where id = \(market["home"]);
            update outcomes set price = 210 where id = \(market["home"]);
            update events set starts_at = '2030-01-01T00:00:07.9Z' where id = \(market.event);
            update events set status = 'live', home_score = 1, away_score = 0 where id = \(market.event);
            update events set home_score = 2 where id = \(market.event);
            update markets set status = 'suspended', status_by = 'admin' where id = \(market.id);
            commit
            """
        )
        #expect(
            try messages() == [
                #"{"outcome":"\#(market["home"])","price":"+210""#,
                #"{"event":"\#(market.event)","startTime":1893456007"#,
                #"{"event":"\#(market.event)","status":"live","score":"2-0""#,
                #"{"market":"\#(market.id)","status":"suspended""#,
            ]
        )
        for update in try updates() {
            #expect(update.event?.rawValue == market.event && update.tournament != nil)
        }
    }

    @Test func `an outcome's status comes with its price`() throws {
        try execute("update outcomes set status = 'suspended' where id = \(market["away"])")
        #expect(try messages() == [#"{"outcome":"\#(market["away"])","price":"+150","status":"suspended""#])
    }

    @Test func `what no message can say asks to load the tree again`() throws {
        let marker = #"{"market":"0","status":"void""#
        for change in [
            "update events set home = 'Bears'", "update events set week = 3",
            "update outcomes set name = 'X' where id = \(market["home"])",
            "update markets set prices = 'made_up'", "update tournaments set name = 'Y'",
            "update tournaments set status = 'closed'",
        ] {
            try execute("delete from live_updates")
            try execute(change)
            #expect(try messages() == [marker], "\(change)")
        }
    }

    @Test func `what changes nothing says nothing`() throws {
        let before = try owner.query("select seq from live_counters where tenant_id = $1", .integer(tenant))[
            0
        ]
        .integer(0)
        try execute(
            """
            update outcomes set price = price;
            update events set result_version = result_version + 1;
            update markets set status_by = status_by;
            begin; update outcomes set price = 300; rollback
            """
        )
        #expect(try messages() == [])
        let after = try owner.query("select seq from live_counters where tenant_id = $1", .integer(tenant))[0]
        #expect(try after.integer(0) == before)
    }

    @Test func `what a savepoint undid is not said`() throws {
        try execute(
            """
            begin;
            savepoint s;
            update outcomes set price = 300;
            rollback to s;
            update outcomes set price = 310 where id = \(market["home"]);
            commit
            """
        )
        #expect(try messages() == [#"{"outcome":"\#(market["home"])","price":"+310""#])
    }

    @Test func `a new event is one message, and so is a new market`() async throws {
        let parent = try owner.query(
            "select tournament_id from events where id = $1",
            .integer(market.event)
        )[0]
        .integer(0)
        try execute(
            """
            begin;
            insert into events (tenant_id, tournament_id, home, away, starts_at)
            values (\(tenant), \(parent), 'A', 'B', '2030-01-01T00:00:00Z');
            insert into markets (tenant_id, event_id, kind) select \(tenant), max(id), 'moneyline' from events;
            insert into outcomes (tenant_id, market_id, side, name, price)
            select \(tenant), max(id), 'home', 'A', 100 from markets;
            update events set home = 'C' where home = 'A';
            update outcomes set price = 120 where name = 'A';
            commit
            """
        )
        let event = try owner.query("select max(id) from events")[0].integer(0)
        #expect(try messages() == [#"{"event":"\#(event)","startTime":1893456000"#])
        try execute("delete from live_updates")
        let total = try await book.market(.total, line: 44.5, of: market.event)
        #expect(try messages() == [#"{"market":"\#(total.id)","status":"open""#])
    }

    @Test func `a deleted market is void, and a deleted event asks to load the tree again`() async throws {
        let total = try await book.market(.total, line: 44.5, of: market.event)
        try execute("delete from live_updates")
        let answer = try await book.call("DELETE", "admin/markets/\(total.id)/", as: book.admin)
        book.expect(204, answer)
        #expect(try messages() == [#"{"market":"\#(total.id)","status":"void""#])
        #expect(try updates().first?.event?.rawValue == market.event)
        try execute("delete from live_updates; delete from events where id = \(market.event)")
        #expect(
            Set(try messages()) == [
                #"{"market":"\#(market.id)","status":"void""#, #"{"market":"0","status":"void""#,
            ]
        )
    }

    @Test func `every way to the tree leaves its messages`() async throws {
        let outcome = "admin/outcomes/\(market["home"])/"
        book.expect(200, try await book.call("PATCH", outcome, as: book.admin, ["price": "+400"]))
        #expect(try messages() == [#"{"outcome":"\#(market["home"])","price":"+400""#])
        try execute("delete from live_updates")
        try await book.finish(market.event, 21, 20)
        #expect(
            Set(try messages()) == [
                #"{"event":"\#(market.event)","status":"final","score":"21-20""#,
                #"{"market":"\#(market.id)","status":"settled""#,
                #"{"outcome":"\#(market["home"])","price":"+400","status":"won""#,
                #"{"outcome":"\#(market["away"])","price":"+150","status":"lost""#,
            ]
        )
    }

    // MARK: The order

    @Test func `numbers are given at commit, not before`() throws {
        let (first, second, hanging) = (try book.owner, try book.owner, try book.owner)
        try hanging.execute("begin; update events set starts_at = '2030-05-05' where id = \(market.event)")
        try first.execute("begin; update outcomes set price = 201 where id = \(market["home"])")
        try second.execute("begin; update outcomes set price = 202 where id = \(market["away"])")
        try second.execute("commit")
        #expect(try messages() == [#"{"outcome":"\#(market["away"])","price":"+202""#])
        try first.execute("commit")
        #expect(try messages().last == #"{"outcome":"\#(market["home"])","price":"+201""#)
        try hanging.execute("rollback")
        #expect(try messages().count == 2)
    }

    @Test func `a number is visible only when every lower one is`() async throws {
        let first = try book.owner
        try first.execute("begin; update outcomes set price = 201 where id = \(market["home"])")
        // It has its number and hangs before its commit.
        try first.execute("set constraints all immediate")
        let url = book.world.database
        let away = market["away"]
        let (pids, report) = AsyncStream.makeStream(of: Int64.self)
        let second = Task.detached {
            let connection = try url.owner
            report.yield(try connection.query("select pg_backend_pid()")[0].integer(0))
            try connection.execute("update outcomes set price = 202 where id = \(away)")
        }
        let pid = Parameter.integer(await pids.first { _ in true } ?? 0)
        try await eventually("the second to wait for the first") {
            // A row's lock is waited for by the transaction that has it, which belongs to no database.
            try owner.query("select count(*) from pg_locks where pid = $1 and not granted", pid)[0].integer(0)
                == 1
        }
        #expect(try messages() == [], "nothing is visible while the first hangs")
        try first.execute("commit")
        try await second.value
        let seqs = try updates().map(\.seq)
        #expect(seqs.count == 2 && seqs[0] < seqs[1])
        #expect(try messages().last == #"{"outcome":"\#(away)","price":"+202""#)
    }

    @Test func `a tenant's numbers do not wait for another's`() async throws {
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        try execute(
            """
            insert into tournaments (tenant_id, sport, name) values (\(other.id.rawValue), 'soccer', 'Cup');
            insert into events (tenant_id, tournament_id, home, away, starts_at)
            select tenant_id, id, 'A', 'B', now() from tournaments where tenant_id = \(other.id.rawValue)
            """
        )
        let first = try book.owner
        try first.execute("begin; update outcomes set price = 201 where id = \(market["home"])")
        try first.execute("set constraints all immediate")
        try execute("update events set starts_at = '2031-01-01' where tenant_id = \(other.id.rawValue)")
        try first.execute("commit")
        let counts = try owner.query("select count(*) from live_updates group by tenant_id order by 1")
        #expect(try counts.map { try $0.integer(0) } == [1, 2])
        #expect(try messages().count == 1)
    }

    // MARK: Rights and age

    @Test(arguments: [
        "insert into live_updates (tenant_id, seq, kind, created_at) values ($1, 1, 'tree', now())",
        "update live_updates set seq = seq where tenant_id = $1",
        "delete from live_updates where tenant_id = $1",
        "update live_counters set seq = 1 where tenant_id = $1",
        "insert into live_counters (tenant_id) values ($1)",
        "select count(*) from live_changes where tenant_id = $1",
        "insert into live_changes (tenant_id, kind, is_first) values ($1, 'tree', true)",
    ])
    func `a front cannot write updates`(sql: String) throws {
        let front = try book.world.database.connect(as: .front)
        _ = try front.query("select set_config('parlay.tenant_id', $1, false)", .text("\(tenant)"))
        let error = #expect(throws: DatabaseError.self) { _ = try front.query(sql, .integer(tenant)) }
        #expect(error?.sqlState == .insufficientPrivilege, "\(String(describing: error))")
    }

    @Test func `old updates are deleted, and their last number is kept`() async throws {
        try execute("update outcomes set price = 201 where id = \(market["home"])")
        try execute("update live_updates set created_at = now() - interval '10 minutes 1 second'")
        try execute("update outcomes set price = 202 where id = \(market["home"])")
        let old = try updates().map(\.seq)
        let pool = try await book.world.database.worker()
        try await book.world.database.onLoop {
            _ = try await pool.write([
                LiveStore.prune(.time(Timestamp.now.adding(seconds: -PruneLiveJob.retention)))
            ])
        }
        #expect(try updates().map(\.seq) == [old[1]])
        let position = try owner.query(LiveStore.position(.integer(tenant))).one
        #expect(position.pruned == old[0] && position.seq == old[1])
    }

    /// Entries of the index that are read again and again would include all that the transaction has already taken.
    @Test func `many results in one transaction are numbered in proportion to their number`() throws {
        func entriesRead(byResultsOf events: ClosedRange<Int>) throws -> Int64 {
            try execute(
                """
                insert into events (tenant_id, tournament_id, home, away, starts_at)
                select tenant_id, tournament_id, 'Home ' || n, 'Away ' || n, now() + n * interval '1 hour'
                  from events, generate_series(\(events.lowerBound), \(events.upperBound)) n
                 where id = \(market.event)
                """
            )
            func read() throws -> Int64 {
                try execute("select pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
                return try owner.query(
                    "select sum(idx_tup_read)::bigint from pg_stat_all_indexes where relname = 'live_changes'"
                )[0].integer(0)
            }
            let before = try read()
            let ids = try owner.query(
                "select id from events where home like 'Home %' and status = 'scheduled'"
            )
            try execute("begin")
            for row in 0..<ids.count {
                let id = try ids[row].integer(0)
                try execute(
                    """
                    update events set status = 'live', home_score = 1, away_score = 0 where id = \(id);
                    update events set status = 'final', first_result_at = now(), result_version = 1 where id = \(id)
                    """
                )
            }
            try execute("commit")
            #expect(try owner.query("select from events where status = 'final'").count == events.upperBound)
            return try read() - before
        }
        let few = try entriesRead(byResultsOf: 1...40)
        let many = try entriesRead(byResultsOf: 41...360)
        // Eight times as many; without the memory of what is numbered it would be 64 times.
        #expect(few > 0 && many < 16 * few, "\(few), \(many)")
    }
}
