internal import ParlayAPI

/// Why nothing more is read on a connection.
enum RequestRefusal: Error, Equatable {
    case malformed(String)
    case bodyTooLarge
    case targetTooLong
    case tooManyParameters
    case headersTooLarge
    case version
    case expectation

    func problem(_ limits: RequestParser.Limits) -> Problem {
        switch self {
        case .malformed(let reason): Self.badRequest(reason)
        case .tooManyParameters:
            Self.badRequest("The query may have at most \(limits.parts) parameters.")
        case .bodyTooLarge:
            Problem(
                status: 413,
                code: "body_too_large",
                title: "Body too large",
                detail: "No call accepts a body of this size."
            )
        case .targetTooLong:
            Problem(
                status: 414,
                code: "uri_too_long",
                title: "URI too long",
                detail: "The request line may have at most \(limits.head) bytes."
            )
        case .headersTooLarge:
            Problem(
                status: 431,
                code: "headers_too_large",
                title: "Headers too large",
                detail: """
                    The request line and headers may have at most \(limits.head) bytes, and \(limits.parts) fields \
                    and cookies.
                    """
            )
        case .version:
            Problem(
                status: 505,
                code: "http_version_not_supported",
                title: "HTTP version not supported",
                detail: "Send HTTP/1.1 or HTTP/1.0."
            )
        case .expectation:
            Problem(
                status: 417,
                code: "expectation_failed",
                title: "Expectation failed",
                detail: "Only \"Expect: 100-continue\" is supported."
            )
        }
    }

    private static func badRequest(_ reason: String) -> Problem {
        Problem(status: 400, code: "bad_request", title: "Bad request", detail: reason)
    }
}
