internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Security
internal import Tenancy

/// Access tokens of service accounts at Google (RFC 7523, section 2.1). Messages that need one at the same moment share a request.
actor FirebaseTokens {
    enum Answer: Sendable {
        case token(String)
        /// What that means for a message.
        case none(PushAnswer)
    }

    private struct Kept {
        let token: String
        let until: Int64
    }

    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// Google takes a signature for an hour at most.
    private static let validity: Int64 = 3_600
    /// Seconds before its end in which a token is not used any more.
    private static let reserve: Int64 = 300
    private static let limit = 1_000

    private let client: HTTPClient
    private let url: String
    /// Both by the sealed keys.
    private var kept: [String: Kept] = [:]
    private var requests: [String: Task<Answer, Never>] = [:]

    /// - Parameter url: where Google issues tokens.
    init(_ client: HTTPClient, url: String) {
        self.client = client
        self.url = url
    }

    /// - Parameters:
    ///   - sealed: the key as it is stored, which is another text for another key.
    ///   - secret: opens it.
    ///   - refused: a token that does not work any more.
    ///   - now: seconds since 1970.
    func token(
        of app: PushApp,
        _ sealed: String,
        _ secret: @Sendable () -> String?,
        refused: String? = nil,
        at now: Int64
    ) async -> Answer {
        if let found = kept[sealed], found.token != refused, now < found.until { return .token(found.token) }
        if let request = requests[sealed] { return await request.value }
        guard let key = secret().flatMap({ WebTokenKey(pem: $0) }), let signed = sign(app, key, at: now)
        else {
            return .none(.noKey)
        }
        // A task of its own, because it is for others too and must not end with the job that came first.
        let request = Task(executorPreference: EventLoop.current) {
            await self.fetch(signed, sealed, at: now)
        }
        requests[sealed] = request
        return await request.value
    }

    private func sign(_ app: PushApp, _ key: WebTokenKey, at now: Int64) -> String? {
        key.token([
            "iss": .string(app.clientEmail ?? ""), "scope": .string(Self.scope), "aud": .string(url),
            "iat": .integer(now), "exp": .integer(now + Self.validity),
        ])
    }

    private func fetch(_ signed: String, _ sealed: String, at now: Int64) async -> Answer {
        defer { requests[sealed] = nil }
        // The characters of a token need no escapes.
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(signed)"
        let answer = await client.push(
            Array(form.utf8),
            to: url,
            [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        )
        switch answer {
        case .failure(let error): return .none(PushAnswer(error))
        case .success(let answer):
            let object = answer.object
            guard answer.status == 200 else {
                let reason: String? = if case .string(let text)? = object?["error"] { text } else { nil }
                return .none(PushAnswer(answer, from: "oauth2.googleapis.com", reason: reason))
            }
            guard case .string(let token)? = object?["access_token"], 1...3000 ~= token.utf8.count,
                token.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else {
                return .none(.refused(service: "oauth2.googleapis.com", status: 200, reason: "no_token"))
            }
            let seconds: Int64 = if case .integer(let count)? = object?["expires_in"] { count } else { 0 }
            if kept.count >= Self.limit { kept.removeAll() }
            let validity = min(max(0, seconds), Self.validity)
            kept[sealed] = Kept(token: token, until: now + validity - Self.reserve)
            return .token(token)
        }
    }
}
