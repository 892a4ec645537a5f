package import ParlayAPI

/// Where an issuer lets browsers begin a sign-in, and what it is asked for there. From its discovery document (OpenID Connect
/// Discovery 1.0, section 3).
package struct IssuerAuthorization: Sendable, Hashable {
    /// An `https` URL without a fragment; it may have a query.
    package let endpoint: String
    /// `id_token`, or `code id_token` for issuers that give no token alone, such as Apple. The code is not used.
    package let responseType: String
    /// Names of scopes, with blanks between them.
    package let scope: String

    /// The member with it in a stored key set.
    private static let member = "authorization"
    /// Bytes of a document that is stored; see `issuer_keys_keys_check`.
    private static let storedLimit = 65_536

    /// - Returns: `nil` if the document names no endpoint that a browser may be sent to.
    package init?(_ discovery: JSONObject) {
        guard case .string(let endpoint)? = discovery["authorization_endpoint"], Self.isUsable(endpoint)
        else {
            return nil
        }
        self.endpoint = endpoint
        let types = Self.texts(discovery["response_types_supported"])
        responseType = types.isEmpty || types.contains("id_token") ? "id_token" : "code id_token"
        let scopes = Self.texts(discovery["scopes_supported"])
        // Apple has the name as a scope of its own.
        let name = scopes.contains("name") && !scopes.contains("profile") ? "name" : "profile"
        scope = ["openid", "email", name].filter { scopes.isEmpty || $0 == "openid" || scopes.contains($0) }
            .joined(separator: " ")
    }

    private static func isUsable(_ url: String) -> Bool {
        url.utf8.count <= 1_000 && WebAddress.isSecure(url) && !url.contains("#")
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    // MARK: Beside the keys

    /// From a stored key set; `nil` if none was stored with it.
    init?(besideKeys keys: JSONObject) {
        guard case .object(let object)? = keys[Self.member], case .string(let endpoint)? = object["endpoint"],
            case .string(let responseType)? = object["response_type"],
            case .string(let scope)? = object["scope"]
        else { return nil }
        self.endpoint = endpoint
        self.responseType = responseType
        self.scope = scope
    }

    /// A key set with it as a further member, which readers of key sets ignore (RFC 7517, section 5); `nil` if it is too large
    /// to store.
    func beside(_ keys: JSONObject) -> [UInt8]? {
        var document = JSONObject()
        for member in keys.members where member.key != Self.member { document.add(member.key, member.value) }
        document.add(
            Self.member,
            ["endpoint": .string(endpoint), "response_type": .string(responseType), "scope": .string(scope)]
        )
        let bytes = JSONValue.object(document).jsonBytes()
        return bytes.count <= Self.storedLimit ? bytes : nil
    }
}
