extension RequestFraming {
    /// Whether the text equals this lower-case one, ignoring case.
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

    /// Whether the text contains this lower-case one, ignoring case.
    static func contains(_ text: Span<UInt8>, _ other: StaticString) -> Bool {
        let count = other.utf8CodeUnitCount
        guard text.count >= count else { return false }
        return (0...(text.count - count)).contains { equal(text.extracting($0..<($0 + count)), other) }
    }
}
