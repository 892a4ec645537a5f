internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Synchronization

/// The WebSockets that a test's server has accepted.
final class SocketHub: Sendable {
    private struct State {
        var open: [ObjectIdentifier: LoopBound<PushSocket>] = [:]
        var closures: [SocketClosure] = []
        var drained = 0
    }

    private let state = Mutex(State())

    var openCount: Int { state.withLock { $0.open.count } }
    var closures: [SocketClosure] { state.withLock { $0.closures } }
    var drained: Int { state.withLock { $0.drained } }

    /// Accepts a handshake. With `?greet` it sends a message at once, and `?from` names the client behind a proxy.
    func answer(_ request: Request) -> Response {
        let pairs = RequestTarget.pairs(request.head.query) ?? []
        let client = pairs.first { $0.name == "from" }.flatMap { PeerAddress($0.value) }
        let isGreeted = pairs.contains { $0.name == "greet" }
        do throws(WebSocketHandshakeError) {
            let handshake = try WebSocketHandshake(request.head)
            return .webSocket(handshake, client: client ?? request.head.peer) { [self] socket in
                add(socket)
                if isGreeted { socket.send(PushForm.webSocket.message(Array("welcome".utf8))) }
            }
        } catch {
            var response = Response.problem(error.problem, requestID: request.head.id)
            for (name, value) in error.responseHeaders { response = response.with(name, value) }
            return response
        }
    }

    /// Opens an event stream.
    func answerEvents(_ request: Request) -> Response {
        .eventStream(client: request.head.peer) { [self] socket in add(socket) }
    }

    private func add(_ socket: PushSocket) {
        let id = ObjectIdentifier(socket)
        let bound = LoopBound(socket, on: socket.loop)
        state.withLock { $0.open[id] = bound }
        socket.whenDrained = { [self] in state.withLock { $0.drained += 1 } }
        socket.whenClosed = { [self] closure in
            state.withLock {
                $0.open[id] = nil
                $0.closures.append(closure)
            }
        }
    }

    /// Runs `body` with each open socket on its loop, and returns when all have run.
    func each(_ body: @escaping @Sendable (PushSocket) -> Void) async {
        for socket in state.withLock({ Array($0.open.values) }) {
            await withCheckedContinuation { continuation in
                socket.loop.execute {
                    body(socket.value)
                    continuation.resume()
                }
            }
        }
    }

    func broadcast(_ text: String) async {
        let frame = PushForm.webSocket.message(Array(text.utf8))
        await each { $0.send(frame) }
    }
}
