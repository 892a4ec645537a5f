internal import COpenSSL
package import ParlayAPI
internal import Security

/// A browser that subscribed to push messages, with a push service on its side: it decrypts what the service received (RFC 8291).
package struct PushBrowser: Sendable {
    private let pair: P256Secret
    private let secret: [UInt8]

    package init() throws {
        pair = try P256Secret.generate()
        secret = try SecureRandom.bytes(count: WebPushReceiver.secretCount)
    }

    /// The body of `POST /push/`.
    package func subscription(_ endpoint: String, label: String? = nil) -> JSONObject {
        var body: JSONObject = [
            "endpoint": .string(endpoint),
            "keys": [
                "p256dh": .string(Base64URL.encode(pair.point)), "auth": .string(Base64URL.encode(secret)),
            ],
        ]
        if let label { body.add("label", .string(label)) }
        return body
    }

    /// The text of a message; `nil` if it is not for this browser.
    package func open(_ message: [UInt8]) -> [UInt8]? {
        guard message.count > 102, message[20] == 65 else { return nil }
        let salt = Array(message[..<16])
        let sender = Array(message[21..<86])
        guard let shared = pair.agree(with: sender) else { return nil }
        let (key, nonce) = WebPushReceiver.keys(
            shared: shared,
            secret: secret,
            receiver: pair.point,
            sender: sender,
            salt: salt
        )
        let sealed = Array(message[86...].dropLast(16))
        var tag = Array(message.suffix(16))
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var text = [UInt8](repeating: 0, count: sealed.count)
        var count: Int32 = 0
        var rest: Int32 = 0
        let isOpen =
            unsafe EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
            && EVP_DecryptUpdate(context, &text, &count, sealed, Int32(sealed.count)) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, &tag) == 1
            && EVP_DecryptFinal_ex(context, nil, &rest) == 1
        // The delimiter of the last record.
        guard isOpen, text.last == 2 else { return nil }
        return text.dropLast()
    }
}
