internal import COpenSSL

/// Encrypts bytes: AES-256-GCM (NIST SP 800-38D), 12 random bytes before, the 16 bytes of the tag after. Without the
/// key, sealed bytes can be neither read nor changed.
package struct SecretBox: Sendable {
    private static let nonceCount = 12
    private static let tagCount = 16

    private let key: SHA256Digest

    /// - Parameters:
    ///   - secret: what no one else knows; at least 16 bytes.
    ///   - context: boxes of one secret with other contexts don't open each other's.
    package init(secret: [UInt8], context: String) {
        precondition(secret.count >= 16, "A secret that could be guessed")
        key = HMACSHA256.authenticate(Array(context.utf8), key: secret)
    }

    package func seal(_ bytes: [UInt8]) throws(SecureRandomError) -> [UInt8] {
        let nonce = try SecureRandom.bytes(count: Self.nonceCount)
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: bytes.count)
        var tag = [UInt8](repeating: 0, count: Self.tagCount)
        var count: Int32 = 0
        var rest: Int32 = 0
        let isSealed =
            unsafe EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce) == 1
            && EVP_EncryptUpdate(context, &sealed, &count, bytes, Int32(bytes.count)) == 1
            // GCM is a stream: nothing is left to write.
            && EVP_EncryptFinal_ex(context, nil, &rest) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(tag.count), &tag) == 1
        // As for `sha256`: fails only if memory is exhausted or OpenSSL's installation is broken.
        precondition(isSealed && Int(count) == bytes.count, "OpenSSL offers no AES-256-GCM")
        return nonce + sealed + tag
    }

    /// The sealed bytes; `nil` if they were not sealed with this key.
    package func open(_ box: [UInt8]) -> [UInt8]? {
        guard box.count >= Self.nonceCount + Self.tagCount else { return nil }
        let nonce = Array(box.prefix(Self.nonceCount))
        let sealed = Array(box.dropFirst(Self.nonceCount).dropLast(Self.tagCount))
        var tag = Array(box.suffix(Self.tagCount))
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: sealed.count)
        var count: Int32 = 0
        var rest: Int32 = 0
        let isOpen =
            unsafe EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce) == 1
            && EVP_DecryptUpdate(context, &bytes, &count, sealed, Int32(sealed.count)) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, Int32(tag.count), &tag) == 1
            && EVP_DecryptFinal_ex(context, nil, &rest) == 1
        if !isOpen { ERR_clear_error() }
        return isOpen ? bytes : nil
    }
}

extension SecretBox: Redacted {}
