internal import CPostgreSQL
internal import Glibc
internal import Reactor

/// One libpq connection in pipeline mode (PostgreSQL manual, 34.5). Owns the `PGconn` and finishes it once.
///
/// `@unchecked Sendable` because it is opened on a thread of the connector's pool and then used only by one loop.
@safe final class RawConnection: @unchecked Sendable {
    let raw: OpaquePointer
    private var encoded = EncodedValues()
    private var notices: NoticeReceiver?

    enum Outcome {
        case tuples(ResultSet)
        case done
        case synced
        case aborted
        case failed(DatabaseError)
        /// The end of one statement's results.
        case end
    }

    private init(adopting raw: OpaquePointer) { unsafe self.raw = raw }
    deinit { unsafe PQfinish(raw) }

    /// Connects and sets up the session. Blocks: call it on a pool's thread.
    ///
    /// - Parameter preparesSession: whether to take the role and, behind a pooler, to set the session's settings.
    static func open(
        _ settings: ConnectionSettings,
        pipeline: Bool,
        preparesSession: Bool = true
    ) throws(DatabaseError) -> RawConnection {
        let connection: RawConnection
        do {
            connection = try connect(settings, sendsOptions: true)
        } catch DatabaseError.unavailable(let why) where why.contains("unsupported startup parameter") {
            // PgBouncer.
            connection = try connect(settings, sendsOptions: false)
        }
        if preparesSession { try connection.prepareSession(settings) }
        guard unsafe PQsetnonblocking(connection.raw, 1) == 0 else {
            throw .unavailable(connection.errorMessage)
        }
        if pipeline, unsafe PQenterPipelineMode(connection.raw) != 1 {
            throw .unavailable(connection.errorMessage)
        }
        return connection
    }

    private static func connect(
        _ settings: ConnectionSettings,
        sendsOptions: Bool
    ) throws(DatabaseError) -> RawConnection {
        // What follows `dbname`, the URL, overrides it; what precedes it is a default that the URL can change.
        var parameters: [(String, String)] = [
            // Never a standby or a demoted primary: their reads are old, and their writes fail.
            ("target_session_attrs", "read-write"), ("connect_timeout", "\(openTimeout)"),
            // A machine that vanished without closing the connection is noticed within 25 s.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"),
            ("dbname", settings.conninfo), ("application_name", settings.applicationName),
            ("client_encoding", "UTF8"),
        ]
        if settings.replicates { parameters.append(("replication", "database")) }
        if sendsOptions {
            let options = settings.sessionSettings.map { "-c \($0.name)=\($0.value)" }
            parameters.append(("options", options.joined(separator: " ")))
        }
        if let user = settings.user { parameters.append(("user", user)) }
        let pointer = unsafe withCStrings(parameters.map(\.0)) { keys in
            unsafe withCStrings(parameters.map(\.1)) { values in
                // C's `const char *const *`.
                unsafe PQconnectStartParams(
                    UnsafeRawPointer(keys).assumingMemoryBound(to: UnsafePointer<CChar>?.self),
                    UnsafeRawPointer(values).assumingMemoryBound(to: UnsafePointer<CChar>?.self),
                    1
                )
            }
        }
        guard let pointer = unsafe pointer else { throw .unavailable("out of memory") }
        let connection = unsafe RawConnection(adopting: pointer)
        connection.notices = settings.observer.map { unsafe NoticeReceiver(of: pointer, $0) }
        connection.finishConnecting()
        guard unsafe PQstatus(pointer) == CONNECTION_OK else { throw .unavailable(connection.errorMessage) }
        return connection
    }

    /// Blocks until the login is complete or has failed.
    ///
    /// The server can send notices during the login, so the receiver must be set before it, which `PQconnectdb` does not
    /// allow. But only that function leaves a host that hangs for the next one of the URL, and `PQreset` is the same.
    private func finishConnecting() {
        let deadline = ContinuousClock.now + .seconds(2)
        var wanted = PGRES_POLLING_WRITING
        while unsafe PQstatus(raw) != CONNECTION_BAD,
            wanted == PGRES_POLLING_WRITING || wanted == PGRES_POLLING_READING
        {
            let milliseconds = ContinuousClock.now.duration(to: deadline).milliseconds
            guard milliseconds > 0 else { return unsafe PQreset(raw) }
            let events = wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
            guard unsafe poll(&descriptor, 1, Int32(milliseconds)) > 0 else { continue }
            wanted = unsafe PQconnectPoll(raw)
        }
    }

    /// Seconds for the login, and for the answer to `set role`.
    private static let openTimeout = 5

    /// The server's process id that was announced when the connection was made; a pooler announces another one.
    var announcedBackend: Int64 { Int64(unsafe PQbackendPID(raw)) }

    /// Takes the role, unless the session logged in as it. A pooler may drop the settings that were sent at connecting,
    /// so behind one they are set again; in session mode they last as long as the connection.
    private func prepareSession(_ settings: ConnectionSettings) throws(DatabaseError) {
        var sql = "select pg_backend_pid()"
        if let role = settings.role, !isLoggedIn(as: role) { sql = "set role \(try quoted(role)); \(sql)" }
        guard unsafe PQsendQuery(raw, sql) == 1 else { throw .unavailable(errorMessage) }
        var backend: String?
        while true {
            try waitForAnswer()
            guard let result = unsafe PQgetResult(raw) else { break }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK: break
            case PGRES_TUPLES_OK: backend = unsafe PQgetvalue(result, 0, 0).map { unsafe String(cString: $0) }
            default: throw unsafe Self.failure(result, fallback: errorMessage)
            }
        }
        guard let backend else { throw .unavailable(errorMessage) }
        guard backend != String(announcedBackend) else { return }
        let commands = settings.sessionSettings.map { "set \($0.name) = \($0.value)" }
        try execute(commands.joined(separator: "; "))
    }

    private func isLoggedIn(as role: String) -> Bool {
        guard let user = unsafe PQuser(raw) else { return false }
        return unsafe String(cString: user) == role
    }

    private func quoted(_ identifier: String) throws(DatabaseError) -> String {
        guard let quoted = unsafe PQescapeIdentifier(raw, identifier, identifier.utf8.count) else {
            throw .unavailable(errorMessage)
        }
        defer { unsafe PQfreemem(quoted) }
        return unsafe String(cString: quoted)
    }

    /// `PQexec` would wait forever for a server that hangs after the login, and with it the thread that connects.
    private func waitForAnswer() throws(DatabaseError) {
        let deadline = ContinuousClock.now + .seconds(Self.openTimeout)
        while unsafe PQisBusy(raw) == 1 {
            let milliseconds = ContinuousClock.now.duration(to: deadline).milliseconds
            guard milliseconds > 0 else {
                throw .unavailable("the server did not answer within \(Self.openTimeout) s")
            }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&descriptor, 1, Int32(milliseconds))
            guard ready <= 0 || consume() else { throw .unavailable(errorMessage) }
        }
    }

    /// Runs a command and waits for it. Blocks.
    func execute(_ sql: String) throws(DatabaseError) {
        let result = unsafe PQexec(raw, sql)
        defer { unsafe PQclear(result) }
        let status = unsafe PQresultStatus(result)
        // Empty: the file contains only comments.
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
            throw unsafe Self.failure(result, fallback: errorMessage)
        }
    }

    var socket: Int32 { unsafe PQsocket(raw) }
    var isBroken: Bool { unsafe PQstatus(raw) != CONNECTION_OK }
    /// In one line, and without libpq's hints, which begin with a tab ("\tIs the server running …?").
    var errorMessage: String {
        let text = unsafe String(cString: PQerrorMessage(raw))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("\t") }
        return lines.joined(separator: "; ").replacing(":  ", with: ": ")
    }

    // MARK: Sending

    func prepare(_ statement: Statement, as name: String) -> Bool {
        unsafe PQsendPrepare(raw, name, statement.sql, 0, nil) == 1
    }

    /// Queues a statement that was prepared under this name.
    func send(_ query: Query, as name: String) -> Bool {
        unsafe name.withCString { name in
            unsafe withEncoded(query.parameters) { count, values, lengths, formats in
                unsafe PQsendQueryPrepared(raw, name, count, values, lengths, formats, 1) == 1
            }
        }
    }

    /// Runs one statement with values and waits for it. Blocks.
    func query(_ sql: String, _ parameters: [Parameter]) throws(DatabaseError) -> ResultSet {
        if let refusal = Parameter.refusal(of: parameters) { throw .statement(refusal) }
        let result = unsafe withEncoded(parameters) { count, values, lengths, formats in
            unsafe PQexecParams(raw, sql, count, nil, values, lengths, formats, 1)
        }
        let status = unsafe PQresultStatus(result)
        guard let result = unsafe result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            defer { unsafe PQclear(result) }
            throw unsafe Self.failure(result, fallback: errorMessage)
        }
        return unsafe ResultSet(adopting: result)
    }

    /// Writes the values into a buffer of the connection, which libpq copies before `body` returns.
    private func withEncoded<Value>(
        _ parameters: [Parameter],
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, [Int32], [Int32]) -> Value
    ) -> Value {
        encoded.fill(parameters)
        return unsafe encoded.bytes.withUnsafeBufferPointer { buffer in
            unsafe withUnsafeTemporaryAllocation(
                of: UnsafePointer<CChar>?.self,
                capacity: parameters.count + 1
            ) { values in
                let first = unsafe UnsafeRawPointer(buffer.baseAddress)
                for index in encoded.starts.indices {
                    let start = encoded.starts[index]
                    let value = unsafe start.flatMap { unsafe first?.advanced(by: $0) }
                    unsafe values.initializeElement(at: index, to: value?.assumingMemoryBound(to: CChar.self))
                }
                return unsafe body(
                    Int32(parameters.count),
                    values.baseAddress,
                    encoded.lengths,
                    encoded.formats
                )
            }
        }
    }

    /// Ends the implicit transaction of everything sent since the last one, and flushes (libpq before 17).
    func sync() -> Bool { unsafe PQpipelineSync(raw) == 1 }

    enum Flush { case done, pending, failed }
    func flush() -> Flush {
        switch unsafe PQflush(raw) {
        case 0: .done
        case 1: .pending
        default: .failed
        }
    }

    /// Sends a plain statement outside of pipeline mode, without waiting for the answer.
    func sendSimple(_ sql: String) -> Bool { unsafe PQsendQuery(raw, sql) == 1 }

    // MARK: Receiving

    /// Reads from the socket; false if the connection is lost.
    func consume() -> Bool { unsafe PQconsumeInput(raw) == 1 }

    /// The next complete result; `nil` if more bytes must arrive first.
    func next() -> Outcome? {
        guard unsafe PQisBusy(raw) == 0 else { return nil }
        guard let result = unsafe PQgetResult(raw) else { return .end }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            return .tuples(unsafe ResultSet(adopting: result))
        case PGRES_PIPELINE_SYNC:
            unsafe PQclear(result)
            return .synced
        case PGRES_PIPELINE_ABORTED:
            unsafe PQclear(result)
            return .aborted
        case PGRES_EMPTY_QUERY:
            unsafe PQclear(result)
            return .done
        default:
            defer { unsafe PQclear(result) }
            return .failed(unsafe Self.failure(result, fallback: errorMessage))
        }
    }

    /// The channel and payload of the next notification that arrived.
    func nextNotification() -> (channel: String, payload: String)? {
        guard let notify = unsafe PQnotifies(raw) else { return nil }
        defer { unsafe PQfreemem(notify) }
        return unsafe (String(cString: notify.pointee.relname), String(cString: notify.pointee.extra))
    }

    static func failure(_ result: OpaquePointer?, fallback: String) -> DatabaseError {
        func field(_ code: Character) -> String? {
            guard let ascii = code.asciiValue, let text = unsafe PQresultErrorField(result, Int32(ascii))
            else {
                return nil
            }
            return unsafe String(cString: text)
        }
        guard let state = field("C") else { return .unavailable(fallback) }
        // Not localized (PostgreSQL manual, 55.8).
        let severity = field("V")
        // "cached plan must not change result type" has no code of its own: the table was altered after the statement
        // was prepared.
        let isStale = state == "0A000" && field("R") == "RevalidateCachedQuery"
        return .statement(
            StatementFailure(
                sqlState: isStale ? .invalidStatementName : SQLState(rawValue: state),
                message: field("M") ?? fallback,
                constraint: field("n"),
                endsSession: severity == "FATAL" || severity == "PANIC"
            )
        )
    }
}

/// Values in libpq's form. The buffers are reused from query to query to save allocations.
private struct EncodedValues {
    /// The values, each followed by a zero byte.
    private(set) var bytes: [UInt8] = []
    /// The start of each value; `nil` for NULL.
    private(set) var starts: [Int?] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    mutating func fill(_ parameters: [Parameter]) {
        // Releases the memory of a rare long value.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
        starts.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for parameter in parameters { append(parameter) }
    }

    private mutating func append(_ parameter: Parameter) {
        let start = bytes.count
        var isBinary = false
        switch parameter {
        case .null: break
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .integer(let value): append(decimal: value)
        case .boolean(let value): bytes.append(value ? 0x74 : 0x66)
        case .bytes(let value):
            bytes.append(contentsOf: value)
            isBinary = true
        case .instant(let milliseconds):
            append(microsecondsSince2000: (milliseconds &- 946_684_800_000) &* 1000)
            isBinary = true
        }
        if case .null = parameter { starts.append(nil) } else { starts.append(start) }
        lengths.append(Int32(clamping: bytes.count - start))
        formats.append(isBinary ? 1 : 0)
        bytes.append(0)
    }

    /// Big-endian, as `timestamptz_recv` reads it.
    private mutating func append(microsecondsSince2000 value: Int64) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func append(decimal value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }
}
