internal import HTTPServer
internal import ParlayAPI
internal import Security

/// Identifies a call: the client's key, and a digest of everything that must not change when the key is used again.
struct IdempotencyKey: Sendable {
    static let header = "Idempotency-Key"

    let text: String
    let fingerprint: SHA256Digest

    /// The key of a request; `nil` if it has none.
    init?(_ request: Request) throws(IdempotencyError) {
        let head = request.head
        let values = head.headers.values(of: Self.header)
        guard let text = values.first else { return nil }
        guard values.count == 1, (1...255).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .malformed }
        self.text = text
        // A path is the same with and without its trailing slash. Only the body can contain a line feed.
        let path = head.path.hasSuffix("/") ? String(head.path.dropLast()) : head.path
        let target = "\(head.methodName)\n\(path)\n\(head.query ?? "")\n"
        fingerprint = sha256(Array(target.utf8) + request.body)
    }

    /// Hides an answer with a secret from everyone who cannot present the token again: the database stores only the
    /// digest of a token.
    func box(of token: TokenSecret) -> SecretBox {
        SecretBox(secret: Array(token.text.utf8), context: "parlay.idempotency \(text)")
    }
}

enum IdempotencyError: ProblemConvertible, Equatable {
    case malformed
    /// The key was used for another call.
    case reused
    /// The first call with the key is still running.
    case inFlight
    /// The answer is sealed with another token of the account.
    case sealed

    var problem: Problem {
        switch self {
        case .malformed:
            Problem(
                status: 400,
                code: "bad_idempotency_key",
                title: "Bad idempotency key",
                detail: "Send one Idempotency-Key of 1 to 255 visible ASCII characters."
            )
        case .reused:
            Problem(
                status: 422,
                code: "idempotency_key_reused",
                title: "Idempotency key already used",
                detail: "Another call already used this Idempotency-Key. Use a new one for each call."
            )
        case .inFlight:
            Problem(
                status: 409,
                code: "idempotency_in_flight",
                title: "The first call is still running",
                detail: "A call with this Idempotency-Key is still running. Send it again in a moment."
            )
        case .sealed:
            Problem(
                status: 409,
                code: "idempotency_sealed",
                title: "The first answer cannot be shown",
                detail:
                    "The answer contains a secret, which is shown again only to the token that made the first call."
            )
        }
    }
}
