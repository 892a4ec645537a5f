import Database
import Glibc
import Reactor
import TestDatabases
import TestSupport
import Testing

/// Servers that cannot be written: standbys, demoted primaries, and those that hang.
@Suite(.database) struct FailoverTests {
    static let refuseWrites = Statement("select set_config('default_transaction_read_only', 'on', false)")
    static let insert = Statement("insert into failovers values (1)")
    static let count = Statement("select count(*) from failovers")

    private func makeTable(in database: TestDatabase) throws {
        try database.owner.execute(
            "create table failovers (id bigint); grant select, insert on failovers to parlay_front"
        )
    }

    private func error(of body: () async throws -> Void) async -> DatabaseError? {
        do {
            try await body()
            return nil
        } catch { return error as? DatabaseError }
    }

    private func isUnavailable(_ error: DatabaseError?) -> Bool {
        if case .unavailable = error { true } else { false }
    }

    @Test func `a connection that cannot write is replaced, and what it refused was not done`() async throws {
        let database = try TestDatabase.current
        try makeTable(in: database)
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            _ = try await pool.write([Self.refuseWrites()])
            #expect(isUnavailable(await error { _ = try await pool.write([Self.insert()]) }))
            try await pool.transaction { transaction in
                _ = try await transaction.run(Self.refuseWrites())
            }
            let refused = await error {
                try await pool.transaction { transaction in _ = try await transaction.run(Self.insert()) }
            }
            #expect(isUnavailable(refused))
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 0)
            try await eventually("new connections") {
                do {
                    _ = try await pool.write([Self.insert()])
                    return true
                } catch DatabaseError.unavailable { return false }
            }
            try await eventually("a new connection for transactions") {
                do {
                    try await pool.transaction { transaction in _ = try await transaction.run(Self.insert()) }
                    return true
                } catch DatabaseError.unavailable { return false }
            }
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 2)
            #expect(pool.statusHere.depth == 0)
        }
    }

    @Test func `a server that cannot be written is not connected to unless the URL says so`() async throws {
        let database = try TestDatabase.current
        let superuser = try database.connect(as: .superuser)
        try superuser.execute("alter database \(database.name) set default_transaction_read_only = on")
        var settings = database.settings(as: .front)
        #expect(throws: DatabaseError.self) { try BlockingConnection(settings) }
        settings.conninfo += "&target_session_attrs=any"
        let connection = try BlockingConnection(settings)
        #expect(try connection.query("select 1").count == 1)
        #expect(throws: DatabaseError.self) { try connection.execute("create table t ()") }
    }

    @Test func `a pool waits for the server to be promoted`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let superuser = try database.connect(as: .superuser)
            try superuser.execute("alter database \(database.name) set default_transaction_read_only = on")
            let pool = try DatabasePool(
                database.settings(as: .front),
                loops: [database.loop],
                sizes: .small
            )
            defer { pool.stop() }
            pool.start()
            try await eventually("the refusal") { "\(pool.lastErrorHere)".contains("read-only") }
            #expect(!pool.isConnectedHere)
            try superuser.execute("alter database \(database.name) reset default_transaction_read_only")
            try await eventually("the connections") { pool.isConnectedHere }
        }
    }

    /// The thread that connects would otherwise wait as long as the server hangs.
    @Test func `a server that hangs right after the login is given up`() async throws {
        let server = try HangingServer()
        let pool = try BlockingPool(name: "hanging", threads: 2, capacity: 4)
        defer { pool.stop() }
        let settings = ConnectionSettings(conninfo: server.conninfo, role: "parlay_front")
        async let serving: Void = pool.run { server.serve() }
        await #expect(throws: DatabaseError.unavailable("the server did not answer within 5 s")) {
            try await pool.run { _ = try BlockingConnection(settings) }
        }
        try await serving
    }
}

/// Lets one client log in and then answers nothing until the client is gone.
private final class HangingServer: Sendable {
    private let listener: Int32
    let conninfo: String

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        try #require(isListening)
        let port = UInt16(bigEndian: address.sin_port)
        conninfo = "postgresql://somebody@127.0.0.1:\(port)/x?sslmode=disable&gssencmode=disable"
    }

    deinit { close(listener) }

    /// PostgreSQL manual, 55.7: AuthenticationOk, two settings that libpq asks for, ReadyForQuery.
    func serve() {
        let client = accept(listener, nil, nil)
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard unsafe read(client, &buffer, buffer.count) > 0 else { return }
        var answer = Self.message("R", [0, 0, 0, 0])
        for (name, value) in [
            ("server_version", "15.0"), ("in_hot_standby", "off"), ("default_transaction_read_only", "off"),
        ] {
            answer += Self.message("S", Array(name.utf8) + [0] + Array(value.utf8) + [0])
        }
        answer += Self.message("Z", Array("I".utf8))
        _ = unsafe write(client, answer, answer.count)
        while unsafe read(client, &buffer, buffer.count) > 0 {}
    }

    private static func message(_ kind: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: kind), 0, 0, 0, UInt8(body.count + 4)] + body
    }
}
