#if os(Linux)
internal import Glibc
internal import Synchronization

/// Between the thread of a socket and the tasks that use it.
///
/// The thread waits for its socket and for this mailbox at the same time, so that a task that closes or is
/// cancelled wakes it.
final class SocketMailbox: Sendable {
    /// What a task can ask of the thread.
    enum Command: Equatable {
        case none
        /// Make the closing handshake.
        case close(code: UInt16)
        /// Let go of the socket now.
        case abort
    }

    private typealias Opening = CheckedContinuation<Result<Void, WebSocketError>, Never>
    private typealias Receiver = CheckedContinuation<Result<WebSocketMessage, WebSocketError>, Never>

    private struct State {
        var opening: Opening?
        var receiver: Receiver?
        var isOpen = false
        var messages: ArraySlice<WebSocketMessage> = []
        /// Of the messages.
        var bytes = 0
        /// Why there will be no more.
        var end: WebSocketError?
        var command = Command.none
    }

    /// From here on the thread stops reading until the messages are fetched.
    private static let fullBytes = 256 << 10

    private let state = Mutex(State())
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws(WebSocketError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .system("socketpair") }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }

    // MARK: For tasks

    /// Waits until the thread says that the socket is open, or why it is not.
    func opened() async -> Result<Void, WebSocketError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Result<Void, WebSocketError>? = state.withLock { state in
                    if state.isOpen { return .success(()) }
                    if let end = state.end { return .failure(end) }
                    state.opening = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            abort()
        }
    }

    /// The next message. One task at a time.
    func receive() async -> Result<WebSocketMessage, WebSocketError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var wasFull = false
                let result: Result<WebSocketMessage, WebSocketError>? = state.withLock { state in
                    wasFull = state.bytes >= Self.fullBytes
                    if let message = state.messages.popFirst() {
                        state.bytes -= message.count
                        return .success(message)
                    }
                    if let end = state.end { return .failure(end) }
                    if state.receiver != nil { return .failure(.failed(.other("Two tasks receive."))) }
                    state.receiver = continuation
                    return nil
                }
                if wasFull { wake() }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            abort()
        }
    }

    func close(code: UInt16) {
        state.withLock { if $0.command == .none { $0.command = .close(code: code) } }
        wake()
    }

    /// Lets go of the socket without a closing handshake; waiting tasks return immediately.
    func abort() {
        state.withLock { $0.command = .abort }
        end(.failed(.other("The socket was closed.")))
        wake()
    }

    // MARK: For the thread

    /// Readable after `wake`.
    var wakeUp: Int32 { readEnd }
    var command: Command { state.withLock { $0.command } }
    var isFull: Bool { state.withLock { $0.bytes >= Self.fullBytes } }

    func clearWakeUp() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(readEnd, &bytes, bytes.count) > 0 {}
    }

    func open() {
        let opening = state.withLock { state in
            state.isOpen = true
            return state.opening.take()
        }
        opening?.resume(returning: .success(()))
    }

    func deliver(_ message: WebSocketMessage) {
        let receiver = state.withLock { state -> Receiver? in
            guard state.end == nil else { return nil }
            if let receiver = state.receiver.take() { return receiver }
            state.messages.append(message)
            state.bytes += message.count
            return nil
        }
        receiver?.resume(returning: .success(message))
    }

    /// There will be no more messages. The first reason counts; messages that came before it can still be fetched, unless
    /// the socket was aborted.
    func end(_ error: WebSocketError) {
        let (opening, receiver, reason) = state.withLock { state in
            if state.command == .abort {
                state.messages = []
                state.bytes = 0
            }
            if state.end == nil { state.end = error }
            return (state.opening.take(), state.receiver.take(), state.end ?? error)
        }
        opening?.resume(returning: .failure(reason))
        receiver?.resume(returning: .failure(reason))
    }

    private func wake() {
        var byte: UInt8 = 0
        // A full buffer wakes the thread too.
        _ = unsafe write(writeEnd, &byte, 1)
    }
}

extension WebSocketMessage {
    /// Roughly what it takes in memory.
    fileprivate var count: Int {
        switch self {
        case .text(let text): text.utf8.count + 64
        case .data(let bytes): bytes.count + 64
        }
    }
}

extension WebSocketError {
    /// Of a call that has set `errno`.
    static func system(_ call: String) -> WebSocketError {
        .failed(.other("\(call): \(unsafe String(cString: strerror(errno)))"))
    }
}
#endif
