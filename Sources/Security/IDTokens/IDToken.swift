internal import ParlayAPI

/// An ID token (OpenID Connect Core 1.0, section 2): a JSON Web Signature in its compact form (RFC 7515, section 7.1) whose
/// payload are claims about a person. Parsed, not verified.
///
/// Keys in the header (`jwk`, `jku`, `x5u`, `x5c`) are ignored: the issuer's own keys decide.
package struct IDToken: Hashable, Sendable {
    package enum Algorithm: String, Sendable {
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// ECDSA with P-256 and SHA-256.
        case es256 = "ES256"
    }

    package struct Claims: Hashable, Sendable {
        package let issuer: String
        /// Unique for the issuer only; up to 255 ASCII characters.
        package let subject: String
        /// Not empty.
        package let audiences: [String]
        package let authorizedParty: String?
        /// In seconds since 1970.
        package let expiresAt: Double
        package let issuedAt: Double
        package let nonce: String?
        package let email: String?
        /// The issuer says that the address is the person's. Apple writes it as a text.
        package let isEmailVerified: Bool
        package let givenName: String?
        package let familyName: String?
    }

    package let algorithm: Algorithm
    package let keyID: String?
    package let claims: Claims
    let signature: [UInt8]
    /// Header and payload as they were signed.
    let signedText: [UInt8]

    /// What distinguishes the token from every other. Without the signature: an ECDSA signature can be changed into a
    /// second valid one by anyone.
    package var digest: SHA256Digest { sha256(signedText) }

    package init(_ text: String) throws(IDTokenRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        keyID = try Self.text("kid", of: header)
        claims = try Claims(payload)
        guard header["crit"] == nil, let name = try Self.text("alg", of: header) else { throw .malformed }
        guard let algorithm = Algorithm(rawValue: name) else { throw .algorithm }
        self.algorithm = algorithm
        self.signature = signature
        signedText = Array(text.utf8.dropLast(parts[2].utf8.count + 1))
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64URL.decode(part) else { return nil }
        return try? JSONParser.parseObject(bytes, within: .requestBody)
    }

    /// `nil` if it is absent.
    fileprivate static func text(_ key: String, of object: JSONObject) throws(IDTokenRefusal) -> String? {
        switch object[key] {
        case .string(let text)?: text
        case nil: nil
        default: throw .malformed
        }
    }
}

extension IDToken.Claims {
    fileprivate init(_ object: JSONObject) throws(IDTokenRefusal) {
        guard let issuer = try IDToken.text("iss", of: object),
            let subject = try IDToken.text("sub", of: object),
            !subject.isEmpty, subject.utf8.count <= 255,
            subject.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { throw .malformed }
        self.issuer = issuer
        self.subject = subject
        audiences = try Self.audiences(object["aud"])
        authorizedParty = try IDToken.text("azp", of: object)
        expiresAt = try Self.time(object["exp"])
        issuedAt = try Self.time(object["iat"])
        nonce = try IDToken.text("nonce", of: object)
        // Of no use to the checks: an odd value counts as none.
        email = Self.optionalText(object["email"])
        isEmailVerified = object["email_verified"] == true || object["email_verified"] == "true"
        givenName = Self.optionalText(object["given_name"])
        familyName = Self.optionalText(object["family_name"])
    }

    private static func audiences(_ value: JSONValue?) throws(IDTokenRefusal) -> [String] {
        switch value {
        case .string(let text)?: return [text]
        case .array(let values)?:
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { throw .malformed }
                texts.append(text)
            }
            guard !texts.isEmpty else { throw .malformed }
            return texts
        default: throw .malformed
        }
    }

    /// A number of seconds, possibly with a fraction (RFC 7519, section 2, NumericDate).
    private static func time(_ value: JSONValue?) throws(IDTokenRefusal) -> Double {
        switch value {
        case .integer(let integer)?: return Double(integer)
        case .number(let number)? where number.double.isFinite: return number.double
        default: throw .malformed
        }
    }

    private static func optionalText(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value, !text.isEmpty else { return nil }
        return text
    }
}
