package import Reactor
internal import Synchronization

/// An HTTP/1.1 server over all loops of a group, each with a daemon and a listening socket of its own.
package final class FrontServer: Sendable {
    private let parts: [LoopBound<LoopServer>]
    private let settings: ServerSettings
    private let boundPort = Mutex<UInt16>(0)

    /// - Parameter observer: hears of every request that was answered, on its loop; must not block.
    package init(
        _ settings: ServerSettings,
        application: any HTTPApplication,
        loops: [EventLoop],
        observer: @escaping @Sendable (CompletedRequest) -> Void
    ) {
        self.settings = settings
        let counter = AddressCounter()
        parts = loops.map { loop in
            LoopBound(
                LoopServer(
                    settings,
                    application: application,
                    counter: counter,
                    loop: loop,
                    observer: observer
                ),
                on: loop
            )
        }
    }

    /// The port listened on, once started.
    package var port: UInt16 { boundPort.withLock { $0 } }

    /// Listens. Call it off the loops or on one; returns when every loop serves.
    package func start() async throws {
        var port = settings.port
        for part in parts {
            let socket = try ListeningSocket.open(host: settings.host, port: port)
            port = socket.port
            try await Self.on(part) { try $0.start(socket.descriptor) }
        }
        boundPort.withLock { $0 = port }
    }

    /// Accepts nothing more and waits until the requests under way are answered, at most `grace`. Returns how many
    /// were not.
    package func stop(grace: Duration) async throws -> Int {
        for part in parts { try await Self.on(part) { $0.drain() } }
        let deadline = MonotonicClock.now + grace.nanoseconds
        while true {
            let open = try await openRequests
            if open == 0 || MonotonicClock.now >= deadline { return open }
            await parts[0].loop.sleep(for: .milliseconds(10))
        }
    }

    package struct Status: Sendable {
        package var openRequests = 0
        package var connections = 0
    }

    /// Of the calling loop.
    package var statusHere: Status {
        for part in parts where part.loop.isCurrent {
            return Status(openRequests: part.value.openRequests, connections: part.value.connectionCount)
        }
        return Status()
    }

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
