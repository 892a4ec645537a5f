internal import Outbound
internal import ParlayAPI

/// A way to devices: what a push service is sent, and what its answers mean.
protocol PushChannel: Sendable {
    /// - Parameter now: seconds since 1970.
    func send(_ message: PushMessage, to device: PushMessageRow, at now: Int64) async throws -> PushAnswer
}

/// What a push service says of a message.
enum PushAnswer: Equatable {
    case taken
    /// It does not know the device any more.
    case gone
    /// It wants to be asked again, after so many seconds if it says so.
    case later(atLeast: Int64?)
    /// It will never take the message; the reason is a word of its own, for the log.
    case refused(service: String, status: Int, reason: String?)
    /// There is nowhere to send it to.
    case nowhere
    /// The tenant's key for the service does not open in this installation, or cannot sign.
    case noKey

    /// What statuses mean everywhere, except those that mean something about the device or the credentials.
    init(_ answer: OutboundResponse, from service: String, reason: String? = nil) {
        switch answer.status {
        case 200..<300: self = .taken
        case 429, 500...: self = .later(atLeast: answer.retryAfter)
        default: self = .refused(service: service, status: answer.status, reason: reason.flatMap(Self.word))
        }
    }

    init(_ error: HTTPClientError) {
        switch error {
        case .blockedAddress, .badRequest: self = .nowhere
        default: self = .later(atLeast: nil)
        }
    }

    /// Only what looks like a code is logged, so that nothing is that a service repeats.
    private static func word(_ text: String) -> String? {
        let isCode = text.utf8.allSatisfy {
            0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F
        }
        return isCode && 1...60 ~= text.utf8.count ? text : nil
    }
}

extension HTTPClient {
    /// Posts to a push service.
    ///
    /// - Parameter multiplexes: whether the service speaks HTTP/2, so that messages share a connection.
    func push(
        _ body: [UInt8],
        to url: String,
        _ headers: [(name: String, value: String)],
        multiplexes: Bool = false
    ) async -> Result<OutboundResponse, HTTPClientError> {
        var request = OutboundRequest(.post, url, body: body)
        request.headers = headers
        request.timeout = .seconds(15)
        request.connectTimeout = .seconds(10)
        request.bodyLimit = 4096
        request.overflow = .truncate
        request.multiplexes = multiplexes
        do throws(HTTPClientError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}

extension OutboundResponse {
    /// Its body, if that is an object. A service says in it what went wrong.
    var object: JSONObject? { try? JSONParser.parseObject(body, within: .file) }
}
