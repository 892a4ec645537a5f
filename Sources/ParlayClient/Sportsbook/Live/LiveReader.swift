internal import Foundation
internal import ParlayAPI

/// Does what a `LiveSession` says, and keeps the latest tree for the iterator.
actor LiveReader {
    /// Sends each call once: the session decides about trying again.
    private let engine: Engine
    private let filter: LiveFilter
    private var session: LiveSession
    private var connection: (any WebSocketConnection)?
    /// Of the connection.
    private var token: String?
    private var reloading: Task<Void, Never>?
    /// The revision that was handed out.
    private var seen = 0
    private var failure: ParlayError?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(engine: Engine, filter: LiveFilter) {
        var once = engine
        once.retries.attempts = 1
        self.engine = once
        self.filter = filter
        session = LiveSession(filter: filter, random: engine.retries.random)
    }

    /// The latest tree as soon as it is another one than the last.
    func next() async -> Result<LiveTree, ParlayError> {
        while failure == nil, seen == session.revision, !Task.isCancelled {
            await withCheckedContinuation { waiting.append($0) }
        }
        if Task.isCancelled { return .failure(.cancelled) }
        if let failure { return .failure(failure) }
        seen = session.revision
        return .success(tree())
    }

    private func tree() -> LiveTree {
        var tree = LiveTree()
        if let book = session.book {
            tree.tournaments = book.tournaments
            tree.seq = book.seq
        }
        tree.moves = session.takeMoves()
        tree.connection =
            switch session.phase {
            case .connecting: .connecting
            case .live: .live
            case .waiting(let time):
                .waiting(until: Date(timeIntervalSinceNow: (time - engine.ticker.now()).seconds))
            }
        return tree
    }

    /// Until the stream fails, or its task is cancelled.
    func run() async {
        var action = handle(.started)
        while true {
            if Task.isCancelled { action = .fail(.cancelled) }
            switch action {
            case .load:
                reloading?.cancel()
                action = handle(.loaded(await load()))
            case .connect(let seq):
                do throws(WebSocketError) {
                    connection = try await connect(after: seq)
                    action = handle(.opened)
                } catch {
                    action = handle(.ended(error))
                }
            case .pause(let time):
                // A cancelled pause ends early.
                try? await engine.ticker.sleep(time)
                action = handle(.pauseEnded)
            case .receive, .proceed: action = await receive()
            case .reload(let time):
                reload(at: time)
                action = await receive()
            case .close:
                connection?.close(code: 1000)
                action = await receive()
            case .fail(let error):
                await end(error)
                return
            }
        }
    }

    private func handle(_ event: LiveSession.Event) -> LiveSession.Action {
        let action = session.receive(event, at: engine.ticker.now())
        if seen != session.revision { wake() }
        return action
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    private func end(_ error: ParlayError) async {
        reloading?.cancel()
        connection?.close(code: 1000)
        connection = nil
        var reason = error
        if error.problem?.status == 401, let token {
            do throws(ParlayError) { try await engine.keeper.refused(token) } catch { reason = error }
        }
        // Last, so that the person is signed out when the app is notified.
        failure = reason
        wake()
    }

    // MARK: Doing

    private func load() async -> Result<SportsbookTree, ParlayError> {
        do throws(ParlayError) {
            return .success(try await engine.value(Call(LiveCalls.tree)))
        } catch {
            return .failure(error)
        }
    }

    private func connect(after seq: Int64) async throws(WebSocketError) -> any WebSocketConnection {
        let request: TransportRequest
        do throws(ParlayError) {
            token = try await engine.keeper.signIn()?.token
            let call = Call(LiveCalls.stream).asking(LiveCalls.after, String(seq)).asking(filter)
            request = try engine.request(call, token: token)
        } catch {
            throw .failed(.other(error.failureReason ?? error.localizedDescription))
        }
        return try await engine.sockets.connect(request)
    }

    private func receive() async -> LiveSession.Action {
        guard let connection else { return handle(.ended(.failed(.connectionLost("")))) }
        do throws(WebSocketError) {
            // Messages of other kinds come from later servers.
            guard case .text(let text) = try await connection.receive(), let message = LiveMessage(text)
            else {
                return .receive
            }
            return handle(.message(message))
        } catch {
            self.connection = nil
            return handle(.ended(error))
        }
    }

    private func reload(at time: Duration) {
        reloading = Task {
            var action = LiveSession.Action.reload(at: time)
            while case .reload(let time) = action {
                try? await engine.ticker.sleep(time)
                if Task.isCancelled { return }
                let result = await load()
                if Task.isCancelled { return }
                action = handle(.reloaded(result))
            }
            if action == .close { connection?.close(code: 1000) }
        }
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
