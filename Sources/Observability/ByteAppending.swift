extension [UInt8] {
    /// Text known at compile time, copied unchanged.
    mutating func append(literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    mutating func append(decimal value: Int64) {
        append(addingCapacity: 20) { $0.append(decimal: value) }
    }

    /// In decimal, with leading zeros up to `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) {
        append(addingCapacity: Swift.max(20, width)) { $0.append(decimal: value, width: width) }
    }
}

/// The same where there is room already.
extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(literal: StaticString) {
        let start = unsafe literal.utf8Start
        for index in 0..<literal.utf8CodeUnitCount { unsafe append(start[index]) }
    }

    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    mutating func append(decimal value: UInt64, width: Int = 1) {
        var digits = 1
        var unit: UInt64 = 1
        while digits < width || value / unit >= 10 {
            digits += 1
            unit *= 10
        }
        var rest = value
        for _ in 0..<digits {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}
