package import ParlayAPI

/// The public keys of an issuer (RFC 7517) that can verify ID tokens. Others are left out.
package struct JSONWebKeySet: Sendable {
    private let keys: [JSONWebKey]

    /// `nil` if the document is not a key set.
    package init?(_ document: JSONObject) {
        guard case .array(let values)? = document["keys"] else { return nil }
        keys = values.compactMap { value in
            guard case .object(let object) = value else { return nil }
            return JSONWebKey(object)
        }
    }

    package var isEmpty: Bool { keys.isEmpty }

    /// Whether a key has the id that the token names. If not, the issuer may have new keys.
    package func names(_ token: IDToken) -> Bool {
        guard let id = token.keyID else { return true }
        return keys.contains { $0.id == id }
    }

    /// Verifies the token's signature.
    ///
    /// A token without `kid` needs an issuer with one key of its kind.
    package func verify(_ token: IDToken) throws(IDTokenRefusal) {
        let fitting = keys.filter {
            $0.algorithm == token.algorithm && (token.keyID == nil || $0.id == token.keyID)
        }
        guard fitting.count == 1, let key = fitting.first else { throw .key }
        guard key.verifies(token.signature, of: token.signedText) else { throw .signature }
    }
}

/// A public key for one algorithm (RFC 7518, section 6).
struct JSONWebKey: Sendable {
    enum Material: Sendable {
        /// Modulus and exponent, unsigned and big-endian.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point of P-256, 32 bytes each.
        case p256(x: [UInt8], y: [UInt8])
    }

    let id: String?
    let material: Material

    var algorithm: IDToken.Algorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Bits of a modulus. RS256 needs 2,048 (RFC 7518, section 3.3); larger than the most costs too much to use.
    private static let modulusBits = 2048...8192

    /// `nil` if it is no key for RS256 or ES256 signatures.
    init?(_ object: JSONObject) {
        func text(_ key: String) -> String? {
            guard case .string(let text)? = object[key] else { return nil }
            return text
        }
        func bytes(_ key: String) -> [UInt8]? { text(key).flatMap { Base64URL.decode($0) } }
        guard object["use"] == nil || text("use") == "sig" else { return nil }
        switch text("kty") {
        case "RSA":
            guard var modulus = bytes("n"), let exponent = bytes("e"), (1...8).contains(exponent.count) else {
                return nil
            }
            modulus.removeFirst(modulus.prefix { $0 == 0 }.count)
            let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
            guard Self.modulusBits.contains(bits) else { return nil }
            material = .rsa(modulus: modulus, exponent: exponent)
        case "EC":
            guard text("crv") == "P-256", let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32
            else {
                return nil
            }
            material = .p256(x: x, y: y)
        default: return nil
        }
        id = text("kid")
        guard object["alg"] == nil || text("alg") == algorithm.rawValue else { return nil }
    }
}
