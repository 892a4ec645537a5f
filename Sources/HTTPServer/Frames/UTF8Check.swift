/// Checks UTF-8 (RFC 3629) that arrives in pieces. Fails at the first byte that no text can continue with.
struct UTF8Check {
    /// Bytes of the current character that are missing, and the bounds of the next one.
    private var missing = 0
    private var bounds: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missing == 0 }

    mutating func receive(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            guard receive(bytes[index]) else { return false }
        }
        return true
    }

    private mutating func receive(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard bounds.contains(byte) else { return false }
            missing -= 1
            bounds = 0x80...0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
        // Without surrogates.
        case 0xED: (missing, bounds) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
