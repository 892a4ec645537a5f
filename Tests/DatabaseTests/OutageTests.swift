internal import Database
internal import Glibc
internal import Reactor
internal import Synchronization
internal import TestDatabases
internal import TestSupport
internal import Testing

/// What the observer of connections is told.
@Suite(.database) struct OutageTests {
    private final class Events: Sendable {
        private let stored = Mutex<[DatabaseEvent]>([])
        var all: [DatabaseEvent] { stored.withLock { $0 } }
        var notices: [DatabaseNotice] {
            all.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
        }
        func add(_ event: DatabaseEvent) { stored.withLock { $0.append(event) } }
    }

    private func observed(_ settings: ConnectionSettings, _ events: Events) -> ConnectionSettings {
        var settings = settings
        settings.observer = { events.add($0) }
        return settings
    }

    @Test func `an outage of all connections is one event with its reason, and so is its end`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let events = Events()
            let sizes = DatabasePool.Sizes(readers: 3, writers: 3)
            let pool = try await database.pool(observed(database.settings(as: .front), events), sizes)
            #expect(events.all.isEmpty)
            let superuser = try database.connect(as: .superuser)
            for _ in 0..<2 {
                let known = events.all.count
                try superuser.execute(
                    "alter database \(database.name) set default_transaction_read_only = on"
                )
                try superuser.execute(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid()
                    """
                )
                try await eventually("the loss") {
                    pool.statusHere.open == 0 && events.all.count > known
                }
                try superuser.execute("alter database \(database.name) reset default_transaction_read_only")
                try await eventually("the connections") { pool.statusHere.open >= 6 }
                try await eventually("the end") { events.all.count >= known + 2 }
                let news = Array(events.all.dropFirst(known))
                #expect(news.count == 2, "\(news)")
                guard case .lost(let reason) = news.first, case .back(let outage) = news.last else {
                    Issue.record("\(news)")
                    return
                }
                // Whichever connection was noticed first, and whether it could still read the server's last words.
                let words = ["terminating connection due to administrator command", "closed the connection"]
                #expect(words.contains { reason.contains($0) }, "\(reason)")
                #expect(reason.contains("read-only"), "\(reason)")
                #expect(!reason.contains("\n"))
                #expect(outage > .zero)
            }
        }
    }

    /// The rest goes on, and nobody waits: that is no outage.
    @Test func `a single connection that is replaced is no event`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let events = Events()
            var settings = observed(database.settings(as: .front), events)
            settings.applicationName = "replaced"
            let pool = try await database.pool(settings)
            let all = pool.statusHere.open
            let pid = try await pool.read(RowStatement<Int64>("select pg_backend_pid()::bigint")()).one
            let superuser = try database.connect(as: .superuser)
            _ = try superuser.query("select pg_terminate_backend($1::integer)", .integer(pid))
            try await eventually("another connection") {
                let sessions = try superuser.query(
                    "select pid::bigint from pg_stat_activity where application_name = 'replaced'"
                ).map { try $0.integer(0) }
                return sessions.count == all && !sessions.contains(pid) && pool.statusHere.open == all
            }
            #expect(events.all.isEmpty, "\(events.all)")
        }
    }

    @Test func `notices go to the observer, and those of the login too`() async throws {
        let database = try TestDatabase.current
        let superuser = try database.connect(as: .superuser)
        let events = Events()
        let settings = observed(database.settings(as: .front), events)
        let connection = try BlockingConnection(settings)
        #expect(events.all.isEmpty)
        try connection.execute(
            "do $$ begin raise warning 'careful' using detail = 'all of it', hint = 'look'; end $$"
        )
        let notice = try #require(events.notices.first)
        #expect(events.notices.count == 1 && notice.severity == "WARNING" && notice.message == "careful")
        #expect(notice.detail == "all of it" && notice.hint == "look")
        // As after an upgrade of the system's libraries.
        try superuser.execute(
            "update pg_database set datcollversion = '1' where datname = current_database()"
        )
        _ = try BlockingConnection(settings)
        let login = try #require(events.notices.dropFirst().first, "\(events.all)")
        #expect(login.message.contains("collation version") || login.message.contains("recorded"), "\(login)")
    }

    @Test func `a host that takes connections and hangs is left for the next one of the URL`() async throws {
        let database = try TestDatabase.current
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let hanging = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(hanging) }
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(hanging, pointer, length) == 0 && listen(hanging, 8) == 0
                    && getsockname(hanging, pointer, &length) == 0
            }
        }
        try #require(isListening)
        let events = Events()
        var settings = observed(database.settings(as: .front), events)
        let port = UInt16(bigEndian: address.sin_port)
        // A server that PARLAY_TEST_DATABASE_URL names may be written in another way.
        guard settings.conninfo.contains("host=") else { return }
        settings.conninfo = settings.conninfo.replacing("host=", with: "host=127.0.0.1,")
        settings.conninfo += "&port=\(port),5432&sslmode=disable&gssencmode=disable&connect_timeout=2"
        let connection = try BlockingConnection(settings)
        try connection.execute("do $$ begin raise warning 'still told'; end $$")
        #expect(events.notices.map(\.message) == ["still told"])
    }
}
