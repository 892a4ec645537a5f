internal import COpenSSL

/// An RSA key that signs. Owns OpenSSL's key and frees it once.
///
/// Unchecked: OpenSSL counts references to a key atomically, and nothing changes it after `init`.
@safe package final class RSAPrivateKey: @unchecked Sendable {
    /// RS256 needs 2,048 (RFC 7518, section 3.3); a signature by a larger key than the most takes too long.
    private static let bits: ClosedRange<Int32> = 2048...4096

    private let key: OpaquePointer

    /// - Parameter der: PKCS #8, or PKCS #1.
    /// - Returns: `nil` for bytes that are no such key, and for a key whose numbers do not belong together.
    init?(der: [UInt8]) {
        guard let key = unsafe parlay_private_key(der, der.count) else {
            ERR_clear_error()
            return nil
        }
        unsafe self.key = key
        guard unsafe Self.bits ~= parlay_rsa_bits(key), sign([]) != nil else {
            ERR_clear_error()
            return nil
        }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// RS256: RSASSA-PKCS1-v1_5 with SHA-256; `nil` if OpenSSL cannot sign with this key.
    func sign(_ message: [UInt8]) -> [UInt8]? {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = Int(Self.bits.upperBound / 8)
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return Array(signature.prefix(count))
    }
}

extension RSAPrivateKey: Redacted {}
