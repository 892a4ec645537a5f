internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import ParlayAPI
internal import Reactor

/// The server's part on one loop: a libmicrohttpd daemon in external-epoll mode.
@safe final class LoopServer {
    let loop: EventLoop
    let application: any HTTPApplication
    private let settings: ServerSettings
    private let counter: AddressCounter
    private let observer: @Sendable (CompletedRequest) -> Void
    private var daemon: OpaquePointer?
    private var mustRun = false
    private var deadline: EventLoop.Registration?
    private var records: [ObjectIdentifier: ConnectionRecord] = [:]
    private var nextRequest: UInt64
    private(set) var openRequests = 0
    private(set) var isDraining = false
    private var timer: TimerID?

    var connectionCount: Int { records.count }

    init(
        _ settings: ServerSettings,
        application: any HTTPApplication,
        counter: AddressCounter,
        loop: EventLoop,
        observer: @escaping @Sendable (CompletedRequest) -> Void
    ) {
        self.settings = settings
        self.application = application
        self.counter = counter
        self.loop = loop
        self.observer = observer
        nextRequest = UInt64.random(in: 0..<(1 << 40))
    }

    /// Starts the daemon, which owns `socket` from here on.
    func start(_ socket: Int32) throws {
        var options = unsafe parlay_mhd_options()
        unsafe options.listen_socket = socket
        unsafe options.memory_limit = settings.headerLimit + 16 * 1024
        unsafe options.idle_timeout = UInt32(clamping: settings.idleTimeout)
        unsafe options.connection_limit = UInt32(clamping: settings.connectionLimit)
        // Retained until the end of the process: callbacks may come as long as the daemon lives.
        unsafe options.context = Unmanaged.passRetained(self).toOpaque()
        unsafe options.accept = { context, address, _ in unsafe LoopServer.from(context).accepts(address) }
        unsafe options.handler = { context, connection, _, method, _, part, size, exchange in
            guard let exchange = unsafe exchange?.pointee, let size = unsafe size else { return .NO }
            let value = unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
            let bytes = unsafe UnsafeRawBufferPointer(start: part, count: Int(size.pointee))
            let goesOn = unsafe value.advance(method, bytes) { unsafe size.pointee = 0 }
            return goesOn ? .YES : .NO
        }
        unsafe options.target = { context, target, connection in
            guard let connection = unsafe connection, let target = unsafe target else { return nil }
            let server = unsafe LoopServer.from(context)
            let exchange = unsafe Exchange(connection, target: String(cString: target), server: server)
            server.began(exchange)
            // Released in `completed`, which comes once for every request.
            return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }
        unsafe options.completed = { _, _, slot, _ in
            guard let exchange = unsafe slot?.pointee else { return }
            unsafe slot?.pointee = nil
            unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().finished()
        }
        unsafe options.connection = { context, connection, slot, event in
            guard let connection = unsafe connection, let slot = unsafe slot else { return }
            let server = unsafe LoopServer.from(context)
            if event == .CONNECTION_NOTIFY_STARTED {
                // Released when the connection closes.
                unsafe slot.pointee = Unmanaged.passRetained(server.opened(connection)).toOpaque()
            } else if let raw = unsafe slot.pointee {
                unsafe slot.pointee = nil
                server.closed(unsafe Unmanaged<ConnectionRecord>.fromOpaque(raw).takeRetainedValue())
            }
        }
        guard let daemon = unsafe parlay_mhd_start(&options) else { throw HTTPServerError.daemon }
        unsafe self.daemon = daemon
        _ = try loop.add(unsafe parlay_mhd_epoll(daemon), .readable) { [unowned self] _ in mustRun = true }
        loop.atEndOfTurn(.serve) { [unowned self] in runIfNeeded() }
        mustRun = true
        loop.requestTurn()
        sweepLater()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> LoopServer {
        guard let context = unsafe context else { preconditionFailure("the daemon lost its context") }
        return unsafe Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Turning

    private func runIfNeeded() {
        guard mustRun, let daemon = unsafe daemon else { return }
        mustRun = false
        _ = unsafe MHD_run(daemon)
        // Zero: the daemon holds input that it has not looked at. Other timeouts are the sweep's.
        var timeout: UInt64 = 0
        if unsafe MHD_get_timeout(daemon, &timeout) == .YES, timeout == 0 {
            mustRun = true
            loop.requestTurn()
        }
    }

    func resume(_ exchange: Exchange) {
        unsafe MHD_resume_connection(exchange.connection)
        mustRun = true
        loop.requestTurn()
    }

    private func sweepLater() {
        loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self else { return }
            let now = MonotonicClock.now
            for record in records.values { record.enforce(settings, now: now) }
            // The daemon closes idle connections by its own clock, when it is run.
            mustRun = true
            sweepLater()
        }
    }

    // MARK: Connections

    private func accepts(_ address: UnsafePointer<sockaddr>?) -> MHD_Result {
        let peer = unsafe PeerAddress(address)
        return counter.isFull(peer, limit: settings.connectionsPerAddress) ? .NO : .YES
    }

    private func opened(_ connection: OpaquePointer) -> ConnectionRecord {
        let peer = unsafe PeerAddress(parlay_mhd_peer(connection))
        let record = ConnectionRecord(socket: unsafe parlay_mhd_socket(connection), peer: peer)
        records[ObjectIdentifier(record)] = record
        counter.opened(peer)
        return record
    }

    private func closed(_ record: ConnectionRecord) {
        records[ObjectIdentifier(record)] = nil
        counter.closed(record.peer)
    }

    func record(of exchange: Exchange) -> ConnectionRecord? {
        guard let raw = unsafe parlay_mhd_socket_context(exchange.connection) else { return nil }
        return unsafe Unmanaged<ConnectionRecord>.fromOpaque(raw).takeUnretainedValue()
    }

    // MARK: Requests

    private func began(_ exchange: Exchange) {
        openRequests += 1
        record(of: exchange)?.enter(.headers)
    }

    struct HeadRefusal: Error {
        let problem: Problem
        let head: RequestHead
    }

    func readHead(of exchange: Exchange, method: String) -> Result<RequestHead, HeadRefusal> {
        let headers = unsafe Self.headers(of: exchange.connection)
        let lengths = headers.values(of: "Content-Length")
        let encodings = headers.values(of: "Transfer-Encoding")
        let target = RequestTarget.origin(exchange.target)
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = RequestHead(
            methodName: method,
            path: String(halves[0]),
            query: halves.count > 1 ? String(halves[1]) : nil,
            headers: headers,
            peer: record(of: exchange)?.peer ?? PeerAddress(bytes: []),
            id: headers["X-Request-Id"].flatMap(Self.acceptable) ?? makeID(),
            contentLength: encodings.isEmpty ? lengths.first.flatMap { Int($0) } : nil,
            isChunked: !encodings.isEmpty
        )
        if let reason = Self.framingError(lengths: lengths, encodings: encodings) {
            let problem = Problem(status: 400, code: "bad_request", title: "Bad request", detail: reason)
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        if unsafe parlay_mhd_header_size(exchange.connection) > settings.headerLimit {
            let problem = Problem(
                status: 431,
                code: "headers_too_large",
                title: "Headers too large",
                detail: "The request line and headers may hold at most \(settings.headerLimit) bytes."
            )
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        return .success(head)
    }

    /// Framing that two programs could read in two ways is refused (RFC 9112, 6.1 and 6.3).
    private static func framingError(lengths: [String], encodings: [String]) -> String? {
        if !encodings.isEmpty && !lengths.isEmpty {
            return "A request must not have both Transfer-Encoding and Content-Length."
        }
        if lengths.count > 1 { return "Content-Length must stand once." }
        if let length = lengths.first, length.isEmpty || !length.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) {
            return "Content-Length must be a decimal number."
        }
        if encodings.count > 1 || encodings.first.map({ $0.lowercased() != "chunked" }) == true {
            return "The only Transfer-Encoding taken is chunked."
        }
        return nil
    }

    private static func acceptable(_ id: String) -> String? {
        let isAcceptable =
            (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
                default: false
                }
            }
        return isAcceptable ? id : nil
    }

    /// Unique enough to find a request in the log; no secret.
    private func makeID() -> String {
        nextRequest += 1
        return String(nextRequest, radix: 36) + "-" + String(loop.index)
    }

    private static func headers(of connection: OpaquePointer) -> Headers {
        var headers = Headers()
        unsafe withUnsafeMutablePointer(to: &headers) { pointer in
            _ = unsafe MHD_get_connection_values_n(
                connection,
                .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    guard let context = unsafe context, let name = unsafe name else { return .YES }
                    let headers = unsafe context.assumingMemoryBound(to: Headers.self)
                    unsafe headers.pointee.add(LoopServer.text(name, nameSize), LoopServer.text(value, valueSize))
                    return .YES
                },
                pointer
            )
        }
        return headers
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: unsafe start == nil ? 0 : count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Answers

    func queue(_ response: Response, for exchange: Exchange) -> Bool {
        let answer = unsafe response.body.withUnsafeBytes { body in
            unsafe MHD_create_response_from_buffer(
                body.count,
                UnsafeMutableRawPointer(mutating: body.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let answer = unsafe answer else { return false }
        defer { unsafe MHD_destroy_response(answer) }
        for (name, value) in response.headers.fields { _ = unsafe MHD_add_response_header(answer, name, value) }
        if let id = exchange.head?.id { _ = unsafe MHD_add_response_header(answer, "X-Request-Id", id) }
        if exchange.mustClose || isDraining { _ = unsafe MHD_add_response_header(answer, "Connection", "close") }
        return unsafe MHD_queue_response(exchange.connection, UInt32(clamping: response.status), answer) == .YES
    }

    func completed(_ exchange: Exchange) {
        openRequests -= 1
        if !isDraining {
            record(of: exchange)?.enter(.idle)
        } else {
            record(of: exchange)?.end()
        }
        guard let head = exchange.head else { return }
        observer(
            CompletedRequest(
                id: head.id,
                method: head.method == nil ? "other" : head.methodName,
                status: exchange.response?.status ?? 499,
                duration: MonotonicClock.now - exchange.start,
                bytes: exchange.response?.body.count ?? 0,
                trace: exchange.trace,
                loop: loop.index
            )
        )
    }

    // MARK: Stopping

    /// Takes what the kernel has accepted, then no more; idle connections end, requests under way go on.
    func drain() {
        guard !isDraining, let daemon = unsafe daemon else { return }
        _ = unsafe MHD_run(daemon)
        let socket = unsafe MHD_quiesce_daemon(daemon)
        if socket >= 0 { close(socket) }
        isDraining = true
        for record in records.values {
            if case .idle = record.phase { record.end() }
        }
        mustRun = true
        loop.requestTurn()
    }
}
