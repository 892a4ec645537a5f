internal import HTTPServer
package import Outbound
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Exchanges codes of providers for profiles (RFC 6749, section 4.1.3, and RFC 7636). Nothing of it is kept: the access token reads
/// the profile once and is forgotten.
package struct OAuthClient: Sendable {
    /// Sends a request; see `HTTPClient.send`. The client's `AddressRule` decides where providers may be.
    package typealias Send = @Sendable (OutboundRequest) async throws(HTTPClientError) -> OutboundResponse

    package static let defaultTimeout = Duration.seconds(5)
    private static let bodyLimit = 64 * 1024
    private static let tokenLimit = 8_192

    private let send: Send
    private let timeout: Duration
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - timeout: for each of the two requests.
    ///   - report: logs why a provider is unavailable.
    package init(
        timeout: Duration = defaultTimeout,
        report: @escaping @Sendable (String) -> Void,
        send: @escaping Send
    ) {
        self.send = send
        self.timeout = timeout
        self.report = report
    }

    /// The profile of the person whom the provider gave this code for.
    ///
    /// - Parameter secret: `nil` if the app has none.
    /// - Throws: `OAuthRefusal`, `ProviderUnavailable`.
    func profile(_ proof: OAuthProof, _ provider: OAuthProvider, secret: String?) async throws
        -> OAuthProfile
    {
        do {
            let token = try await token(proof, provider, secret)
            return try await profile(token, provider)
        } catch let error as ProviderUnavailable {
            report("sign-in at \(provider.provider) (\(provider.issuer)): \(error)")
            throw error
        }
    }

    private func token(_ proof: OAuthProof, _ provider: OAuthProvider, _ secret: String?) async throws
        -> String
    {
        var fields = [
            ("grant_type", "authorization_code"), ("code", proof.code), ("redirect_uri", proof.redirectURI),
        ]
        if provider.takesVerifiers { fields.append(("code_verifier", proof.verifier)) }
        var headers: [(name: String, value: String)] = [
            ("Content-Type", "application/x-www-form-urlencoded")
        ]
        if let secret, !provider.sendsSecretInBody {
            let pair = "\(RequestTarget.encode(provider.clientID)):\(RequestTarget.encode(secret))"
            headers.append(("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))"))
        } else {
            fields.append(("client_id", provider.clientID))
            if let secret { fields.append(("client_secret", secret)) }
        }
        let body = fields.map { "\($0.0)=\(RequestTarget.encode($0.1))" }.joined(separator: "&")
        let response = try await request(
            .post,
            provider.endpoints.token,
            headers,
            body: Array(body.utf8),
            .token
        )
        let object = try? JSONParser.parseObject(response.body, within: .file)
        switch object?["error"] {
        // GitHub answers errors with 200.
        case .string(let error)?: throw Self.refusal(error, response.status)
        // Facebook numbers its errors: 1 is a wrong secret, 101 an unknown app.
        case .object(let error)? where [.integer(1), .integer(101)].contains(error["code"]):
            throw ProviderUnavailable(.refusesApp)
        default: break
        }
        guard response.status == 200 else {
            // Some answer a code that is no good without saying so as the standard wants (RFC 6749, section 5.2).
            if response.status == 400 { throw OAuthRefusal.code }
            if [401, 403].contains(response.status) { throw ProviderUnavailable(.refusesApp) }
            throw ProviderUnavailable(.status(.token, response.status))
        }
        guard let object else { throw ProviderUnavailable(.unreadable(.token)) }
        guard case .string(let token)? = object["access_token"], 1...Self.tokenLimit ~= token.utf8.count,
            token.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { throw ProviderUnavailable(.unreadable(.token)) }
        return token
    }

    /// What an error of RFC 6749, section 5.2, says about: the app, or the code.
    private static func refusal(_ error: String, _ status: Int) -> any Error {
        switch error {
        case "invalid_client", "unauthorized_client", "incorrect_client_credentials",
            "unsupported_grant_type",
            "invalid_scope":
            return ProviderUnavailable(.refusesApp)
        case _ where status >= 500: return ProviderUnavailable(.status(.token, status))
        default: return OAuthRefusal.code
        }
    }

    private func profile(_ token: String, _ provider: OAuthProvider) async throws -> OAuthProfile {
        var headers: [(name: String, value: String)] = [("Authorization", "Bearer \(token)")]
        if provider.namesClient { headers.append(("Client-Id", provider.clientID)) }
        let response = try await request(.get, provider.endpoints.profile, headers, .profile)
        guard response.status == 200 else {
            throw ProviderUnavailable(.status(.profile, response.status))
        }
        guard let object = try? JSONParser.parseObject(response.body, within: .file),
            let profile = OAuthProfile(object, tellsVerifiedEmails: provider.tellsVerifiedEmails)
        else { throw ProviderUnavailable(.unreadable(.profile)) }
        return profile
    }

    /// Redirects are not followed: the secret and the token are for this address alone.
    private func request(
        _ method: OutboundRequest.Method,
        _ url: String,
        _ headers: [(name: String, value: String)],
        body: [UInt8]? = nil,
        _ step: ProviderUnavailable.Step
    ) async throws -> OutboundResponse {
        guard let address = OutboundURL(url), !address.hasCredentials, address.hasPermittedPort else {
            throw ProviderUnavailable(.unreachable(step, .badRequest("the address is not valid")))
        }
        var request = OutboundRequest(method, url, body: body)
        request.headers = [("Accept", "application/json"), ("User-Agent", "Parlay")] + headers
        request.timeout = timeout
        request.connectTimeout = timeout
        request.bodyLimit = Self.bodyLimit
        do throws(HTTPClientError) {
            return try await send(request)
        } catch {
            throw ProviderUnavailable(.unreachable(step, error))
        }
    }
}
