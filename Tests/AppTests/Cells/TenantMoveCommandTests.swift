import Cluster
import Database
import TestDatabases
import Testing
import Transfer

@testable import App

/// What the operator reads. Of the same suite, because slots have their names for the whole server.
extension TenantMoveTests {
    /// What a command prints, which must succeed.
    private func output(_ words: String) throws -> String {
        let outcome = try tenant.parlay(words, cells: tenant.lines)
        #expect(outcome.code == .code(0), "\(words): \(outcome.errors)")
        return outcome.output
    }

    private func move(_ words: String) throws -> String { try output("admin tenant move \(words)") }

    private func next(_ step: String) -> String { "Next: `parlay admin tenant move \(step) alpha`" }

    /// Whether the last switch was killed after its fence.
    private func fence(_ cell: BlockingConnection, until held: String) throws {
        try cell.execute("update tenants set state = 'fenced', held_until = \(held) where slug = 'alpha'")
    }

    @Test func `each command prints the next one`() throws {
        #expect(try move("start alpha --to 2").contains(next("verify")))
        // There was none yet.
        let status = try tenant.move().status()
        #expect(status.verifiedSeconds == nil && status.next == "parlay admin tenant move verify alpha")
        #expect(try move("status alpha").contains("never"))
        #expect(try move("verify alpha").contains(next("switch")))
        #expect(try move("switch alpha --max-gap 20s").contains(next("complete")))
        #expect(try move("status alpha").contains("parlay admin tenant move complete alpha"))
        #expect(try move("verify alpha").contains(next("complete")))
        let reversed = try move("reverse alpha --max-gap 20s")
        #expect(reversed.contains(next("switch")) && reversed.contains("move cancel alpha"), "\(reversed)")
        let missing = try tenant.parlay("admin tenant move start alpha", cells: tenant.lines)
        #expect(missing.code == .code(2) && missing.errors.contains("--to is missing"), "\(missing.errors)")
    }

    @Test func `status says that a tenant is closed since a command was interrupted`() throws {
        _ = try tenant.move(to: 2).start()
        try fence(tenant.one, until: "now() - interval '1 second'")
        #expect(try tenant.move().status().next == "parlay admin tenant move switch alpha")
        #expect(try move("status alpha").contains("cell 1, closed since its switch was interrupted"))
        // One that runs.
        try fence(tenant.one, until: "now() + interval '1 hour'")
        #expect(try tenant.move().status().next == "parlay admin tenant move verify alpha")
        try tenant.one.execute("update tenants set state = 'open', held_until = null")
        #expect(try tenant.move().verify().differences == [])
        _ = try tenant.move().switch(within: .seconds(20), verifiedWithin: .seconds(3600))
        try fence(tenant.two, until: "now() - interval '1 second'")
        #expect(try tenant.move().status().next == "parlay admin tenant move reverse alpha")
        #expect(try move("status alpha").contains("cell 2, closed since its reverse was interrupted"))
    }

    @Test func `nothing switches while a front or every worker is not connected to the other cell`() throws {
        func connect(_ cell: Int, _ name: String) throws -> BlockingConnection {
            var settings = try #require(tenant.settings[cell])
            settings.applicationName = name
            return try BlockingConnection(settings)
        }
        func refused() throws -> String {
            refusal {
                _ = try tenant.move().switch(within: .milliseconds(300), verifiedWithin: .seconds(3600))
            }
        }
        _ = try tenant.move(to: 2).start()
        #expect(try tenant.move().verify().differences == [])
        var processes = [
            try connect(1, "parlay-front web1:7"), try connect(1, "parlay-front web2:7"),
            try connect(1, "parlay-worker web1:8"), try connect(1, "parlay-worker web2:8"),
            try connect(2, "parlay-front web2:7"),
        ]
        let all = try refused()
        #expect(
            all.contains("cell 2: the worker web1:8, the worker web2:8, the front web1:7.")
                || all.contains("cell 2: the front web1:7, the worker web1:8, the worker web2:8."),
            "\(all)"
        )
        #expect(try tenant.state(tenant.one) == "open" && tenant.state(tenant.two) == "arriving")
        // One worker is enough.
        processes.append(try connect(2, "parlay-worker web2:8"))
        let one = try refused()
        #expect(one.contains("cell 2: the front web1:7. alpha"), "\(one)")
        processes.append(try connect(2, "parlay-front web1:7"))
        _ = try tenant.move().switch(within: .seconds(20), verifiedWithin: .seconds(3600))
        #expect(try tenant.state(tenant.two) == "open")
        withExtendedLifetime(processes) {}
    }

    @Test func `a command for all tenants finds each in its cell`() throws {
        let ledger = try tenant.parlay("admin ledger verify --json", cells: tenant.lines)
        #expect(ledger.output.contains("alpha"))
        _ = try tenant.move(to: 2).start()
        #expect(try tenant.move().verify().differences == [])
        _ = try tenant.move().switch(within: .seconds(20), verifiedWithin: .seconds(3600))
        _ = try tenant.move().complete()
        #expect(try tenant.parlay("admin ledger verify --json", cells: tenant.lines).output == ledger.output)
        let one = try tenant.parlay("admin ledger verify --json --tenant alpha", cells: tenant.lines)
        #expect(one.output == ledger.output)
        _ = try output("admin tenant set alpha name=Moved")
        #expect(try output("admin tenant list").contains("Moved"))
        #expect(try output("admin payments remind --dry-run").contains("reminded"))
        #expect(try output("admin meetups expire --dry-run").contains("matches would be reset"))
        // The cell where it lives is not named.
        let unnamed = try tenant.parlay("admin ledger verify")
        #expect(unnamed.code == .code(1) && unnamed.errors.contains("there is no cell 2"), "\(unnamed)")
    }

    @Test func `one database is not an installation that lacks something`() throws {
        let alone = try tenant.parlay("cell list")
        #expect(alone.code == .code(0) && alone.errors.isEmpty, "\(alone)")
        #expect(alone.output.contains("There is one database. `parlay cell add 2 --url-file FILE` makes"))
        let named = try tenant.parlay("cell list", cells: tenant.lines)
        #expect(named.code == .code(1) && !named.errors.contains("cell add 1"), "\(named)")
        #expect(named.errors.contains("cell 2: It is not set up. Run `parlay cell add 2 --url-file FILE`."))
        // Its server keeps as much WAL as a forgotten move wants.
        let file = try tenant.write("\(tenant.settings[2]?.conninfo ?? "")\n", to: "url")
        let added = try tenant.parlay("cell add 2 --url-file \(file)")
        #expect(added.code == .code(0), "\(added)")
        for number in 1...2 {
            #expect(
                added.errors.contains("warning: cell \(number): Its server has max_slot_wal_keep_size = -1")
            )
        }
        #expect(!added.errors.contains("wal_retrieve_retry_interval"))
        let listed = try tenant.parlay("cell list", cells: tenant.lines)
        #expect(listed.errors.contains("max_slot_wal_keep_size"))
        // As a front is configured: once as it should be, and once with a login that there is not.
        let joined = try tenant.parlay("doctor --for front --json", cells: tenant.lines)
        #expect(joined.output.contains("parlay_front can log in"), "\(joined)")
        let stranger = tenant.lines.replacing("user=postgres", with: "user=stranger")
        let refused = try tenant.parlay("doctor --for front --json", cells: stranger)
        #expect(refused.output.contains("parlay_front cannot log in"), "\(refused)")
    }
}
