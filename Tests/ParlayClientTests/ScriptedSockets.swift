import Foundation
import ParlayClient
import Synchronization

/// Opens sockets that a test feeds, or refuses to.
final class ScriptedSockets: WebSocketTransport {
    private struct State {
        var refusals: [WebSocketError?]
        var requests: [TransportRequest] = []
    }
    private let state: Mutex<State>
    /// Gets each socket that was opened.
    let sockets: AsyncStream<ScriptedSocket>
    private let opened: AsyncStream<ScriptedSocket>.Continuation

    /// - Parameter refusals: one for each connection; `nil` opens it, and so does the end of the list.
    init(_ refusals: [WebSocketError?] = []) {
        state = Mutex(State(refusals: refusals))
        (sockets, opened) = AsyncStream.makeStream()
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    func connect(_ request: TransportRequest) async throws(WebSocketError) -> any WebSocketConnection {
        let refusal = state.withLock { state in
            state.requests.append(request)
            return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
        }
        if let refusal { throw refusal }
        let (connection, socket) = ScriptedSocket.make()
        opened.yield(socket)
        return connection
    }

    /// Waits for the next socket to be opened.
    func next() async -> ScriptedSocket? {
        for await socket in sockets { return socket }
        return nil
    }
}

/// The server's end of a scripted socket.
struct ScriptedSocket: Sendable {
    private let messages: AsyncStream<Result<WebSocketMessage, WebSocketError>>.Continuation
    /// Ends when the client has closed or released the socket.
    let closed: AsyncStream<UInt16>

    func send(_ message: LiveMessage) {
        var writer = JSONWriter()
        message.write(to: &writer)
        send(String(decoding: writer.bytes, as: UTF8.self))
    }

    func send(_ text: String) { messages.yield(.success(.text(text))) }
    func send(_ bytes: [UInt8]) { messages.yield(.success(.data(bytes))) }

    func end(_ error: WebSocketError) {
        messages.yield(.failure(error))
        messages.finish()
    }

    static func make() -> (any WebSocketConnection, ScriptedSocket) {
        let (messages, feed) = AsyncStream<Result<WebSocketMessage, WebSocketError>>.makeStream()
        let (codes, closed) = AsyncStream<UInt16>.makeStream()
        return (Connection(messages: messages, closed: closed), ScriptedSocket(messages: feed, closed: codes))
    }

    private final class Connection: WebSocketConnection {
        private let messages: AsyncStream<Result<WebSocketMessage, WebSocketError>>
        private let closed: AsyncStream<UInt16>.Continuation

        init(
            messages: AsyncStream<Result<WebSocketMessage, WebSocketError>>,
            closed: AsyncStream<UInt16>.Continuation
        ) {
            (self.messages, self.closed) = (messages, closed)
        }

        deinit { closed.finish() }

        func receive() async throws(WebSocketError) -> WebSocketMessage {
            for await message in messages { return try message.get() }
            closed.finish()
            throw .failed(.other("The socket was closed."))
        }

        func close(code: UInt16) {
            closed.yield(code)
            closed.finish()
        }
    }
}
