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
    mutating func append(literal: StaticString) {
        let text = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        unsafe append(copying: text)
    }

    /// All at once: byte by byte, each is checked and counted.
    mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
        precondition(bytes.count <= freeCapacity, "there is no room")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(from: bytes)
            count += bytes.count
        }
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
