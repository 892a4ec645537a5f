package import Outbound
internal import ParlayAPI

/// Fetches the keys of OpenID Connect issuers, and where browsers begin a sign-in (OpenID Connect Discovery 1.0, section 4).
package struct IssuerClient: Sendable {
    package static let defaultTimeout = Duration.seconds(5)
    private static let bodyLimit = 64 * 1024

    private let http: HTTPClient
    private let timeout: Duration

    /// - Parameters:
    ///   - http: its `AddressRule` decides where issuers may be.
    ///   - timeout: for each of the two documents.
    package init(_ http: HTTPClient, timeout: Duration = defaultTimeout) {
        self.http = http
        self.timeout = timeout
    }

    /// The keys that the issuer publishes now.
    ///
    /// - Parameter issuer: its URL, as in a tenant's settings.
    package func keys(of issuer: String) async throws(IssuerError) -> IssuerKeys {
        let discovery = try await fetch(.discovery, Self.discoveryURL(of: issuer))
        guard let object = try? JSONParser.parseObject(discovery.body, within: .file) else {
            throw .notJSON(.discovery)
        }
        guard case .string(let name)? = object["issuer"] else { throw .otherIssuer(nil) }
        guard name == issuer else { throw .otherIssuer(name) }
        guard case .string(let address)? = object["jwks_uri"], WebAddress.isAbsolute(address),
            let url = OutboundURL(address), url.isSecure, !url.hasCredentials, url.hasPermittedPort
        else { throw .noKeysURL }
        let keys = try await fetch(.keys, address)
        return try IssuerKeys(keys.body, maxAge: keys.maxAge, authorization: IssuerAuthorization(object))
    }

    /// A slash at the end of the issuer is not doubled.
    static func discoveryURL(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    private func fetch(_ document: IssuerError.Document, _ url: String) async throws(IssuerError)
        -> OutboundResponse
    {
        var request = OutboundRequest(.get, url)
        request.headers = [("Accept", "application/json"), ("User-Agent", "Parlay")]
        request.timeout = timeout
        request.connectTimeout = timeout
        request.bodyLimit = Self.bodyLimit
        let response: OutboundResponse
        do throws(HTTPClientError) {
            response = try await http.send(request)
        } catch {
            throw .unreachable(document, error)
        }
        guard response.status == 200 else { throw .status(document, response.status) }
        return response
    }
}
