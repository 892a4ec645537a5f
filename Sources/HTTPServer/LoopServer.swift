internal import CLinux
internal import Glibc
internal import ParlayAPI
internal import Reactor

/// One loop's part of the server: a listening socket and the connections that it accepted.
final class LoopServer {
    let loop: EventLoop
    let application: any HTTPApplication
    let settings: ServerSettings
    let budgets: Budgets
    let sockets: PushSocketSet
    let buffer: ReceiveBuffer
    private let counter: AddressCounter
    private let socketCounter: SocketCounter
    private let observer: @Sendable (CompletedRequest) -> Void
    private var listener: (descriptor: Int32, registration: EventLoop.Registration)?
    private var isAccepting = true
    private var isRunning = false
    /// Checked in turns, so that many connections do not hold the loop all at the same time.
    private var connections = [[Int32: Connection]](repeating: [:], count: LoopServer.sweeps)
    private var sweep = 0
    /// Those that go on at the end of the turn.
    private var scheduled: [Connection] = []
    private var memoryReturn = MemoryReturn()
    private var dateText = (second: Int64.min, text: "")
    private var nextRequest = UInt64.random(in: 0..<(1 << 40))
    /// How many more requests are read in this turn than one of each connection.
    private var extraRequests = LoopServer.extraRequestsPerTurn
    var openRequests = 0
    private(set) var connectionCount = 0
    private(set) var isDraining = false

    /// The number of sweeps per second; each connection is checked in one of them.
    static let sweeps = PushSocketSet.sweeps
    /// What is read of a connection at a time before its head is complete.
    static let headBytes = 16 * 1024
    /// The same for a body.
    private static let bodyBytes = 32 * 1024
    /// Shared by the clients that send several requests at once, so that the others do not wait for them.
    private static let extraRequestsPerTurn = 64
    /// Connections that are accepted in one turn.
    private static let acceptsPerTurn = 32

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
        let buffer = ReceiveBuffer(size: Self.bodyBytes)
        self.buffer = buffer
        sockets = PushSocketSet(
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
    }

    /// Accepts connections on `socket`, which it owns from now on.
    func start(_ socket: Int32) throws {
        isRunning = true
        listener = (socket, try loop.add(socket, .readable) { [self] _ in accept() })
        loop.atEndOfTurn(.serve) { [weak self] in self?.proceed() }
        loop.atEndOfTurn(.flush) { [sockets] in sockets.endOfTurn() }
        sweepLater()
    }

    // MARK: Turns

    func schedule(_ connection: Connection) {
        scheduled.append(connection)
        // The end of this turn may have passed.
        if scheduled.count == 1 { loop.requestTurn() }
    }

    /// Whether a connection that has read a request in this turn may read on.
    func takeExtraRequest() -> Bool {
        extraRequests -= 1
        return extraRequests >= 0
    }

    private func proceed() {
        extraRequests = Self.extraRequestsPerTurn
        guard !scheduled.isEmpty else { return }
        let connections = scheduled
        scheduled.removeAll(keepingCapacity: true)
        for connection in connections { connection.proceed() }
    }

    private func sweepLater() {
        loop.schedule(after: .seconds(1) / Self.sweeps) { [weak self] in
            guard let self, isRunning else { return }
            let now = Instant.now
            sweep = (sweep + 1) % Self.sweeps
            for connection in connections[sweep].values { connection.enforce(now: now) }
            sockets.sweep(sweep, now: now)
            if sweep == 0 {
                // One that ran out of descriptors tries again.
                listen(connectionCount < settings.connectionLimit)
                if memoryReturn.isDue(budgets.held, now: now) { Allocator.collect() }
            }
            sweepLater()
        }
    }

    // MARK: Connections

    private func accept() {
        for _ in 0..<Self.acceptsPerTurn {
            guard connectionCount < settings.connectionLimit else { return listen(false) }
            guard let listener else { return }
            var address = sockaddr_storage()
            let descriptor = unsafe parlay_accept(listener.descriptor, &address)
            guard descriptor >= 0 else {
                // The connection ended before it was accepted.
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno != EAGAIN { listen(false) }
                return
            }
            open(descriptor, from: PeerAddress(address))
        }
    }

    private func open(_ descriptor: Int32, from peer: PeerAddress) {
        let isFull = counter.isFull(peer, limit: settings.connectionsPerAddress)
        guard !isFull || settings.isTrustedProxy(peer) else {
            close(descriptor)
            return
        }
        let seat = AddressCounter.Seat(of: peer, in: counter)
        // Without memory for it in the kernel, the connection ends here.
        guard let connection = try? Connection(descriptor, seat: seat, server: self) else { return }
        connections[connection.sweep][descriptor] = connection
        connectionCount += 1
    }

    func closed(_ connection: Connection) {
        connections[connection.sweep][connection.descriptor] = nil
        connectionCount -= 1
        if connectionCount + 1 == settings.connectionLimit { listen(true) }
    }

    /// Whether new connections are accepted. Those that are not wait in the kernel.
    private func listen(_ isAccepting: Bool) {
        guard isAccepting != self.isAccepting, let listener else { return }
        self.isAccepting = isAccepting
        loop.modify(listener.registration, isAccepting ? .readable : [])
    }

    // MARK: What connections share

    /// Unique enough to find a request in the log; not secret. The end distinguishes the requests of different loops.
    func makeID() -> String {
        nextRequest += 1
        var id = ShortText()
        id.append(nextRequest, radix: 36)
        id.append("-")
        id.append(Int64(loop.index))
        return id.text
    }

    /// The value of `Date`.
    var date: String {
        let second = WallClock.milliseconds / 1_000
        if dateText.second != second { dateText = (second, HTTPDate.text(second)) }
        return dateText.text
    }

    func completed(_ exchange: Exchange) {
        openRequests -= 1
        let head = exchange.head
        let result = exchange.result
        observer(
            CompletedRequest(
                id: head.id,
                method: head.method == nil ? "other" : head.methodName,
                status: result?.status ?? 499,
                problemCode: result?.problemCode,
                duration: .now - exchange.start,
                bytes: result?.bytes ?? 0,
                trace: exchange.trace,
                loop: loop.index
            )
        )
    }

    // MARK: Streams

    /// Takes the places for one more socket, or says why it is refused.
    func reserve(_ upgrade: PushUpgrade, for connection: Connection) -> Result<PendingSocket, Problem> {
        guard !isDraining else { return .failure(.stopping) }
        guard let address = seat(of: upgrade.client, connection.seat) else {
            return .failure(.tooManyConnections(limit: settings.connectionsPerAddress))
        }
        guard let socket = socketCounter.take() else { return .failure(.tooManySockets) }
        let seats = PushSocket.Seats(address: address, socket: socket)
        return .success(PendingSocket(seats: seats, form: upgrade.form, open: upgrade.open))
    }

    /// A direct connection keeps its seat. A proxy's gets one for the client behind it.
    private func seat(of client: PeerAddress, _ seat: AddressCounter.Seat) -> AddressCounter.Seat? {
        guard settings.isTrustedProxy(seat.peer), !settings.isTrustedProxy(client) else { return seat }
        return counter.seat(for: client, limit: settings.connectionsPerAddress)
    }

    /// Makes a stream of a connection's descriptor, which it owns from now on.
    ///
    /// - Parameter early: what the client sent after its request.
    func open(_ pending: PendingSocket, on descriptor: Int32, early: [UInt8]) {
        // Without memory for it in the kernel, the connection ends here.
        guard
            let socket = try? PushSocket(
                descriptor: descriptor,
                form: pending.form,
                seats: pending.seats,
                in: sockets
            )
        else { return }
        pending.open(socket)
        if isDraining { socket.close(1001, Self.stopReason) }
        guard !early.isEmpty else { return }
        unsafe early.withUnsafeBufferPointer { early in unsafe socket.receive(early) }
    }

    private static let stopReason = "the server is stopping"

    // MARK: Stopping

    /// From now on every answer closes its connection, and there is no listener for new clients.
    func beginDraining() {
        isDraining = true
        sockets.closeAll(1001, Self.stopReason)
        // Not fatal: without it, connections made just before the close are reset.
        if let listener { _ = parlay_tcp_drop_new(listener.descriptor) }
    }

    /// Accepts the connections that the kernel has made, then stops listening.
    func stopListening() {
        guard let listener else { return }
        for _ in 0..<1_000 where parlay_is_readable(listener.descriptor) != 0 { accept() }
        loop.remove(listener.registration)
        close(listener.descriptor)
        self.listener = nil
    }

    /// Closes idle connections.
    func endIdle() {
        for connection in connections.joined().map(\.value) { connection.closeIfIdle() }
    }

    /// Closes the remaining connections. Only without open requests.
    func finish() {
        guard openRequests == 0, isRunning else { return }
        isRunning = false
        sockets.abandonAll()
        for connection in connections.joined().map(\.value) { connection.close() }
    }
}

/// A stream between its answer and the moment when that is sent.
struct PendingSocket {
    let seats: PushSocket.Seats
    let form: PushForm
    let open: @Sendable (PushSocket) -> Void
}

extension Problem {
    fileprivate static let stopping = Problem(
        status: 503,
        code: "not_ready",
        title: "Not ready",
        detail: "The process is stopping. Try again; another process will answer."
    )

    fileprivate static let tooManySockets = Problem(
        status: 503,
        code: "too_many_sockets",
        title: "Too many sockets",
        detail: "The server has reached its limit of streams. Try again later."
    )

    fileprivate static func tooManyConnections(limit: Int) -> Problem {
        Problem(
            status: 503,
            code: "too_many_connections",
            title: "Too many connections",
            detail: "Your address may have \(limit) connections. Close one first."
        )
    }
}
