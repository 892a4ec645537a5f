internal import COpenSSL

/// Whom a push message is for, and its encryption (RFC 8291, which uses the content coding `aes128gcm` of RFC 8188): only the browser
/// that subscribed can read it, and not the push service between.
package struct WebPushReceiver: Sendable {
    package static let secretCount = 16
    private static let saltCount = 16
    private static let recordSize: UInt32 = 4096
    private static let tagCount = 16
    /// Of the message: one record, which ends with a delimiter and a tag.
    package static let textLimit = 3993

    /// The browser's, which it calls `p256dh`: an uncompressed point.
    package let point: [UInt8]
    /// What it calls `auth`.
    package let secret: [UInt8]

    /// `nil` unless the point is on P-256 and the secret has 16 bytes.
    package init?(point: [UInt8], secret: [UInt8]) {
        guard secret.count == Self.secretCount, P256Secret.isPoint(point) else { return nil }
        self.point = point
        self.secret = secret
    }

    /// The body of a push message. Each has a pair of keys and a salt of its own.
    package func seal(_ text: [UInt8]) throws(SecureRandomError) -> [UInt8] {
        seal(text, with: try P256Secret.generate(), salt: try SecureRandom.bytes(count: Self.saltCount))
    }

    func seal(_ text: [UInt8], with pair: P256Secret, salt: [UInt8]) -> [UInt8] {
        precondition(text.count <= Self.textLimit, "A message that push services refuse")
        guard let shared = pair.agree(with: point) else { preconditionFailure("The point was on the curve") }
        let (key, nonce) = Self.keys(
            shared: shared,
            secret: secret,
            receiver: point,
            sender: pair.point,
            salt: salt
        )
        let size = Self.recordSize
        let header =
            salt + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) }
            + [UInt8(pair.point.count)] + pair.point
        // 2 delimits the last record.
        return header + Self.encrypt(text + [2], key, nonce)
    }

    /// RFC 8291, section 3.4, and RFC 8188, sections 2.2 and 2.3. HKDF of up to 32 bytes is two HMACs.
    package static func keys(
        shared: [UInt8],
        secret: [UInt8],
        receiver: [UInt8],
        sender: [UInt8],
        salt: [UInt8]
    ) -> (key: [UInt8], nonce: [UInt8]) {
        func derive(_ input: [UInt8], salt: [UInt8], _ info: [UInt8], _ count: Int) -> [UInt8] {
            let extracted = HMACSHA256.authenticate(input, key: salt).bytes
            return Array(HMACSHA256.authenticate(info + [1], key: extracted).bytes.prefix(count))
        }
        let about = Array("WebPush: info".utf8) + [0] + receiver + sender
        let input = derive(shared, salt: secret, about, 32)
        return (
            derive(input, salt: salt, Array("Content-Encoding: aes128gcm".utf8) + [0], 16),
            derive(input, salt: salt, Array("Content-Encoding: nonce".utf8) + [0], 12)
        )
    }

    /// AES-128-GCM, with its tag behind.
    private static func encrypt(_ bytes: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: bytes.count)
        var tag = [UInt8](repeating: 0, count: tagCount)
        var count: Int32 = 0
        var rest: Int32 = 0
        let isSealed =
            unsafe EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
            && EVP_EncryptUpdate(context, &sealed, &count, bytes, Int32(bytes.count)) == 1
            // GCM is a stream: nothing is left to write.
            && EVP_EncryptFinal_ex(context, nil, &rest) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(tagCount), &tag) == 1
        precondition(isSealed && Int(count) == bytes.count, "OpenSSL offers no AES-128-GCM")
        return sealed + tag
    }
}
