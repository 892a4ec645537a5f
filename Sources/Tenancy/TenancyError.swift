internal import HTTPServer
package import ParlayAPI

/// Errors of any route.
package enum TenancyError: ProblemConvertible, Equatable {
    case unauthorized
    case forbidden(String)
    /// The tenant requires a second factor of the account.
    case secondFactorNeeded
    case notFound(String)
    case badQuery(parameter: String, reason: String)
    case unsupportedMediaType(String)
    /// `present` is the current tag; `nil` if there is nothing.
    case preconditionFailed(present: String?)
    case overloaded
    /// The account or the address has sent too many requests; seconds until it can send one more.
    case tooManyRequests(seconds: Int)

    package var problem: Problem {
        switch self {
        case .unauthorized:
            Problem(
                status: 401,
                code: "unauthorized",
                title: "Authentication required",
                detail: "Send a valid token: Authorization: Token …"
            )
        case .forbidden(let why): Problem(status: 403, code: "forbidden", title: "Not allowed", detail: why)
        case .secondFactorNeeded:
            Problem(
                status: 403,
                code: "second_factor_needed",
                title: "Second factor needed",
                detail:
                    "This app requires a second factor of your account. Set one up, or sign in again with the one you have."
            )
        case .notFound(let what): Problem(status: 404, code: "not_found", title: "Not found", detail: what)
        case .badQuery(let parameter, let reason):
            Problem(
                status: 400,
                code: "bad_query",
                title: "Bad query parameter",
                detail: reason,
                extensions: ["parameter": .string(parameter)]
            )
        case .unsupportedMediaType(let why):
            Problem(status: 415, code: "unsupported_media_type", title: "Unsupported media type", detail: why)
        case .preconditionFailed:
            Problem(
                status: 412,
                code: "precondition_failed",
                title: "The resource has changed",
                detail: "If-Match is not the current ETag. Read the resource again."
            )
        case .overloaded:
            .overloaded("The server is busy. Nothing was changed; try again.")
        case .tooManyRequests(let seconds):
            Problem(
                status: 429,
                code: "too_many_requests",
                title: "Too many requests",
                detail: "Too many requests came from this account or address. Wait \(seconds) s."
            )
        }
    }
}
