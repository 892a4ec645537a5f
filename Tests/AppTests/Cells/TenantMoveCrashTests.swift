import Database
import TestDatabases
import Testing
import Transfer

/// A command may be killed between any two of its statements: given again, it goes on. Of the same suite, because slots have their
/// names for the whole server.
extension TenantMoveTests {
    private struct Killed: Error {}

    /// Ends the command before a statement, and all that it would still do.
    private final class Life {
        private var rest: Int
        private(set) var isOver = false

        init(_ statements: Int) { rest = statements }

        func spend() throws {
            rest -= 1
            guard rest >= 0 else {
                isOver = true
                throw Killed()
            }
        }
    }

    /// Kills the command after more and more of its statements, until it comes to its end.
    ///
    /// - Returns: how often it was killed.
    private func persist(_ command: (TenantMove) throws -> Void, to cell: Int? = nil) throws -> Int {
        var kills = 0
        // Not always the same points.
        var statements = Int.random(in: 1...3)
        while true {
            let life = Life(statements)
            do {
                try command(TenantMove("alpha", to: cell, cells: tenant.settings, willRun: life.spend))
                return kills
            } catch is Killed {
                kills += 1
            } catch let error as TransferError where life.isOver || "\(error)".contains("does not move") {
                // The last kill came after the last change.
                #expect("\(error)".contains("does not move"))
                return kills
            }
            let states = [try tenant.state(tenant.one), try tenant.state(tenant.two)]
            #expect(states.count { $0 == "open" } <= 1, "\(states) after \(statements) statements")
            #expect(
                !states.allSatisfy { ["away", "arriving", ""].contains($0) },
                "\(states) after \(statements) statements"
            )
            // Ever fewer points of the long commands, which do the same for each table. Beside all other tests each costs seconds.
            statements += max(3, statements / 6)
            try #require(statements < 5_000)
        }
    }

    @Test func `a move ends whatever statements its commands are killed before`() throws {
        let before = try tenant.digests(tenant.one)
        let age = Duration.seconds(3600)
        #expect(try persist({ _ = try $0.start() }, to: 2) > 8)
        #expect(try tenant.move().verify().differences == [])
        #expect(try persist { _ = try $0.switch(within: .seconds(20), verifiedWithin: age) } > 8)
        #expect(try tenant.state(tenant.one) == "away" && tenant.state(tenant.two) == "open")
        #expect(try tenant.digests(tenant.two) == before)
        #expect(try tenant.move().verify().differences == [])
        #expect(try persist { _ = try $0.reverse(within: .seconds(20), verifiedWithin: age) } > 8)
        #expect(try tenant.state(tenant.one) == "open" && tenant.state(tenant.two) == "away")
        #expect(try tenant.move().verify().differences == [])
        #expect(try persist { _ = try $0.switch(within: .seconds(20), verifiedWithin: age) } > 8)
        #expect(try persist { _ = try $0.complete() } > 2)
        #expect(try tenant.state(tenant.one) == "away" && tenant.state(tenant.two) == "open")
        #expect(try tenant.digests(tenant.two) == before)
        #expect(try tenant.slots == 0)
    }

    @Test func `a cell has the whole catalog, wherever the command that adds it was killed`() throws {
        let genres = "select coalesce(string_agg(concat_ws(' ', id, name), ', ' order by id), '') from genres"
        try tenant.one.execute(
            "insert into genres (id, name) overriding system value values (900001, 'Cell')"
        )
        func isWhole() throws -> Bool {
            try Rows<String>(tenant.one.query(genres)).one == Rows<String>(tenant.two.query(genres)).one
        }
        var kills = 0
        for statements in 1... {
            let life = Life(statements)
            func cell(_ number: Int) throws -> CellDatabase {
                try CellDatabase(number, #require(tenant.settings[number]), willRun: life.spend)
            }
            do {
                try CellSetup(home: cell(1), cell: cell(2)).run()
                break
            } catch is Killed {
                kills += 1
                let followers = """
                    select count(*) from pg_subscription s join pg_database d on d.oid = s.subdbid
                     where d.datname = current_database()
                    """
                let follows = try Rows<Int64>(tenant.two.query(followers)).one
                // Whoever follows has been given what was there before.
                #expect(try follows == 0 || isWhole(), "after \(statements) statements")
            }
        }
        #expect(kills > 30)
        #expect(try isWhole())
        #expect(try tenant.slots == 1)
    }

    @Test func `a cancelled move leaves nothing whatever statements its command is killed before`() throws {
        let before = try tenant.digests(tenant.one)
        _ = try tenant.move(to: 2).start()
        #expect(try persist { _ = try $0.cancel() } > 2)
        #expect(try tenant.state(tenant.one) == "open" && tenant.state(tenant.two) == "away")
        #expect(try tenant.digests(tenant.one) == before)
        #expect(try tenant.two.query("select count(*) from accounts")[0].integer(0) == 0)
        #expect(try tenant.slots == 0)
    }

    @Test func `a publication has no tables any more when it goes`() throws {
        _ = try tenant.move(to: 2).start()
        let tables =
            """
            select coalesce((select (select count(*) from pg_publication_rel where prpubid = p.oid)
                               from pg_publication p where pubname like 'parlay_move_%'), -1)
            """
        var counts: [Int64] = []
        _ = try TenantMove("alpha", cells: tenant.settings) {
            counts.append(try Rows<Int64>(tenant.one.query(tables)).one)
        }
        .cancel()
        #expect(try Rows<Int64>(tenant.one.query(tables)).one == -1)
        // Before each statement.
        #expect(counts.prefix { $0 >= 0 }.last == 0)
        #expect(counts.contains { $0 > 0 })
    }

    @Test func `what is going back can only go back, wherever its command was killed`() throws {
        _ = try tenant.move(to: 2).start()
        #expect(try tenant.move().verify().differences == [])
        _ = try tenant.move().switch(within: .seconds(20), verifiedWithin: .seconds(3600))
        let fence =
            "update tenants set state = 'fenced', held_until = now() - interval '1 second' where slug = 'alpha'"
        // Closed, and not decided.
        try tenant.two.execute(fence)
        #expect(refusal { _ = try tenant.move().complete() }.contains("move reverse alpha"))
        #expect(
            refusal { _ = try tenant.move().switch(within: .seconds(5), verifiedWithin: .seconds(3600)) }
                .contains("move reverse alpha")
        )
        #expect(CellState.all(tenant.settings)[1].problems.contains { $0.contains("move reverse alpha") })
        // Killed as soon as it was decided.
        #expect(try tenant.move().verify().differences == [])
        #expect(throws: Killed.self) {
            try TenantMove("alpha", cells: tenant.settings) {
                let phase = try tenant.two.query("select phase from moves")[0].text(0)
                if phase == "switching" { throw Killed() }
            }
            .reverse(within: .seconds(20), verifiedWithin: .seconds(3600))
        }
        #expect(try tenant.move().status().phase == .reversing)
        #expect(try tenant.move().status().next == "parlay admin tenant move reverse alpha")
        #expect(CellState.all(tenant.settings)[1].figures?.moves.map(\.phase) == [.reversing])
        for command in [
            { _ = try tenant.move().complete() }, { _ = try tenant.move().cancel() },
            { _ = try tenant.move().switch(within: .seconds(5), verifiedWithin: .seconds(3600)) },
            { _ = try tenant.move().verify() },
        ] {
            let text = refusal(command)
            #expect(text.contains("is reversing"))
            #expect(text.contains("Run `parlay admin tenant move reverse alpha` again"))
        }
        _ = try tenant.move().reverse(within: .seconds(20), verifiedWithin: .seconds(3600))
        #expect(try tenant.state(tenant.one) == "open" && tenant.state(tenant.two) == "away")
        // Killed before its last statement.
        try tenant.one.execute("update moves set phase = 'switched'")
        #expect(refusal { _ = try tenant.move().cancel() }.contains("is reversing"))
        _ = try tenant.move().reverse(within: .seconds(20), verifiedWithin: .seconds(3600))
        #expect(try tenant.move().status().phase == .following)
        #expect(try tenant.move().cancel() > 100)
    }
}
