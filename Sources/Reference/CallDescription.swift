package import HTTPServer
package import ParlayAPI
internal import Tenancy

/// One call of the API in the reference: what its route declares, and what holds for all calls of its kind.
package struct CallDescription: Sendable {
    package struct Body: Sendable {
        /// Empty for a body that is not JSON.
        let fields: [FieldDescription]
        let example: JSONValue?
        /// Media types, the usual one first.
        let media: [String]
        let isRequired: Bool

        var isJSON: Bool { media == ["application/json"] }
    }

    package struct Answer: Sendable {
        package let status: Int
        /// Empty if the content needs no explanation.
        let summary: String
        package let content: RouteDescription.Content
        /// `nil` if it is not JSON.
        package let example: JSONValue?
        let headers: [AnswerHeader]

        package var headerNames: [String] { headers.map(\.rawValue) }
    }

    /// Whether it can be answered with server-sent events, which are read as they come.
    var sendsEvents: Bool {
        answers.contains { answer in
            if case .media(let types) = answer.content { types.contains("text/event-stream") } else { false }
        }
    }

    /// Whether it is a WebSocket and nothing else.
    var isSocket: Bool { answers.first?.status == 101 && !sendsEvents }

    /// A problem that the call can answer.
    struct Refusal: Sendable {
        let status: Int
        let code: String
        /// When it occurs.
        let summary: String
        /// Whether it has a specific meaning on this route.
        let isOwn: Bool
    }

    package let method: HTTPMethod
    /// `/v1/{tenant}/matches/{id}/`
    package let path: String
    /// `getMatch`
    package let name: String
    let summary: String
    let details: String
    /// What an irreversible call destroys; empty for other calls.
    let warning: String
    let access: CallAccess
    /// The tenant's setting by which it needs no token.
    var openSetting: String?
    /// With which an API key may make it; `nil` if none may.
    var scope: KeyScope?
    /// Where it is not that of the method.
    var repetition: CallRepetition?
    let module: Module?
    let pathParameters: [FieldDescription]
    let query: [RouteDescription.Parameter]
    let headers: [RequestHeader]
    let body: Body?
    package let answers: [Answer]
    let refusals: [Refusal]
    /// As code to copy, at this tenant of the demo.
    private(set) var sample = ReferencePart.Sample()
    private(set) var sampleTenant = ""

    func sampled(by contents: Contents) -> CallDescription {
        var call = self
        call.sample = contents.samples[name] ?? call.sample
        call.sampleTenant = module.flatMap { contents.tenants[$0] } ?? contents.tenant
        return call
    }

    /// Of its path below the tenant: `profiles`.
    var firstWord: Substring { path.split(separator: "/").dropFirst(2).first ?? "" }

    var needsToken: Bool {
        switch access {
        case .open, .optionalToken: false
        case .token, .role, .tokenUnlessPublic: true
        }
    }

    /// The headers that it reads, except for those of every call.
    package var headerNames: [String] { headers.map(\.rawValue) }

    package func codes(of status: Int) -> [String] {
        refusals.filter { $0.status == status }.map(\.code)
    }

    /// The statuses of the call's answers.
    package var statuses: Set<Int> { Set(answers.map(\.status) + refusals.map(\.status)) }
}

/// A header that a client may send.
enum RequestHeader: String, CaseIterable, Sendable {
    case idempotencyKey = "Idempotency-Key"
    case ifMatch = "If-Match"
    case ifNoneMatch = "If-None-Match"

    /// Its name in the reference where names cannot have hyphens.
    var identifier: String { rawValue.replacing("-", with: "") }

    var summary: String {
        switch self {
        case .idempotencyKey:
            "Makes the call safe to repeat: for 24 hours the same key and body get the first answer again."
        case .ifMatch:
            "The `ETag` of the version to change. If it has changed since, the answer is 412."
        case .ifNoneMatch:
            "The `ETag` of the version you have. If it has not changed, the answer is 304."
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
    case policy = "RateLimit-Policy"
    case rate = "RateLimit"
    case retryAfter = "Retry-After"
    case challenge = "WWW-Authenticate"
    case position = "Stream-Position"

    static let budget: [AnswerHeader] = [.limit, .remaining, .reset, .policy, .rate]

    var summary: String {
        switch self {
        case .requestID: "Names the call in the server's log: the id that you sent, or a new one."
        case .tag: "The version of the resource, for `If-Match` and `If-None-Match`."
        case .location: "The path of the new resource, if it has one, or of the page to open."
        case .link: "The next page: `<path>; rel=\"next\"`. Absent on the last one."
        case .idempotencyReplayed: "`true` if this is the answer to an earlier call with the same key."
        case .limit: "Requests the account, with all its tokens, or the API key can send at once."
        case .remaining: "Requests that are left."
        case .reset: "Seconds until all of them are available again."
        case .policy:
            "The budget: `\"requests\";q=100;w=2` is 100 requests at once, all back after 2 seconds."
        case .rate: "What is left of it: `\"requests\";r=60;t=1` is 60 requests, and all of them in 1 second."
        case .retryAfter: "Seconds to wait before trying again."
        case .position: "The number of your last event: follow your stream `after` it, and you miss nothing."
        case .challenge: "The scheme to authenticate with: `Token realm=\"<tenant>\"`."
        }
    }

    var isInteger: Bool {
        switch self {
        case .limit, .remaining, .reset, .retryAfter, .position: true
        default: false
        }
    }

    /// Its name in the reference where names cannot have hyphens.
    var identifier: String { rawValue.replacing("-", with: "") }
}
