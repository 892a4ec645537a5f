internal import CMicroHTTPD
internal import Glibc
internal import ParlayAPI
internal import Reactor

/// A WebSocket between its answer and the moment when that is sent.
struct PendingSocket {
    let seats: WebSocket.Seats
    let open: @Sendable (WebSocket) -> Void
}

extension LoopServer {
    /// Takes the places for one more socket, or says why it is refused.
    func reserve(_ upgrade: WebSocketUpgrade, for exchange: Exchange) -> Result<PendingSocket, Problem> {
        guard !isDraining else { return .failure(.stopping) }
        guard let address = seat(of: upgrade.client, exchange.record) else {
            return .failure(.tooManyConnections(limit: settings.connectionsPerAddress))
        }
        guard let socket = socketCounter.take() else { return .failure(.tooManySockets) }
        let seats = WebSocket.Seats(address: address, socket: socket)
        return .success(PendingSocket(seats: seats, open: upgrade.open))
    }

    /// A direct connection keeps its seat. A proxy's gets one for the client behind it.
    private func seat(of client: PeerAddress, _ record: ConnectionRecord) -> AddressCounter.Seat? {
        guard settings.isTrustedProxy(record.seat.peer), !settings.isTrustedProxy(client) else {
            return record.seat
        }
        return counter.seat(for: client, limit: settings.connectionsPerAddress)
    }

    /// Queues the 101. libmicrohttpd calls `adopt` when it is sent.
    func queueUpgrade(_ response: Response, for exchange: Exchange) -> Bool {
        let answer = unsafe MHD_create_response_for_upgrade(
            { _, _, exchange, bytes, count, socket, handle in
                if let raw = unsafe exchange {
                    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(raw).takeUnretainedValue()
                    unsafe exchange.server.adopt(
                        socket,
                        exchange,
                        UnsafeRawBufferPointer(start: bytes, count: count)
                    )
                }
                // libmicrohttpd closes its descriptor and frees the connection, without a shutdown.
                unsafe parlay_mhd_end_upgrade(handle)
            },
            nil
        )
        guard let answer = unsafe answer else { return false }
        defer { unsafe MHD_destroy_response(answer) }
        unsafe addHeaders(of: response, exchange, to: answer)
        return unsafe MHD_queue_response(exchange.connection, UInt32(clamping: response.status), answer)
            == .YES
    }

    /// Makes a WebSocket of the connection, whose descriptor is duplicated: libmicrohttpd has no more to do with it, and
    /// neither have its buffer, its limit of connections and the sweep of idle ones.
    private func adopt(_ socket: Int32, _ exchange: Exchange, _ read: UnsafeRawBufferPointer) {
        guard let pending = exchange.pending else { return }
        let record = exchange.record
        exchange.pending = nil
        let early = unsafe [UInt8](read) + record.early
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        // libmicrohttpd turns it off before an upgrade.
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        // Without memory for it in the kernel, the connection ends here.
        guard let webSocket = try? WebSocket(descriptor: descriptor, seats: pending.seats, in: sockets) else {
            return
        }
        pending.open(webSocket)
        if isDraining { webSocket.close(1001, Self.stopReason) }
        guard !early.isEmpty else { return }
        unsafe early.withUnsafeBufferPointer { early in unsafe webSocket.receive(early) }
    }

    static let stopReason = "the server is stopping"
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
        detail: "The server has reached its limit of WebSockets. Try again later."
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
