package import HTTPServer
internal import ParlayAPI
package import Tenancy

/// One call of the API with everything that is said of it: what its route declares, and what holds for all of its kind.
package struct CallDescription: Sendable {
    package struct Body: Sendable {
        /// Empty for a body that is not JSON.
        let fields: [FieldDescription]
        let example: JSONValue?
        /// Media types, the usual one first.
        let media: [String]
        let isRequired: Bool
    }

    package struct Answer: Sendable {
        package let status: Int
        /// Empty where the content says it all.
        let summary: String
        package let content: RouteDescription.Content
        let headers: [AnswerHeader]

        package var headerNames: [String] { headers.map(\.rawValue) }
    }

    /// A problem that the call may answer.
    struct Refusal: Sendable {
        let status: Int
        let code: String
        /// When it comes.
        let summary: String
        /// Whether the route gives it a meaning of its own.
        let isOwn: Bool
    }

    package let method: HTTPMethod
    /// `/v1/{tenant}/matches/{id}/`
    package let path: String
    /// `getMatch`
    package let name: String
    let summary: String
    let details: String
    let access: TenantRoute.Access
    let module: Module?
    let pathParameters: [FieldDescription]
    let query: [RouteDescription.Parameter]
    let headers: [RequestHeader]
    let body: Body?
    package let answers: [Answer]
    let refusals: [Refusal]

    var needsToken: Bool { access != .open }

    /// The headers that it looks at, but for those of every call.
    package var headerNames: [String] { headers.map(\.rawValue) }

    package func codes(of status: Int) -> [String] {
        refusals.filter { $0.status == status }.map(\.code)
    }

    /// The statuses that the call may answer with.
    package var statuses: Set<Int> { Set(answers.map(\.status) + refusals.map(\.status)) }
}

/// A header that a client may send.
enum RequestHeader: String, CaseIterable, Sendable {
    case idempotencyKey = "Idempotency-Key"
    case ifMatch = "If-Match"
    case ifNoneMatch = "If-None-Match"

    /// What the reference calls it where a name may have no dashes.
    var identifier: String { rawValue.replacing("-", with: "") }

    var summary: String {
        switch self {
        case .idempotencyKey:
            "Makes the call safe to repeat: the same key and body answer the first response again for 24 hours."
        case .ifMatch: "The `ETag` that the change is based on; when it is no longer the present one, 412."
        case .ifNoneMatch: "The `ETag` that the client holds; when it is still the present one, 304."
        }
    }

    var example: String {
        switch self {
        case .idempotencyKey: "5b0c7a3e-6f0e-4d5f-9a52-5f9c1c1b7a11"
        case .ifMatch, .ifNoneMatch: "\"3\""
        }
    }
}

/// A header of an answer.
enum AnswerHeader: String, CaseIterable, Sendable {
    case requestID = "X-Request-Id"
    case tag = "ETag"
    case location = "Location"
    case link = "Link"
    case idempotencyReplayed = "Idempotency-Replayed"
    case limit = "RateLimit-Limit"
    case remaining = "RateLimit-Remaining"
    case reset = "RateLimit-Reset"
    case retryAfter = "Retry-After"
    case challenge = "WWW-Authenticate"

    static let budget: [AnswerHeader] = [.limit, .remaining, .reset]

    var summary: String {
        switch self {
        case .requestID: "The call's name in the server's log: the one that was sent, or a new one."
        case .tag: "The version of the row, for `If-Match` and `If-None-Match`."
        case .location: "The path of the new row, where it can be read by itself."
        case .link: "The next page: `<path>; rel=\"next\"`. Absent on the last one."
        case .idempotencyReplayed: "`true` when the answer is that of an earlier call with the same key."
        case .limit: "How many requests the account may send at once, with all its tokens."
        case .remaining: "How many of them are left."
        case .reset: "Seconds until all of them are there again."
        case .retryAfter: "Seconds to wait before the next try."
        case .challenge: "`Token realm=\"<tenant>\"`"
        }
    }

    var isInteger: Bool {
        switch self {
        case .limit, .remaining, .reset, .retryAfter: true
        default: false
        }
    }

    /// What the reference calls it where a name may have no dashes.
    var identifier: String { rawValue.replacing("-", with: "") }
}
