internal import COpenSSL
package import ParlayAPI

/// A private key that signs JSON Web Tokens in their compact form (RFC 7515, section 7.1, and RFC 7519).
package enum WebTokenKey: Sendable {
    case es256(P256Pair)
    case rs256(RSAPrivateKey)

    /// - Parameter pem: a key as services give it out: `-----BEGIN PRIVATE KEY-----`. Its lines may have been joined.
    /// - Returns: `nil` unless it is a key on P-256, or an RSA key of a usual size.
    package init?(pem: String) {
        guard let der = Self.der(pem) else { return nil }
        if let pair = P256Pair(der: der) {
            self = .es256(pair)
        } else if let key = RSAPrivateKey(der: der) {
            self = .rs256(key)
        } else {
            return nil
        }
    }

    private static func der(_ pem: String) -> [UInt8]? {
        let parts = pem.split(separator: "-----", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1].hasPrefix("BEGIN "), parts[1].hasSuffix("PRIVATE KEY"),
            parts[3] == "END " + parts[1].dropFirst("BEGIN ".count),
            (parts[0] + parts[4]).allSatisfy(\.isWhitespace)
        else { return nil }
        let text = parts[2].filter { !$0.isWhitespace && $0 != "=" }
        return Base64URL.decode(String(text).replacing("+", with: "-").replacing("/", with: "_"))
    }

    private var algorithm: IDToken.Algorithm {
        switch self {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    /// What is signed.
    static func unsigned(_ claims: JSONObject, _ algorithm: IDToken.Algorithm, keyID id: String? = nil)
        -> String
    {
        var header: JSONObject = ["typ": "JWT", "alg": .string(algorithm.rawValue)]
        if let id { header.add("kid", .string(id)) }
        return Base64URL.encode(header.jsonBytes()) + "." + Base64URL.encode(claims.jsonBytes())
    }

    /// A signed token; `nil` if OpenSSL cannot sign with the key.
    ///
    /// - Parameter id: of the key, by which whoever verifies finds it.
    package func token(_ claims: JSONObject, keyID id: String? = nil) -> String? {
        let text = Self.unsigned(claims, algorithm, keyID: id)
        let signature: [UInt8]? =
            switch self {
            case .es256(let pair): pair.sign(Array(text.utf8))
            case .rs256(let key): key.sign(Array(text.utf8))
            }
        return signature.map { text + "." + Base64URL.encode($0) }
    }
}

extension P256Pair {
    /// - Parameter der: PKCS #8, or the older form (RFC 5915).
    /// - Returns: `nil` for bytes that are no key on P-256.
    fileprivate convenience init?(der: [UInt8]) {
        guard let key = unsafe parlay_private_key(der, der.count) else {
            ERR_clear_error()
            return nil
        }
        defer { unsafe EVP_PKEY_free(key) }
        var number = [UInt8](repeating: 0, count: 32)
        guard unsafe parlay_p256_private(key, &number) == 1 else {
            ERR_clear_error()
            return nil
        }
        self.init(number: number)
    }
}
