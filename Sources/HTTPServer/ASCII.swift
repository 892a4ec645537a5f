/// Classes of bytes, and comparisons without regard to case.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let space = UInt8(ascii: " ")
    static let delete: UInt8 = 0x7F

    /// A character of a method or a field's name (RFC 9110, 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    static func isToken(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where !isToken(text[index]) { return false }
        return !text.isEmpty
    }

    /// A character of a field's value (RFC 9110, 5.5).
    static func isText(_ byte: UInt8) -> Bool { byte >= space && byte != delete || byte == tab }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The first position from `start` on after which a control character may come: eight bytes without one are skipped
    /// at a time.
    static func skipPrintable(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let ones: UInt64 = 0x0101_0101_0101_0101
            let high = ones &* 0x80
            // Subtracting borrows for a byte that is smaller, whose high bit is not set itself.
            let control = (word &- ones &* 0x20) & ~word & high
            let flipped = word ^ (ones &* UInt64(delete))
            let deleted = (flipped &- ones) & ~flipped & high
            if control | deleted != 0 { break }
            index += 8
        }
        return index
    }

    /// Without spaces and tabs at both ends.
    static func trim(_ text: Span<UInt8>) -> Range<Int> {
        var (start, end) = (0, text.count)
        while start < end, text[start] == space || text[start] == tab { start += 1 }
        while start < end, text[end - 1] == space || text[end - 1] == tab { end -= 1 }
        return start..<end
    }

    /// Whether the text is this one, which is in lower case.
    static func equal(_ text: Span<UInt8>, _ other: StaticString) -> Bool {
        guard text.count == other.utf8CodeUnitCount else { return false }
        return other.withUTF8Buffer { other in
            for index in text.indices {
                let byte = text[index]
                let small = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                if unsafe small != other[index] { return false }
            }
            return true
        }
    }

    /// Whether a list of tokens, separated by commas, has this one, which is in lower case.
    static func lists(_ text: Span<UInt8>, _ token: StaticString) -> Bool {
        hasItem(text) { equal($0, token) }
    }

    /// Whether one of the items of a list, separated by commas, is such. Each comes without the spaces around it.
    static func hasItem(_ text: Span<UInt8>, _ isSuch: (Span<UInt8>) -> Bool) -> Bool {
        var start = 0
        for end in 0...text.count where end == text.count || text[end] == UInt8(ascii: ",") {
            let item = text.extracting(start..<end)
            if isSuch(item.extracting(trim(item))) { return true }
            start = end + 1
        }
        return false
    }
}
