internal import Foundation
internal import ParlayAPI

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

    static func failure(_ path: String, _ reason: String, in response: TransportResponse) -> DecodingFailure {
        DecodingFailure(type: "Int64", path: path, reason: reason, requestID: response.header("X-Request-Id"))
    }

    /// A message of the stream; `nil` for another kind.
    static func event(_ text: String) -> StreamEvent? {
        try? JSONDecoder().decode(StreamEvent.self, from: Data(text.utf8))
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
