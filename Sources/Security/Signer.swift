/// Seals short values that go out and come back through a client's hands: cursors, one-click links.
///
/// A sealed value can be read by anybody, but not changed or made without the key. It does not expire: put
/// the time into the payload where that matters.
package struct Signer: Sendable {
    private static let tagByteCount = 16

    private let key: [UInt8]

    /// The key needs at least 16 bytes, of which nobody else knows any.
    package init(key: [UInt8]) {
        precondition(key.count >= Self.tagByteCount, "A key that could be guessed")
        self.key = key
    }

    /// Base64url of the payload and a 16-byte tag. What is sealed for one context does not open in another.
    package func seal(_ payload: [UInt8], context: String) -> String {
        Base64URL.encode(payload + tag(of: payload, context: context))
    }

    /// The payload, or `nil` for anything that ``seal(_:context:)`` did not make with this key and context.
    package func open(_ text: some StringProtocol, context: String) -> [UInt8]? {
        guard let bytes = Base64URL.decode(text), bytes.count >= Self.tagByteCount else { return nil }
        let payload = Array(bytes.dropLast(Self.tagByteCount))
        let presented = Array(bytes.suffix(Self.tagByteCount))
        return constantTimeEquals(presented, tag(of: payload, context: context)) ? payload : nil
    }

    /// 16 bytes that only holders of the key can make of the payload, the same each time.
    package func derive(_ payload: [UInt8], context: String) -> [UInt8] {
        // The prefix keeps these bytes apart from the tags, which everybody sees.
        tag(of: payload, context: "derive:" + context)
    }

    /// The first half of HMAC-SHA256 over context, a zero byte, payload.
    private func tag(of payload: [UInt8], context: String) -> [UInt8] {
        // Else the context could borrow its end from the payload.
        precondition(!context.utf8.contains(0), "A context with a zero byte")
        let message = Array(context.utf8) + [0] + payload
        return Array(HMACSHA256.authenticate(message, key: key).bytes.prefix(Self.tagByteCount))
    }
}

extension Signer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
