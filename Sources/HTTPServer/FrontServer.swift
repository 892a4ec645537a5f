package import Reactor
internal import Synchronization

/// An HTTP/1.1 server over all loops of a group. Each loop has its own listening socket.
///
/// Everything that the application or the server refuses is a problem document with a request id and a log line.
package final class FrontServer: Sendable {
    private let parts: [LoopBound<LoopServer>]
    private let settings: ServerSettings
    private let boundPort = Mutex<UInt16>(0)
    package let budgets: Budgets
    private let socketCounter: SocketCounter

    /// - Parameter observer: called for every answered request, on its loop; must not block.
    package init(
        _ settings: ServerSettings,
        application: any HTTPApplication,
        loops: [EventLoop],
        observer: @escaping @Sendable (CompletedRequest) -> Void
    ) {
        self.settings = settings
        let counter = AddressCounter()
        let budgets = Budgets(settings)
        self.budgets = budgets
        let socketCounter = SocketCounter(limit: settings.socketLimit)
        self.socketCounter = socketCounter
        parts = loops.map { loop in
            LoopBound(
                LoopServer(
                    settings,
                    application: application,
                    counter: counter,
                    socketCounter: socketCounter,
                    budgets: budgets,
                    loop: loop,
                    observer: observer
                ),
                on: loop
            )
        }
    }

    /// The port listened on, once started.
    package var port: UInt16 { boundPort.withLock { $0 } }

    /// Starts to listen. Call it on a loop or outside; returns when every loop serves.
    package func start() async throws {
        var port = settings.port
        for part in parts {
            let socket = try ListeningSocket.open(
                host: settings.host,
                port: port,
                isShared: settings.sharesPort
            )
            port = socket.port
            try await Self.on(part) { try $0.start(socket.descriptor) }
        }
        boundPort.withLock { $0 = port }
    }

    /// Lets running requests finish, at most for `grace`, and returns how many did not.
    ///
    /// Connections that the kernel has accepted are still served; new ones reach another listener on the port or
    /// none. An idle connection can send one more request, which is answered with `Connection: close`, for half a
    /// second or half of `grace`. WebSockets are closed with 1001 and have five seconds for the closing handshake.
    package func stop(grace: Duration) async throws -> Int {
        let start = ContinuousClock.now
        for part in parts { try await Self.on(part) { $0.beginDraining() } }
        await parts[0].loop.sleep(for: min(.milliseconds(100), grace / 4))
        for part in parts { try await Self.on(part) { $0.stopListening() } }
        let idleDeadline = start + min(.milliseconds(500), grace / 2)
        var open = try await openRequests
        while ContinuousClock.now < start + grace {
            if ContinuousClock.now >= idleDeadline {
                for part in parts { try await Self.on(part) { $0.endIdle() } }
            }
            open = try await openRequests
            let connections = try await connectionCount
            if ContinuousClock.now >= start + Self.closingTime {
                for part in parts { try await Self.on(part) { $0.sockets.abandonAll() } }
            }
            if open == 0 && connections == 0 && socketCount == 0 { break }
            await parts[0].loop.sleep(for: .milliseconds(10))
        }
        open = try await openRequests
        for part in parts { try await Self.on(part) { $0.finish() } }
        return open
    }

    private static let closingTime = Duration.seconds(5)

    /// The open connections and requests of one loop.
    package struct Status: Sendable {
        package var openRequests = 0
        package var connections = 0
    }

    /// The values of the calling loop.
    package var statusHere: Status {
        for part in parts where part.loop.isCurrent {
            return Status(openRequests: part.value.openRequests, connections: part.value.connectionCount)
        }
        return Status()
    }

    /// Open WebSockets, of all loops.
    package var socketCount: Int { socketCounter.count }

    package var openRequests: Int {
        get async throws {
            var count = 0
            for part in parts { count += try await Self.on(part) { $0.openRequests } }
            return count
        }
    }

    package var connectionCount: Int {
        get async throws {
            var count = 0
            for part in parts { count += try await Self.on(part) { $0.connectionCount } }
            return count
        }
    }

    private static func on<Value: Sendable>(
        _ part: LoopBound<LoopServer>,
        _ body: @escaping @Sendable (LoopServer) throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            part.loop.execute { continuation.resume(returning: Result { try body(part.value) }) }
        }
        return try result.get()
    }
}
