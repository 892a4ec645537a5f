package import Accounts
internal import HTTPServer
internal import Outbound
package import ParlayAPI
internal import Security
internal import Synchronization
internal import Tenancy
package import TestSupport

/// A provider of a test: it gives codes and, for a code with the right verifier, secret and redirect, a profile. It takes each code once.
package final class TestProvider: Sendable {
    package static let name = "club"
    package static let base = "https://club.example"
    package static let clientID = "app-at-the-club"
    package static let secret = "a+secret:of%the&club"
    /// Of tests that are no browser.
    package static let verifier = "a-verifier-of-the-tests-with-43-characters-."
    package static let redirectURI = "org.example.app:/back"

    private struct Grant {
        let profile: JSONObject
        let challenge: String
        let redirectURI: String
    }

    private struct State {
        var grants: [String: Grant] = [:]
        var profiles: [String: JSONObject] = [:]
        var count = 0
        var requests = 0
        /// Instead of the usual answers, by path or code.
        var replies: [String: Receiver.Reply] = [:]
    }

    private let state = Mutex(State())
    private let secret: String?

    /// - Parameter secret: what the app must send; `nil` takes none.
    package init(secret: String? = TestProvider.secret) { self.secret = secret }

    /// How often it was asked for a token or a profile.
    package var requests: Int { state.withLock { $0.requests } }

    /// From now on it answers so at `/token` or `/profile`; `nil` ends that.
    package func answer(_ reply: Receiver.Reply?, at path: String) {
        state.withLock { $0.replies[path] = reply }
    }

    /// The same for the exchange of one code.
    package func answer(_ reply: Receiver.Reply, to code: String) {
        state.withLock { $0.replies[code] = reply }
    }

    // MARK: What its pages do

    /// The person agreed: a code for this profile.
    package func code(
        _ profile: JSONObject,
        challenge: String = challenge(of: verifier),
        redirectURI: String = redirectURI
    ) -> String {
        state.withLock { state in
            state.count += 1
            let code = "code-\(state.count)-\(UInt64.random(in: 0...UInt64.max))"
            state.grants[code] = Grant(profile: profile, challenge: challenge, redirectURI: redirectURI)
            return code
        }
    }

    package static func challenge(of verifier: String) -> String {
        Base64URL.encode(sha256(verifier).bytes)
    }

    /// The body of a sign-in with a new code.
    package func body(_ profile: JSONObject) -> JSONObject {
        [
            "provider": .string(Self.name), "code": .string(code(profile)),
            "verifier": .string(Self.verifier),
            "redirect_uri": .string(Self.redirectURI),
        ]
    }

    // MARK: What it answers

    package func reply(to received: Receiver.Received) -> Receiver.Reply {
        let path = String(received.line.split(separator: " ")[1].prefix { $0 != "?" })
        return answer(path, received.headers, received.body)
    }

    /// Without a network.
    package var send: OAuthClient.Send {
        { [self] request throws(HTTPClientError) in
            guard request.url.hasPrefix(Self.base) else { throw .resolve }
            let path = String(request.url.dropFirst(Self.base.count))
            var headers: [String: String] = [:]
            for (name, value) in request.headers { headers[name.lowercased()] = value }
            guard case .answer(let status, let fields, let body) = answer(path, headers, request.body ?? [])
            else {
                throw .timeout
            }
            return OutboundResponse(
                status: status,
                headers: fields.map { ($0.key, $0.value) },
                body: Array(body.utf8)
            )
        }
    }

    private func answer(_ path: String, _ headers: [String: String], _ body: [UInt8]) -> Receiver.Reply {
        let reply = state.withLock { state in
            state.requests += 1
            return state.replies[path]
        }
        if let reply { return reply }
        switch path {
        case "/token": return token(headers, body)
        case "/profile": return profile(headers)
        default: return .answer(404)
        }
    }

    private func token(_ headers: [String: String], _ body: [UInt8]) -> Receiver.Reply {
        let pairs = RequestTarget.pairs(String(decoding: body, as: UTF8.self)) ?? []
        func field(_ name: String) -> String { pairs.first { $0.name == name }?.value ?? "" }
        if let reply = state.withLock({ $0.replies[field("code")] }) { return reply }
        if let secret {
            let pair = "\(RequestTarget.encode(Self.clientID)):\(RequestTarget.encode(secret))"
            guard headers["authorization"] == "Basic \(Base64.encode(Array(pair.utf8)))" else {
                return Self.error("invalid_client", 401)
            }
        }
        // A code is gone with its first use, whatever comes of it.
        guard field("grant_type") == "authorization_code",
            let grant = state.withLock({ $0.grants.removeValue(forKey: field("code")) }),
            grant.redirectURI == field("redirect_uri"),
            grant.challenge == Self.challenge(of: field("code_verifier"))
        else { return Self.error("invalid_grant", 400) }
        let token = "token-\(UInt64.random(in: 0...UInt64.max))"
        state.withLock { $0.profiles[token] = grant.profile }
        return Self.json(["access_token": .string(token), "token_type": "bearer"])
    }

    private func profile(_ headers: [String: String]) -> Receiver.Reply {
        let token = (headers["authorization"] ?? "").dropFirst("Bearer ".count)
        guard let profile = state.withLock({ $0.profiles[String(token)] }) else { return .answer(401) }
        return Self.json(profile)
    }

    private static func error(_ name: String, _ status: Int) -> Receiver.Reply {
        json(["error": .string(name)], status)
    }

    private static func json(_ object: JSONObject, _ status: Int = 200) -> Receiver.Reply {
        .answer(
            status,
            headers: ["Content-Type": "application/json"],
            body: String(decoding: JSONValue.object(object).jsonBytes(), as: UTF8.self)
        )
    }

    // MARK: Settings

    package static var settingText: String { String(decoding: setting().jsonBytes(), as: UTF8.self) }

    /// As an admin writes it.
    ///
    /// - Parameters:
    ///   - base: where it is.
    ///   - secret: `nil` for a client without one.
    package static func setting(
        at base: String = base,
        secret: String? = nil,
        linkByEmail: Bool = false
    ) -> JSONValue {
        var object: JSONObject = [
            "provider": .string(name), "name": "The Club", "client_id": .string(clientID),
            "authorization_url": .string("\(base)/authorize"), "token_url": .string("\(base)/token"),
            "profile_url": .string("\(base)/profile"), "link_by_email": .bool(linkByEmail),
        ]
        if let secret { object.add("client_secret", .string(secret)) }
        return .object(object)
    }
}
