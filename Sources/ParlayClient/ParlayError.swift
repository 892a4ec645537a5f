public import Foundation
public import ParlayAPI

/// The error of a call.
///
///     do {
///         try await parlay.matches.make(with: "bob")
///     } catch .problem(let problem, _) where problem.code == "already_matched" {
///         …
///     } catch {
///         show(error.localizedDescription)
///     }
public enum ParlayError: Error, Hashable, Sendable {
    /// The server refused the call. `docs/errors.md` lists the codes.
    case problem(Problem, retryAfter: Duration? = nil)
    /// There was no answer.
    case transport(TransportError)
    /// An answer that is not from Parlay, such as the page of a proxy or a captive portal.
    case unexpectedAnswer(status: Int)
    /// The answer has an unexpected body: the versions of server and app do not match.
    case decoding(DecodingFailure)
    /// The call is for people who are signed in. Nothing was sent.
    case notSignedIn
    /// The token storage failed. After signing in, the token is kept in memory: the person is signed in until the app
    /// ends.
    case tokenStorage(String)
    /// The task was cancelled. The call may have taken effect.
    case cancelled
}

/// What could not be decoded.
public struct DecodingFailure: Error, Hashable, Sendable {
    /// The expected type, such as `Profile`.
    public var type: String
    /// The path of the wrong member, such as `items.0.kind`; empty for the whole body.
    public var path: String
    /// The decoder's words, for a log.
    public var reason: String
    /// To find the call in the server's log.
    public var requestID: String?

    public init(type: String, path: String, reason: String, requestID: String? = nil) {
        self.type = type
        self.path = path
        self.reason = reason
        self.requestID = requestID
    }
}

extension ParlayError {
    /// The server's problem; `nil` if the server did not refuse the call.
    public var problem: Problem? {
        if case .problem(let problem, _) = self { problem } else { nil }
    }

    /// The problem's stable code, such as `username_taken`.
    public var code: String? { problem?.code }

    /// The errors of each sent field; empty if no field is to blame.
    public var fieldErrors: FieldErrors { problem?.errors ?? FieldErrors() }

    /// How long the server asks to wait.
    public var retryAfter: Duration? {
        if case .problem(_, let retryAfter) = self { retryAfter } else { nil }
    }
}

extension ParlayError: LocalizedError {
    /// A sentence to show to people: in the server's words if there are any, and without technical details, which are
    /// in `failureReason`.
    public var errorDescription: String? {
        switch self {
        case .problem(let problem, _): problem.errorDescription
        case .transport(let error): error.errorDescription
        case .unexpectedAnswer(let status):
            "The answer did not come from the server (status \(status)). "
                + "If this network has a sign-in page, sign in there first."
        case .decoding(let failure): failure.errorDescription
        case .notSignedIn: "Please sign in."
        case .tokenStorage: "Your sign-in could not be loaded or saved on this device."
        case .cancelled: "The request was cancelled."
        }
    }

    /// Technical details for a log or a bug report.
    public var failureReason: String? {
        switch self {
        case .problem(let problem, _): problem.failureReason
        case .transport(let error): error.failureReason
        case .unexpectedAnswer(let status): "status \(status) without a problem document"
        case .decoding(let failure): failure.failureReason
        case .tokenStorage(let reason): reason
        case .notSignedIn, .cancelled: nil
        }
    }
}

extension DecodingFailure: LocalizedError {
    public var errorDescription: String? {
        "The server's answer could not be read. The app may need an update."
    }

    public var failureReason: String? {
        let place = path.isEmpty ? type : "\(type) at \(path)"
        return "\(place): \(reason)" + (requestID.map { " (request \($0))" } ?? "")
    }
}

extension Problem: LocalizedError {
    /// The errors of the fields, one per line; otherwise the server's sentence.
    public var errorDescription: String? {
        guard let errors, !errors.isEmpty else { return detail }
        return errors.entries.map { "\(Self.label($0.path)): \($0.sentences.joined(separator: " "))" }
            .joined(separator: "\n")
    }

    public var failureReason: String? { code + (requestID.map { " (request \($0))" } ?? "") }

    /// `first_name` is "First name", and `place.lat` is "Place lat".
    private static func label(_ path: String) -> String {
        let name = path.hasSuffix("_cents") ? path.dropLast("_cents".count) : path[...]
        let words = name.split { $0 == "_" || $0 == "." }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
