/// Signs short values that are returned by clients: cursors and one-click links.
///
/// A signed value can be read by anyone, but neither changed nor created without the key. It does not expire: put
/// the time into the payload if that matters.
package struct Signer: Sendable {
    private static let tagByteCount = 16

    private let key: [UInt8]

    /// The key needs at least 16 secret bytes.
    package init(key: [UInt8]) {
        precondition(key.count >= Self.tagByteCount, "A key that could be guessed")
        self.key = key
    }

    /// Base64url of the payload and a 16-byte tag. A value that is signed for one context does not open in another.
    package func seal(_ payload: [UInt8], context: String) -> String {
        Base64URL.encode(payload + tag(of: payload, context: context))
    }

    /// The payload, or `nil` for anything that ``seal(_:context:)`` did not create with this key and context.
    package func open(_ text: some StringProtocol, context: String) -> [UInt8]? {
        guard let bytes = Base64URL.decode(text), bytes.count >= Self.tagByteCount else { return nil }
        let payload = Array(bytes.dropLast(Self.tagByteCount))
        let presented = Array(bytes.suffix(Self.tagByteCount))
        return constantTimeEquals(presented, tag(of: payload, context: context)) ? payload : nil
    }

    /// 16 bytes that only holders of the key can derive from the payload, always the same.
    package func derive(_ payload: [UInt8], context: String) -> [UInt8] {
        // The prefix separates these bytes from the tags, which are public.
        tag(of: payload, context: "derive:" + context)
    }

    /// The first half of HMAC-SHA256 over context, a zero byte, payload.
    private func tag(of payload: [UInt8], context: String) -> [UInt8] {
        // Otherwise a context could be extended with the start of a payload.
        precondition(!context.utf8.contains(0), "A context with a zero byte")
        let message = Array(context.utf8) + [0] + payload
        return Array(HMACSHA256.authenticate(message, key: key).bytes.prefix(Self.tagByteCount))
    }
}

extension Signer: Redacted {}
