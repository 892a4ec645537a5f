package import Outbound

/// Why an issuer's keys could not be had. The descriptions are for operators: they say which document is to blame, and name no
/// address that was reached.
package enum IssuerError: Error, Equatable, CustomStringConvertible {
    package enum Document: Sendable, CaseIterable {
        /// `/.well-known/openid-configuration`.
        case discovery
        /// What `jwks_uri` leads to.
        case keys
    }

    case unreachable(Document, HTTPClientError)
    /// Not 200. Redirects are not followed.
    case status(Document, Int)
    case notJSON(Document)
    /// The discovery document is another issuer's; `nil` if it names none.
    case otherIssuer(String?)
    /// The discovery document names no `jwks_uri` that may be used.
    case noKeysURL
    case notKeySet
    /// No key for RS256 or ES256.
    case noUsableKey
    /// The discovery document names no `authorization_endpoint` that a browser may be sent to, or the keys leave no room for it.
    case noAuthorization

    package var description: String {
        switch self {
        case .unreachable(let document, let error): "\(document) cannot be fetched: \(error)"
        case .status(let document, let status):
            "\(document) has the status \(status) instead of 200"
                + ((300...399).contains(status) ? "; redirects are not followed" : "")
        case .notJSON(let document): "\(document) is not a JSON object"
        case .otherIssuer(nil): "\(Document.discovery) names no issuer"
        case .otherIssuer(let name?): "\(Document.discovery) is that of another issuer, \(Self.shown(name))"
        case .noKeysURL:
            "\(Document.discovery) names no `jwks_uri` that is an https URL without a username, on port 443, 80 or at least"
                + " 1024"
        case .notKeySet: "\(Document.keys) is not a JSON Web Key Set"
        case .noUsableKey:
            "\(Document.keys) has no key for signatures with RS256, of at least 2,048 bits, or ES256"
        case .noAuthorization:
            "\(Document.discovery) names no `authorization_endpoint` that is an https URL without a username or fragment"
        }
    }

    /// What someone else's server wrote, as far as it can be printed.
    private static func shown(_ text: String) -> String {
        let visible = text.unicodeScalars.prefix(255).map { scalar in
            ("!"..."~").contains(scalar) ? Character(scalar) : "?"
        }
        return "\"\(String(visible))\""
    }
}

extension IssuerError.Document: CustomStringConvertible {
    package var description: String {
        switch self {
        case .discovery: "the discovery document"
        case .keys: "the key set"
        }
    }
}
