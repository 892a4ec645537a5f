internal import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The transport of apps: a `URLSession` without cookies and caches.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// - Parameter configuration: its cookies and caches are switched off, and its redirects are not followed, so
    ///     that a token goes to the server it belongs to and nowhere else.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Throws a `TransportError`; that of a cancelled task is `.other`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        do {
            let (body, response) = try await session.answer(to: message)
            guard let response = response as? HTTPURLResponse else {
                throw TransportError.other("The answer is not HTTP.")
            }
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
            return TransportResponse(status: response.statusCode, headers: headers, body: body)
        } catch let error as URLError {
            throw TransportError(error)
        }
    }
}

extension TransportError {
    init(_ error: URLError) {
        let reason = error.localizedDescription
        self =
            switch error.code {
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff:
                .unreachable(reason)
            case .timedOut: .timedOut
            // On Linux a connection that ends without an answer is `badServerResponse`, one that ends within it
            // `unknown`.
            case .networkConnectionLost, .badServerResponse, .unknown: .connectionLost(reason)
            default: .other(reason)
            }
    }
}

/// Hands a redirect over as the answer.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
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
