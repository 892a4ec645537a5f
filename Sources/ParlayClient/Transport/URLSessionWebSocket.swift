#if canImport(Darwin)
internal import Foundation

/// The transport of apps on Apple's systems: WebSockets of `URLSession`.
public struct SystemWebSocketTransport: WebSocketTransport {
    /// Makes a transport with a session of its own, without cookies and caches.
    public init() {}

    /// A session for one socket, because all delegates of sessions are notified of handshakes, but not those of tasks on all
    /// systems. It ends with its socket.
    private static func task(_ request: URLRequest, telling delegate: OpeningDelegate)
        -> URLSessionWebSocketTask
    {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        // Without traffic; the server pings every 25 s.
        configuration.timeoutIntervalForRequest = 60
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.webSocketTask(with: request)
        session.finishTasksAndInvalidate()
        return task
    }

    /// Connects by `URLSession`.
    public func connect(_ request: TransportRequest) async throws(WebSocketError) -> any WebSocketConnection {
        var components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        switch components?.scheme?.lowercased() {
        case "http": components?.scheme = "ws"
        case "https": components?.scheme = "wss"
        default: break
        }
        guard let url = components?.url else { throw .failed(.other("\(request.url) is not an address.")) }
        var message = URLRequest(url: url)
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let opening = OpeningDelegate()
        let task = Self.task(message, telling: opening)
        task.maximumMessageSize = WebSocketLimits.messageBytes
        task.resume()
        let error: (any Error)? = await withTaskCancellationHandler {
            var opened = opening.results.makeAsyncIterator()
            // Cancelling this task ends the stream without a result.
            return await opened.next() ?? .some(CancellationError())
        } onCancel: {
            task.cancel()
        }
        if let error {
            task.cancel()
            throw WebSocketError(error, of: task)
        }
        return URLSessionWebSocket(task: task)
    }
}

private final class URLSessionWebSocket: WebSocketConnection {
    private let task: URLSessionWebSocketTask

    init(task: URLSessionWebSocketTask) { self.task = task }

    deinit { task.cancel() }

    func receive() async throws(WebSocketError) -> WebSocketMessage {
        do {
            let message = try await withTaskCancellationHandler {
                try await task.receive()
            } onCancel: { [task] in
                task.cancel()
            }
            switch message {
            case .string(let text): return .text(text)
            case .data(let data): return .data([UInt8](data))
            @unknown default: return .data([])
            }
        } catch {
            throw WebSocketError(error, of: task)
        }
    }

    func close(code: UInt16) {
        task.cancel(
            with: URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .normalClosure,
            reason: nil
        )
    }
}

/// Reports how the handshake ended: `nil` once it is open.
private final class OpeningDelegate: NSObject, URLSessionWebSocketDelegate {
    let results: AsyncStream<(any Error)?>
    private let ended: AsyncStream<(any Error)?>.Continuation

    override init() {
        (results, ended) = AsyncStream.makeStream()
        super.init()
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol protocol: String?
    ) {
        ended.yield(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        ended.yield(error ?? URLError(.networkConnectionLost))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension WebSocketError {
    fileprivate init(_ error: any Error, of task: URLSessionWebSocketTask) {
        let code = task.closeCode.rawValue
        let response = task.response as? HTTPURLResponse
        if let response, response.statusCode != 101 {
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
            self = .refused(TransportResponse(status: response.statusCode, headers: headers))
        } else if code > 0, let code = UInt16(exactly: code) {
            let reason = task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? ""
            self = .closed(code: code, reason: reason)
        } else if let error = error as? URLError {
            self = .failed(TransportError(error))
        } else {
            self = .failed(.connectionLost(error.localizedDescription))
        }
    }
}
#endif
