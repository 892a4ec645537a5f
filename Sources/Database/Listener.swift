package import Reactor

/// Receives notifications on its own connection, and reconnects whenever it is lost.
///
/// A notification is only a wake-up: the tables hold the truth. After each connect the handlers are called once with
/// an empty payload, because notifications may have been lost; each must check for changes itself.
package final class Listener: Sendable {
    private let state: LoopBound<State>

    /// Listens on `channel` after `start`. `handler` runs on `loop` with the payload of each notification.
    ///
    /// - Parameter channel: a `listen` statement of a channel, such as `"listen parlay_jobs"`.
    package init(
        _ pool: DatabasePool,
        on loop: EventLoop,
        listen: StaticString,
        check: Duration = .seconds(30),
        _ handler: @escaping @Sendable (_ payload: String) -> Void
    ) {
        state = LoopBound(State(pool, loop, listen, check, handler), on: loop)
    }

    /// Connects in the background.
    package func start() {
        let state = state
        state.loop.execute { state.value.open() }
    }

    package func stop() {
        let state = state
        state.loop.execute { state.value.stop() }
    }

    private final class State {
        private let pool: DatabasePool
        private let loop: EventLoop
        private let listen: StaticString
        private let check: Duration
        private let handler: @Sendable (String) -> Void
        private var connection: SessionConnection?
        private var backoff = Duration.milliseconds(50)
        private var isStopped = false

        init(
            _ pool: DatabasePool,
            _ loop: EventLoop,
            _ listen: StaticString,
            _ check: Duration,
            _ handler: @escaping @Sendable (String) -> Void
        ) {
            self.pool = pool
            self.loop = loop
            self.listen = listen
            self.check = check
            self.handler = handler
        }

        func open() {
            guard !isStopped, connection == nil else { return }
            SessionConnection.open(pool, on: loop) { result in
                switch result {
                case .success(let connection): self.opened(connection)
                case .failure: self.openLater()
                }
            }
        }

        func stop() {
            isStopped = true
            connection?.close()
            connection = nil
        }

        private func opened(_ connection: SessionConnection) {
            guard !isStopped else { return connection.close() }
            self.connection = connection
            connection.notified = { [handler] _, payload in handler(payload) }
            connection.lost = { [weak self] _ in self?.openLater() }
            connection.send(listen, within: .seconds(5)) { [weak self] result in
                guard case .success = result, let self else { return self?.giveUp(connection) ?? () }
                backoff = .milliseconds(50)
                handler("")
                checkLater(connection)
            }
        }

        /// A connection can die silently, so it is probed regularly and must answer within 5 s.
        private func checkLater(_ connection: SessionConnection) {
            loop.schedule(after: check) { [weak self, weak connection] in
                guard let self, let connection, self.connection === connection else { return }
                connection.send("select 1", within: .seconds(5)) { [weak self] result in
                    guard case .success = result, let self else { return }
                    checkLater(connection)
                }
            }
        }

        /// The server refused to listen, so start over.
        private func giveUp(_ connection: SessionConnection) {
            guard self.connection === connection else { return }
            connection.close()
            openLater()
        }

        private func openLater() {
            connection = nil
            guard !isStopped else { return }
            loop.schedule(after: backoff) { [weak self] in self?.open() }
            backoff = min(backoff * 2, .seconds(5))
        }
    }
}
