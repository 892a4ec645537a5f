internal import COATH

/// One-time codes by the clock (RFC 6238): SHA-1, 30 seconds, six digits, as every authenticator app makes them.
package enum TimedCode {
    package static let digits = 6
    private static let seconds: UInt32 = 30
    /// Of the secret; RFC 4226, section 4, recommends 160 bits.
    private static let secretCount = 20

    /// The library initialises itself once.
    private static let isReady = oath_init() == Int32(OATH_OK.rawValue)

    package static func secret() throws(SecureRandomError) -> [UInt8] {
        try SecureRandom.bytes(count: secretCount)
    }

    /// The time step of which a typed code is: this one, the one before or the one after. `nil` if it is of none of them, or of none
    /// after `last`, which were taken before.
    package static func step(of typed: String, after last: Int64, _ secret: [UInt8], at time: Int64) -> Int64?
    {
        let bytes = typed.utf8.filter { $0 != UInt8(ascii: " ") }
        guard bytes.count == digits else { return nil }
        let present = time / Int64(seconds)
        var found: Int64?
        // All of them, so that the time that it takes says nothing.
        for step in [present - 1, present, present + 1] {
            guard let code = code(secret, at: step * Int64(seconds)) else { continue }
            if constantTimeEquals(Array(code.utf8), bytes), step > last, found == nil { found = step }
        }
        return found
    }

    /// The code at this second of the Unix time.
    package static func code(_ secret: [UInt8], at time: Int64) -> String? {
        guard isReady else { return nil }
        var code = [CChar](repeating: 0, count: digits + 1)
        let status = unsafe secret.withUnsafeBytes { secret in
            unsafe oath_totp_generate(
                secret.bindMemory(to: CChar.self).baseAddress,
                secret.count,
                time_t(time),
                seconds,
                0,
                UInt32(digits),
                &code
            )
        }
        guard status == Int32(OATH_OK.rawValue) else { return nil }
        return String(decoding: code.prefix(digits).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A secret as it is typed into an app: base32 without padding.
    package static func text(_ secret: [UInt8]) -> String {
        var text: UnsafeMutablePointer<CChar>?
        var count = 0
        let status = unsafe secret.withUnsafeBytes { secret in
            unsafe oath_base32_encode(
                secret.bindMemory(to: CChar.self).baseAddress,
                secret.count,
                &text,
                &count
            )
        }
        defer { unsafe free(text) }
        guard status == Int32(OATH_OK.rawValue), let text = unsafe text else { return "" }
        let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
        return unsafe String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .filter { $0 != "=" }
    }
}
