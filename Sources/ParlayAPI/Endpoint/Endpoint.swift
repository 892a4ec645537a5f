/// One call of the API, declared once: the server binds a function to it, the client sends it, the reference describes
/// it, and the route matrix tries it.
///
///     static let take = Endpoint<Wager.ID, Never, Wager>(.post, "wagers/{id:id}/take")
///         .module(.wagers).titled("Take a wager").named("takeWager")
///         .answering(200)
///
/// `Target` is what the path names: `Void`, an id, or a `PathTarget` of several. `Body` is what is sent: a `RequestBody`,
/// `File`, or `Never`. `Answer` is the content of a success: a resource, a `ListPage`, `File`, or `Void`.
package struct Endpoint<Target, Body, Answer>: RouteDescribing, Sendable {
    package let method: CallMethod
    /// Below the tenant's base path, without leading and trailing slashes: `wagers/{id:id}/take`. `{name:id}` is an id.
    package let pattern: String
    /// What it does, in a few words: `Take a wager`.
    package private(set) var summary = ""
    /// The call exists only where this module is on.
    package private(set) var module: Module?
    package private(set) var access = CallAccess.token
    /// What an API key needs to make the call; `nil` if no key can.
    package private(set) var scope: KeyScope?
    package let body: BodyForm
    package var description = RouteDescription()

    /// - Parameter body: `nil` for the usual form of `Body`.
    package init(_ method: CallMethod, _ pattern: String, body: BodyForm? = nil) {
        self.method = method
        self.pattern = pattern
        self.body = body ?? Self.usualBody
        if case .media(let types, _) = self.body { description.bodyMedia = types }
    }

    private static var usualBody: BodyForm {
        if Body.self == Never.self { return .none }
        let mayBeAbsent = (Body.self as? any RequestBody.Type)?.mayBeAbsent ?? false
        return mayBeAbsent ? .optionalJSON : .json
    }

    /// What the call does, in a few words.
    package func titled(_ summary: String) -> Endpoint { with { $0.summary = summary } }

    /// A call of this module.
    package func module(_ module: Module) -> Endpoint { with { $0.module = module } }

    /// Who may call, if not everybody with a token.
    package func access(_ access: CallAccess) -> Endpoint { with { $0.access = access } }

    /// API keys with this scope may call too. For calls that give no roles, make no keys, and need no person: what they write names
    /// nobody as its author but in the audit log.
    package func keys(_ scope: KeyScope) -> Endpoint { with { $0.scope = scope } }

    /// What a client may do when it is unknown whether an attempt took effect.
    package var repetition: CallRepetition {
        if let repetition = description.repetition { return repetition }
        return switch method {
        case .get, .put, .patch: .harmless
        // With a token, an idempotency key makes repeating safe.
        case .post: access == .open ? .never : .harmless
        case .delete: .removal
        }
    }

    /// The same call with another rule for repeating than its method has.
    package func repeating(_ repetition: CallRepetition) -> Endpoint {
        with { $0.description.repetition = repetition }
    }

    private func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var endpoint = self
        change(&endpoint)
        return endpoint
    }

    /// The path below the tenant's.
    ///
    /// - Parameter values: of the pattern's parameters in order, escaped.
    package func path(_ values: [String]) -> String {
        var values = values[...]
        let segments = pattern.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? values.popFirst() ?? "" : String(segment)
        }
        return segments.joined(separator: "/") + (RouteDescription.isFile(pattern) ? "" : "/")
    }
}

extension RouteDescription {
    /// A path that looks like a file has no trailing slash.
    package static func isFile(_ pattern: String) -> Bool {
        pattern.split(separator: "/").last?.contains(".") == true
    }
}

/// A body or an answer that is not JSON.
package enum File {}

/// What a path names besides its words.
package protocol PathTarget: Sendable {
    /// In the order of the path.
    var pathValues: [String] { get }
}

extension Int64: PathTarget {
    package var pathValues: [String] { [String(self)] }
}

package enum CallMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// Who may call.
package enum CallAccess: Sendable, Equatable {
    /// Anybody, without a token.
    case open
    case token
    case role(Profile.Role)
    /// Anybody. A token that is sent must be valid.
    case optionalToken
    /// Anybody where a setting of the tenant is on, which the server's binding names, else a token.
    case tokenUnlessPublic
}

/// What is sent as the body.
package enum BodyForm: Sendable, Equatable {
    /// No fields: no body, or `{}`. A body of `GET` and `HEAD` has no meaning (RFC 9110, 9.3.1) and is ignored.
    case none
    /// The body is ignored, as by the original server.
    case ignored
    case json
    /// JSON, or no body.
    case optionalJSON
    /// JSON or an HTML form, for original clients.
    case jsonOrForm
    /// What a browser sends from a page of the server, with at most this many bytes.
    case form(limit: Int)
    /// One of these media types with at most this many bytes.
    case media([String], limit: Int)
}

/// What a client may do if it is unknown whether an attempt took effect. If it certainly had no effect, every call is
/// retried.
package enum CallRepetition: String, Sendable {
    /// Repeating has no further effect: reads, whole replacements, and calls with an idempotency key and a token.
    case harmless
    /// A resource that is gone after such an attempt counts as success.
    case removal
    /// The second attempt could be refused because the first succeeded, which would report a success as a failure.
    case never
}
