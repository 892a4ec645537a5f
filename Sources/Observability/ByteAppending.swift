extension [UInt8] {
    /// Text known at compile time, copied unchanged.
    mutating func append(literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// `bytes[range]`, copied unchanged.
    mutating func append(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    /// In decimal, with leading zeros up to `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) {
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var first = 20
        var rest = value
        while rest > 0 {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder)
            rest = quotient
        }
        append(digits.span, Swift.min(first, 20 - width)..<20)
    }
}
