internal import Foundation

/// One call of the API with its arguments.
struct Call: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What to do if it is unknown whether an attempt took effect. If it certainly had no effect, every call is
    /// retried.
    enum Repetition: Sendable {
        /// Repeating has no further effect: reads, whole replacements, and calls with an idempotency key and a token.
        case harmless
        /// A resource that is gone after such an attempt counts as success.
        case removal
        /// The second attempt could be refused because the first succeeded, which would report a success as a
        /// failure.
        case never
    }

    /// Whether the call is sent with the token of the person who is signed in.
    enum Token: Sendable {
        case required
        /// Of tenants with a public sportsbook. Without a sign-in the server decides.
        case optional
        case none
    }

    var method: Method
    /// Below the tenant's path, such as `matches/7/`.
    var path: String
    /// In this order.
    var query: [(name: String, value: String)] = []
    var body: Data?
    var contentType = "application/json"
    var accept = "application/json"
    /// For `If-Match`.
    var version: EntityTag?
    var token = Token.required
    /// Whether a 401 signs the person out.
    var obeysRefusal = true
    var repetition: Repetition

    private init(_ method: Method, _ path: String, repetition: Repetition) {
        self.method = method
        self.path = path
        self.repetition = repetition
    }

    static func get(_ path: String, query: [(name: String, value: String)] = []) -> Call {
        var call = Call(.get, path, repetition: .harmless)
        call.query = query
        return call
    }

    /// A POST of a signed-in person: its idempotency key makes repeating safe, even with a condition, because the
    /// server looks for the key first.
    static func post(_ path: String, _ body: (any Encodable)? = nil, ifMatch version: EntityTag? = nil)
        -> Call
    {
        var call = Call(.post, path, repetition: .harmless)
        call.body = body.map(JSON.data)
        call.version = version
        return call
    }

    /// A POST of something that is not JSON of this library.
    static func post(_ path: String, raw body: Data, contentType: String) -> Call {
        var call = Call(.post, path, repetition: .harmless)
        call.body = body
        call.contentType = contentType
        return call
    }

    /// A POST without a token, for which the server keeps no idempotency key.
    static func openPost(_ path: String, _ body: any Encodable, repetition: Repetition) -> Call {
        var call = Call(.post, path, repetition: repetition)
        call.body = JSON.data(body)
        call.token = .none
        return call
    }

    static func put(
        _ path: String,
        _ body: (any Encodable)? = nil,
        ifMatch version: EntityTag? = nil,
        repetition: Repetition
    ) -> Call {
        Call.change(.put, path, body, version, repetition)
    }

    /// A PUT of something that is not JSON.
    static func put(_ path: String, raw body: Data, contentType: String) -> Call {
        var call = Call(.put, path, repetition: .harmless)
        call.body = body
        call.contentType = contentType
        return call
    }

    static func patch(_ path: String, _ body: any Encodable, ifMatch version: EntityTag? = nil) -> Call {
        Call.change(.patch, path, body, version, .harmless)
    }

    static func delete(_ path: String, ifMatch version: EntityTag? = nil) -> Call {
        var call = Call(.delete, path, repetition: .removal)
        call.version = version
        return call
    }

    private static func change(
        _ method: Method,
        _ path: String,
        _ body: (any Encodable)?,
        _ version: EntityTag?,
        _ repetition: Repetition
    ) -> Call {
        // If the first attempt succeeded, the version has changed, so the second would be refused.
        var call = Call(method, path, repetition: version == nil ? repetition : .never)
        call.body = body.map(JSON.data)
        call.version = version
        return call
    }

    var open: Call {
        var call = self
        call.token = .none
        return call
    }

    /// For people who are not signed in too, where the tenant's settings allow that.
    var openWhereAllowed: Call {
        var call = self
        call.token = .optional
        return call
    }
}

/// Bodies out and in.
enum JSON {
    /// The bodies are this library's own types, which encode every value. If one does not, nothing is sent and
    /// the server says what it misses.
    static func data(_ body: any Encodable) -> Data {
        (try? JSONEncoder().encode(body)) ?? Data()
    }

    static func value<Value: Decodable>(_ type: Value.Type, from response: TransportResponse)
        throws(ParlayError) -> Value
    {
        do {
            return try JSONDecoder().decode(type, from: response.body)
        } catch {
            throw .decoding(
                DecodingFailure(
                    type: "\(type)",
                    path: Self.path(error),
                    reason: Self.reason(error),
                    requestID: response.header("X-Request-Id")
                )
            )
        }
    }

    private static func context(_ error: any Error) -> (path: [any CodingKey], reason: String)? {
        guard let error = error as? DecodingError else { return nil }
        return switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context): (context.codingPath + [key], context.debugDescription)
        @unknown default: nil
        }
    }

    private static func path(_ error: any Error) -> String {
        let keys = context(error)?.path ?? []
        return keys.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
    }

    private static func reason(_ error: any Error) -> String {
        context(error)?.reason ?? error.localizedDescription
    }
}
