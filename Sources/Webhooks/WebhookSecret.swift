internal import FoundationEssentials
package import Security

/// The key that signs an endpoint's events, and the signatures (Standard Webhooks, spec/standard-webhooks.md).
package struct WebhookSecret: Sendable, Equatable, CustomStringConvertible {
    private static let prefix = "whsec_"
    package let key: [UInt8]

    package init(key: [UInt8]) { self.key = key }

    package static func generate() throws(SecureRandomError) -> WebhookSecret {
        WebhookSecret(key: try SecureRandom.bytes(count: 32))
    }

    /// `nil` unless it is `whsec_` and the base64 of 24 to 64 bytes.
    package init?(parsing text: String) {
        guard text.hasPrefix(Self.prefix),
            let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            (24...64).contains(data.count)
        else { return nil }
        key = Array(data)
    }

    /// The form that the admin is shown once.
    package var text: String { Self.prefix + Data(key).base64EncodedString() }

    /// Keeps the key out of logs.
    package var description: String { "<redacted>" }

    /// `v1,` and the base64 of the HMAC over the message.
    ///
    /// - Parameter timestamp: seconds since the Unix epoch, of this attempt.
    package func sign(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let message = Array("\(id).\(timestamp).".utf8) + body
        return "v1," + Data(HMACSHA256.authenticate(message, key: key).bytes).base64EncodedString()
    }
}
