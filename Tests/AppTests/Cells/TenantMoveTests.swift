import Administration
import Database
import Glibc
import Tenancy
import TestDatabases
import TestSupport
import Testing
import Transfer

@testable import App

/// Moves between two databases, which share a server here. `deploy/cells/drill` moves between servers, under load, and kills the mover.
@Suite(.database, .serialized) struct TenantMoveTests {
    let tenant: MovedTenant
    private var cells: [Int: ConnectionSettings] { tenant.settings }
    private var one: BlockingConnection { tenant.one }
    private var two: BlockingConnection { tenant.two }

    init() async throws { tenant = try await MovedTenant() }

    private func move(to cell: Int? = nil) throws -> TenantMove { try tenant.move(to: cell) }
    private func state(_ cell: BlockingConnection) throws -> String { try tenant.state(cell) }
    private func digests(_ cell: BlockingConnection) throws -> [String: String] { try tenant.digests(cell) }

    /// What the installation's audit log says about moves.
    private var logged: [String] {
        get throws {
            try one.query(
                """
                select concat_ws(' ', subject, details ->> 'step', details ->> 'from', details ->> 'to')
                  from installation_audit where action = 'tenant.move' order by id
                """
            )
            .map { try $0.text(0) }
        }
    }

    func refusal(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a tenant moves with all rows, and back with what was written since`() throws {
        let before = try digests(one)
        #expect(try move(to: 2).start().rows > 100)
        #expect(try state(one) == "open" && state(two) == "arriving")
        // The servers of tests gather no statistics by themselves.
        let statistics = "select count(*) from pg_stats where tablename = 'accounts'"
        #expect(try two.query(statistics)[0].integer(0) > 0)
        // While it follows.
        try one.execute("update accounts set bio = 'on the way'")
        let verified = try move().verify()
        #expect(verified.differences == [] && verified.rows > 100)
        let switched = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(switched.from == 1 && switched.to == 2)
        #expect(try state(one) == "away" && state(two) == "open")
        #expect(try one.query("select cell, epoch from tenants")[0].integer(0) == 2)
        #expect(try two.query("select count(*) from accounts where bio = 'on the way'")[0].integer(0) > 0)
        // Ids go on where they were.
        try two.execute(
            "insert into tournaments (tenant_id, sport, name) select id, 'chess', 'new' from tenants where slug = 'alpha'"
        )
        #expect(try move().verify().differences == [])
        _ = try move().reverse(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try state(one) == "open" && state(two) == "away")
        #expect(try one.query("select count(*) from tournaments where name = 'new'")[0].integer(0) == 1)
        #expect(Set(try digests(one).keys) == Set(before.keys))
        #expect(try digests(one) == digests(two))
        #expect(try move().verify().differences == [])
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try move().complete() > 100)
        #expect(try state(one) == "away" && state(two) == "open")
        #expect(try one.query("select count(*) from accounts")[0].integer(0) == 0)
        #expect(
            try one.query("select count(*) from pg_replication_slots where database like current_database()")[
                0
            ].integer(0) == 0
        )
        #expect(refusal { _ = try move() }.contains("does not move"))
        #expect(
            try logged == [
                "alpha start 1 2", "alpha switch 1 2", "alpha reverse 2 1", "alpha switch 1 2",
                "alpha complete 1 2",
            ]
        )
    }

    /// As with large tables, whose rows several processes count: the counts then come in another order.
    @Test func `a tenant moves where one side counts with several processes`() throws {
        var cells = cells
        for (name, value) in [
            ("parallel_setup_cost", "0"), ("parallel_tuple_cost", "0"), ("min_parallel_table_scan_size", "0"),
            ("min_parallel_index_scan_size", "0"), ("max_parallel_workers_per_gather", "4"),
        ] {
            cells[1]?.further.append((name, value))
        }
        _ = try TenantMove("alpha", to: 2, cells: cells).start()
        let move = try TenantMove("alpha", to: nil, cells: cells)
        #expect(try move.verify().differences == [])
        _ = try move.switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try state(one) == "away" && state(two) == "open")
    }

    /// As after a kill: what was done is done.
    /// A front takes for new what is of a transaction that its cell has not had yet.
    @Test func `no event has the number of another cell's transaction`() throws {
        try one.execute("update stream_events set change = '9000000000000'")
        _ = try move(to: 2).start()
        try one.execute(
            """
            insert into stream_events (tenant_id, account_id, number, type, subject_type, subject_id, created_at, change)
            select tenant_id, account_id, 1000, type, subject_type, subject_id, now(), change from stream_events limit 1
            """
        )
        #expect(try move().verify().differences == [])
        let events = try two.query(
            "select count(*) > 1, count(*) filter (where change > pg_current_xact_id()) from stream_events"
        )[0]
        #expect(try events.boolean(0) && events.integer(1) == 0)
    }

    @Test func `each step may be repeated`() throws {
        _ = try move(to: 2).start()
        let again = try move(to: 2).start()
        #expect(again.rows > 100 && again.target == 2)
        #expect(try move().verify().differences == [])
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try state(one) == "away" && state(two) == "open")
        #expect(try move().status().livesIn == 2)
        _ = try move().complete()
        #expect(try logged == ["alpha start 1 2", "alpha switch 1 2", "alpha complete 1 2"])
    }

    @Test func `a cancelled move leaves nothing`() throws {
        _ = try move(to: 2).start()
        #expect(try move().cancel() > 100)
        #expect(try state(one) == "open")
        #expect(try two.query("select count(*) from accounts")[0].integer(0) == 0)
        #expect(try one.query("select count(*) from moves")[0].integer(0) == 0)
        #expect(try logged == ["alpha start 1 2", "alpha cancel 1 2"])
        // And can begin again.
        #expect(try move(to: 2).start().rows > 100)
    }

    private func entries(_ action: String) throws -> [String] {
        try one.query(
            """
            select concat_ws(' ', subject_type, subject, details ->> 'to', details ->> 'tenants')
              from installation_audit where action = $1 order by id
            """,
            .text(action)
        )
        .map { try $0.text(0) }
    }

    @Test func `a drained cell has no tenants, and the log says who went where`() throws {
        for refused in [(1, 1), (1, 7), (7, 1)] {
            #expect(refusal { _ = try CellDrain(refused.0, to: refused.1, cells: cells) } != "accepted")
        }
        #expect(try entries("cell.drain") == [])
        let drain = try CellDrain(1, to: 2, cells: cells)
        #expect(drain.slugs == ["alpha"])
        try drain.run(within: .seconds(20))
        #expect(try state(one) == "away" && state(two) == "open")
        #expect(try CellDrain(1, to: 2, cells: cells).slugs == [])
        #expect(try entries("cell.drain") == ["cell 1 2 1"])
        #expect(try logged == ["alpha start 1 2", "alpha switch 1 2", "alpha complete 1 2"])
    }

    /// What a call leaves that was killed: copied, or living in the other cell already.
    @Test(arguments: [false, true]) func `a drain goes on with what another one has begun`(
        _ hasSwitched: Bool
    ) throws {
        _ = try move(to: 2).start()
        if hasSwitched {
            _ = try move().verify()
            _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        }
        #expect(try CellDrain(1, to: 3, cells: cells.merging([3: #require(cells[2])]) { $1 }).slugs == [])
        let drain = try CellDrain(1, to: 2, cells: cells)
        #expect(drain.slugs == ["alpha"])
        try drain.run(within: .seconds(20))
        #expect(try state(one) == "away" && state(two) == "open")
        #expect(try one.query("select from accounts").isEmpty && one.query("select from moves").isEmpty)
        #expect(try CellDrain(1, to: 2, cells: cells).slugs == [])
    }

    @Test func `the list of cells shows moves, and says what is wrong with each cell`() throws {
        _ = try move(to: 2).start()
        for (number, cell) in [(1, one), (2, two)] {
            try cell.execute("insert into cells (number) values (\(number))")
        }
        func states() -> [CellState] { CellState.all(cells) }
        let shown = states()
        #expect(shown.map(\.number) == [1, 2])
        #expect(shown.map { $0.figures?.tenants } == [1, 0])
        #expect(shown.allSatisfy { $0.figures?.moves.map(\.slug) == ["alpha"] })
        #expect(shown.allSatisfy { $0.figures?.moves.map(\.phase) == [.following] })
        #expect((shown[0].figures?.heldBytes ?? 0) > 0)
        #expect(shown[0].problems == [])
        #expect(shown[1].problems.map { $0.contains("does not follow") } == [true])
        // What a killed switch leaves, and a cell that was migrated by another version.
        try one.execute("update tenants set state = 'fenced', held_until = now() - interval '1 second'")
        #expect(states()[0].problems.count { $0.contains("move switch alpha") } == 1)
        try one.execute("update tenants set state = 'open', held_until = null")
        try two.execute(
            "update schema_functions set checksum = checksum || 'x' where name = (select min(name) from schema_functions)"
        )
        #expect(states()[1].problems.count { $0.contains("parlay migrate") } == 1)
        // One that is not there.
        var broken = cells
        broken[3] = ConnectionSettings(conninfo: "host=127.0.0.1 port=1 dbname=none", statementTimeout: 1000)
        let last = CellState.all(broken).last
        #expect(last?.number == 3 && last?.figures == nil)
        #expect(last?.problems.count == 1)
    }

    @Test func `a row that differs is found, and nothing switches without a verify`() throws {
        _ = try move(to: 2).start()
        let unverified = refusal { _ = try move().switch(within: .seconds(5), verifiedWithin: .seconds(60)) }
        #expect(unverified.contains("verify"), "\(unverified)")
        try two.execute(
            """
            set session_replication_role = replica;
            update accounts set bio = bio || '!' where id = (select min(id) from accounts);
            reset session_replication_role
            """
        )
        #expect(try move().verify().differences.map { $0.prefix(8) } == ["accounts"])
        #expect(
            refusal { _ = try move().switch(within: .seconds(5), verifiedWithin: .seconds(60)) }.contains(
                "verify"
            )
        )
    }

    @Test func `a switch that would take too long changes nothing`() throws {
        _ = try move(to: 2).start()
        _ = try move().verify()
        let busy = try BlockingConnection(#require(cells[1]))
        try busy.execute("begin; update accounts set bio = 'busy' where id = (select min(id) from accounts)")
        // A slot waits for such a transaction too where both cells are on one server, as here.
        let late = refusal { _ = try move().switch(within: .milliseconds(300), verifiedWithin: .seconds(60)) }
        #expect(late.contains("did not end in time") || late.contains("timeout"), "\(late)")
        #expect(try state(one) == "open" && state(two) == "arriving")
        try busy.execute("commit")
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try two.query("select count(*) from accounts where bio = 'busy'")[0].integer(0) == 1)
    }

    /// As after a failover of the server that had it.
    private func loseSlot(of subscriber: BlockingConnection) throws {
        let name = try subscriber.query(
            """
            select s.subname::text from pg_subscription s join pg_database d on d.oid = s.subdbid
             where d.datname = current_database()
            """
        )[0].text(0)
        try subscriber.execute("alter subscription \(name) disable")
        let readers = "select count(*) from pg_replication_slots where active and slot_name = '\(name)'"
        try eventuallyNow("nobody reads the slot") { try one.query(readers)[0].integer(0) == 0 }
        try one.execute("select pg_drop_replication_slot('\(name)')")
    }

    @Test func `a tenant that a killed switch left closed is open once its stream is lost`() throws {
        let close = "update tenants set state = 'fenced', held_until = now() where slug = 'alpha'"
        _ = try move(to: 2).start()
        _ = try move().verify()
        try one.execute(close)
        try loseSlot(of: two)
        let lost = refusal { _ = try move().switch(within: .seconds(5), verifiedWithin: .seconds(60)) }
        #expect(lost.contains("is lost") && lost.contains("move cancel"), "\(lost)")
        #expect(try state(one) == "open")
        #expect(refusal { _ = try move().start() }.contains("is lost"))
        try one.execute(close)
        #expect(try move().cancel() > 100)
        #expect(try state(one) == "open" && state(two) == "away")
    }

    /// A run that looked behind the fence found nothing to do.
    @Test func `no job is completed by a run that a fence has met`() throws {
        try one.execute(
            """
            delete from jobs;
            insert into jobs (tenant_id, kind, payload, state, worker_id, unique_key)
            select tenants.id, 'a', '{}', job.state, job.worker, job.key
              from tenants,
                   (values ('running', 1, null), ('running', 1, 'x'), ('running', 2, 'x'), ('running', 1, 'y'), ('available', null, 'y'))
                       as job (state, worker, key)
            """
        )
        let jobs = "select string_agg(concat_ws(' ', state, unique_key), ', ' order by unique_key) from jobs"
        let released = "available x, available y, available"
        let close = "update tenants set state = 'fenced', held_until = now() where slug = 'alpha'"
        let claim = "update jobs set state = 'running', worker_id = 1"
        _ = try move(to: 2).start()
        try one.execute(close)
        // It is not verified, so the switch is refused.
        #expect(throws: TransferError.self) {
            try move().switch(within: .seconds(5), verifiedWithin: .seconds(60))
        }
        #expect(try state(one) == "open" && Rows<String>(one.query(jobs)).one == released)
        try one.execute(claim)
        _ = try move().verify()
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try Rows<String>(two.query(jobs)).one == released)
        // On both sides.
        #expect(try Rows<String>(one.query(jobs)).one == released)
        #expect(try move().verify().differences == [])
    }

    @Test func `a switched tenant whose way back is lost can only be completed`() throws {
        _ = try move(to: 2).start()
        _ = try move().verify()
        _ = try move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        try loseSlot(of: one)
        let lost = refusal { _ = try move().reverse(within: .seconds(5), verifiedWithin: .seconds(60)) }
        #expect(lost.contains("is lost") && lost.contains("move complete"), "\(lost)")
        #expect(try state(two) == "open" && state(one) == "away")
        #expect(try move().complete() > 100)
    }

    @Test func `a new cell numbers its tenants differently and follows the catalog`() throws {
        let cell = try CellDatabase(2, #require(cells[2]))
        let setup = CellSetup(home: try CellDatabase(1, #require(cells[1])), cell: cell)
        #expect(try setup.problems() == [])
        try setup.run()
        try setup.run()
        #expect(try entries("cell.add") == ["cell 2"])
        try one.execute("insert into genres (id, name) overriding system value values (900001, 'Cell')")
        try eventuallyNow("the genre") {
            try two.query("select count(*) from genres where id = 900001")[0].integer(0) == 1
        }
        try catchUp(setup)
        try two.execute("insert into tenants (slug, name) values ('other', 'Other')")
        #expect(try two.query("select id % 1000 from tenants where slug = 'other'")[0].integer(0) == 2)
        let keys = try [one, two].map {
            try $0.query("select encode(key, 'hex') from signing_keys order by name")[0].text(0)
        }
        #expect(keys[0] == keys[1])
        let other = CellSetup(
            home: try CellDatabase(1, #require(cells[1])),
            cell: try CellDatabase(3, #require(cells[2]))
        )
        #expect(try other.problems() == ["This database is cell 2 already."])
        let itself = CellSetup(
            home: try CellDatabase(1, #require(cells[1])),
            cell: try CellDatabase(4, #require(cells[1]))
        )
        #expect(try itself.problems().contains("This is the database of cell 1."))
    }

    /// What was written while nobody held the slot of the catalog is copied, and what was equal stays as it is.
    private func catchUp(_ setup: CellSetup) throws {
        let genres =
            "select string_agg(concat_ws(' ', id, name), ', ' order by id) from genres where id > 900000"
        let touched = "select count(*) from genres where xmin::text::bigint >= $1::text::bigint"
        try loseSlot(of: two)
        try one.execute(
            """
            delete from genres where id = 900001;
            insert into genres (id, name) overriding system value values (900002, 'Lost'), (900003, 'Too');
            """
        )
        let now = try Rows<String>(two.query("select pg_current_xact_id()::text")).one
        try setup.run()
        #expect(try Rows<String>(two.query(genres)).one == "900002 Lost, 900003 Too")
        #expect(try Rows<Int64>(two.query(touched, [.text(now)])).one == 2)
        try one.execute("update genres set name = 'Found' where id = 900002")
        try eventuallyNow("the stream goes on") {
            try Rows<String>(two.query(genres)).one == "900002 Found, 900003 Too"
        }
    }

    private func eventuallyNow(_ what: String, _ condition: () throws -> Bool) throws {
        for _ in 0..<3000 where try !condition() { usleep(10_000) }
        #expect(try condition(), "\(what)")
    }
}
