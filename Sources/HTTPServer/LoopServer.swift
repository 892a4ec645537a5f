internal import CLinux
internal import CMicroHTTPD
internal import CReceive
internal import Glibc
internal import ParlayAPI
internal import Reactor

/// One loop's part of the server: a libmicrohttpd daemon in external-epoll mode.
@safe final class LoopServer {
    let loop: EventLoop
    let application: any HTTPApplication
    let settings: ServerSettings
    let budgets: Budgets
    let counter: AddressCounter
    let socketCounter: SocketCounter
    let sockets: WebSocketSet
    let observer: @Sendable (CompletedRequest) -> Void
    private var daemon: OpaquePointer?
    private var mustRun = false
    private var listening: Int32 = -1
    private var registration: EventLoop.Registration?
    /// Checked in turns, so that many connections do not hold the loop all at the same time.
    private var records = [[Int32: ConnectionRecord]](repeating: [:], count: LoopServer.sweeps)
    private var sweep = 0
    private var memoryReturn = MemoryReturn()
    /// The number of sweeps per second; each connection is checked in one of them.
    private static let sweeps = WebSocketSet.sweeps
    private var nextRequest: UInt64
    /// Distinguishes the requests of different loops.
    private let idEnding: String
    private(set) var openRequests = 0
    private(set) var isDraining = false

    private(set) var connectionCount = 0

    init(
        _ settings: ServerSettings,
        application: any HTTPApplication,
        counter: AddressCounter,
        socketCounter: SocketCounter,
        budgets: Budgets,
        loop: EventLoop,
        observer: @escaping @Sendable (CompletedRequest) -> Void
    ) {
        self.settings = settings
        self.application = application
        self.counter = counter
        self.socketCounter = socketCounter
        sockets = WebSocketSet(
            .init(
                framesPerSecond: settings.framesPerSecond,
                pingInterval: settings.pingInterval,
                progressTimeout: .seconds(settings.progressTimeout)
            ),
            on: loop
        )
        self.budgets = budgets
        self.loop = loop
        self.observer = observer
        nextRequest = UInt64.random(in: 0..<(1 << 40))
        idEnding = "-\(loop.index)"
    }

    /// Starts the daemon, which owns `socket` from now on.
    func start(_ socket: Int32) throws {
        var options = unsafe parlay_mhd_options()
        unsafe options.listen_socket = socket
        unsafe options.memory_limit = settings.bufferSize
        unsafe options.connection_limit = UInt32(clamping: settings.connectionLimit)
        // Released in `finish`, because callbacks can come as long as the daemon exists.
        unsafe options.context = Unmanaged.passRetained(self).toOpaque()
        unsafe options.accept = { context, address, _ in unsafe LoopServer.from(context).accepts(address) }
        unsafe options.handler = { _, _, _, method, version, part, size, exchange in
            guard let exchange = unsafe exchange?.pointee, let size = unsafe size else { return .NO }
            let value = unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
            let bytes = unsafe UnsafeRawBufferPointer(start: part, count: Int(size.pointee))
            let goesOn = unsafe value.advance(method, version, bytes) { unsafe size.pointee = 0 }
            return goesOn ? .YES : .NO
        }
        unsafe options.target = { context, target, connection in
            guard let connection = unsafe connection, let target = unsafe target else { return nil }
            let server = unsafe LoopServer.from(context)
            guard let exchange = unsafe server.begin(connection, target: target) else { return nil }
            // Held by the connection's record until it ends.
            return unsafe Unmanaged.passUnretained(exchange).toOpaque()
        }
        unsafe options.completed = { _, _, slot, _ in
            guard let exchange = unsafe slot?.pointee else { return }
            unsafe slot?.pointee = nil
            unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().finished()
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
        listening = socket
        registration = try loop.add(unsafe parlay_mhd_epoll(daemon), .readable) { [unowned self] _ in
            mustRun = true
        }
        loop.atEndOfTurn(.serve) { [weak self] in self?.runIfNeeded() }
        loop.atEndOfTurn(.flush) { [sockets] in sockets.endOfTurn() }
        mustRun = true
        loop.requestTurn()
        sweepLater()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> LoopServer {
        guard let context = unsafe context else { preconditionFailure("the daemon has no context") }
        return unsafe Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Turning

    private func runIfNeeded() {
        guard mustRun, let daemon = unsafe daemon else { return }
        mustRun = false
        // The second run suspends the requests that the first left waiting, and sends the answers of resumed ones.
        for _ in 0..<2 {
            unsafe run(daemon)
            // Zero: the daemon has input that it has not processed. The sweep handles other timeouts.
            var timeout: UInt64 = 0
            guard unsafe MHD_get_timeout(daemon, &timeout) == .YES, timeout == 0 else { return }
        }
        mustRun = true
        loop.requestTurn()
    }

    /// Runs the daemon, which reads from its sockets what `received` lets through.
    private func run(_ daemon: OpaquePointer) {
        unsafe parlay_receive_through(
            { context, socket, bytes, count in
                unsafe LoopServer.from(context).received(
                    UnsafeBufferPointer(start: bytes, count: count),
                    on: socket
                )
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { parlay_receive_through(nil, nil) }
        _ = unsafe MHD_run(daemon)
    }

    func resume(_ exchange: Exchange) {
        unsafe MHD_resume_connection(exchange.connection)
        mustRun = true
        loop.requestTurn()
    }

    private func sweepLater() {
        loop.schedule(after: .seconds(1) / Self.sweeps) { [weak self] in
            guard let self, unsafe daemon != nil else { return }
            let now = Instant.now
            sweep = (sweep + 1) % Self.sweeps
            for record in records[sweep].values { record.enforce(settings, now: now) }
            sockets.sweep(sweep, now: now)
            // A daemon that ran out of descriptors accepts again when it is run.
            if sweep == 0 {
                mustRun = true
                if memoryReturn.isDue(budgets.held, now: now) { Allocator.collect() }
            }
            sweepLater()
        }
    }

    // MARK: Connections

    private func accepts(_ address: UnsafePointer<sockaddr>?) -> MHD_Result {
        let peer = unsafe PeerAddress(address)
        let isFull = counter.isFull(peer, limit: settings.connectionsPerAddress)
        return isFull && !settings.isTrustedProxy(peer) ? .NO : .YES
    }

    private func opened(_ connection: OpaquePointer) -> ConnectionRecord {
        let peer = unsafe PeerAddress(parlay_mhd_peer(connection))
        let socket = unsafe parlay_mhd_socket(connection)
        let seat = AddressCounter.Seat(of: peer, in: counter)
        let framing = RequestFraming(headerLimit: settings.headerLimit, memory: settings.bufferSize)
        let sweep = Int(socket) % Self.sweeps
        let record = ConnectionRecord(socket: socket, seat: seat, framing: framing, sweep: sweep)
        records[sweep][socket] = record
        connectionCount += 1
        return record
    }

    private func closed(_ record: ConnectionRecord) {
        records[record.sweep][record.socket] = nil
        connectionCount -= 1
        record.exchange?.finished()
        record.exchange = nil
        guard connectionCount + 1 >= settings.connectionLimit else { return }
        // The daemon was full: its next run listens again.
        mustRun = true
        loop.requestTurn()
    }

    /// Keeps the connection's socket readable after its end, for a client that is still sending.
    func linger(_ exchange: Exchange) -> LingeringSocket? {
        LingeringSocket(duplicating: exchange.record.socket, seat: exchange.record.seat, on: loop)
    }

    func record(on socket: Int32) -> ConnectionRecord? { records[Int(socket) % Self.sweeps][socket] }

    // MARK: Requests

    private func begin(_ connection: OpaquePointer, target: UnsafePointer<CChar>) -> Exchange? {
        guard let raw = unsafe parlay_mhd_socket_context(connection) else { return nil }
        let record = unsafe Unmanaged<ConnectionRecord>.fromOpaque(raw).takeUnretainedValue()
        let exchange = unsafe Exchange(connection, target: target, record: record, server: self)
        openRequests += 1
        record.exchange = exchange
        record.enter(.headers, now: loop.turnStart)
        return exchange
    }

    /// Unique enough to find a request in the log; not secret.
    func makeID() -> String {
        nextRequest += 1
        return String(nextRequest, radix: 36, ending: idEnding)
    }

    // MARK: Answers

    func queue(_ response: Response, _ bytes: AnswerBytes, for exchange: Exchange) -> Bool {
        guard let answer = unsafe bytes.makeResponse() else { return false }
        defer { unsafe MHD_destroy_response(answer) }
        unsafe addHeaders(of: response, exchange, to: answer)
        let mustClose = exchange.mustClose || isDraining || exchange.record.mustClose
        if mustClose { unsafe Self.add("Connection", "close", to: answer) }
        return unsafe MHD_queue_response(exchange.connection, UInt32(clamping: response.status), answer)
            == .YES
    }

    func addHeaders(of response: Response, _ exchange: Exchange, to answer: OpaquePointer) {
        for field in response.headers.fields { unsafe Self.add(field.name, field.value, to: answer) }
        if let id = exchange.head?.id { unsafe Self.add("X-Request-Id", id, to: answer) }
    }

    /// Uses `withCString`, because a string passed as a pointer is copied first.
    private static func add(_ name: String, _ value: String, to answer: OpaquePointer) {
        unsafe name.withCString { name in
            unsafe value.withCString { value in _ = unsafe MHD_add_response_header(answer, name, value) }
        }
    }

    func completed(_ exchange: Exchange) {
        openRequests -= 1
        let record = exchange.record
        record.exchange = nil
        record.ended += 1
        record.enter(.idle, now: loop.turnStart)
        guard let head = exchange.head else { return }
        observer(
            CompletedRequest(
                id: head.id,
                method: head.method == nil ? "other" : head.methodName,
                status: exchange.response?.status ?? 499,
                problemCode: exchange.response?.problemCode,
                duration: .now - exchange.start,
                bytes: exchange.response?.body.count ?? 0,
                trace: exchange.trace,
                loop: loop.index
            )
        )
    }

    // MARK: Stopping

    /// From now on every answer closes its connection, and there is no listener for new clients.
    func beginDraining() {
        isDraining = true
        sockets.closeAll(1001, Self.stopReason)
        guard listening >= 0 else { return }
        // Not fatal: without it, connections made just before the close are reset.
        _ = parlay_tcp_drop_new(listening)
    }

    /// Accepts the connections that the kernel has made, then stops listening.
    func stopListening() {
        guard let daemon = unsafe daemon, listening >= 0 else { return }
        // The daemon accepts about ten per run, and none when it is full.
        for _ in 0..<1_000 where parlay_is_readable(listening) != 0 { unsafe run(daemon) }
        let socket = unsafe MHD_quiesce_daemon(daemon)
        if socket >= 0 { close(socket) }
        listening = -1
        mustRun = true
        loop.requestTurn()
    }

    /// Closes idle connections.
    func endIdle() {
        for record in records.joined().map(\.value) {
            if case .idle = record.phase, parlay_is_readable(record.socket) == 0 { record.end() }
        }
    }

    /// Stops the daemon and closes its remaining connections. Only without open requests, because it cannot end
    /// suspended ones.
    func finish() {
        guard openRequests == 0, let daemon = unsafe daemon else { return }
        unsafe self.daemon = nil
        if let registration { loop.remove(registration) }
        sockets.abandonAll()
        unsafe MHD_stop_daemon(daemon)
        unsafe Unmanaged.passUnretained(self).release()
    }
}
