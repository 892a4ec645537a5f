extension String {
    /// In decimal. The standard library's conversion takes several times as long, and each answer has some numbers.
    package init(decimal value: Int64) {
        guard (0..<1_000_000_000_000_000).contains(value) else {
            self.init(value)
            return
        }
        self.init(UInt64(value), radix: 10, ending: "")
    }

    /// A small number's digits, without an allocation: a string of up to 15 bytes needs none.
    init(_ value: UInt64, radix: UInt64, ending: String) {
        var digits = InlineArray<64, UInt8>(repeating: 0)
        var first = 64
        var rest = value
        repeat {
            let digit = UInt8(truncatingIfNeeded: rest % radix)
            first -= 1
            digits[first] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest /= radix
        } while rest > 0
        let tail = ending.utf8.span
        self = unsafe String(unsafeUninitializedCapacity: 64 - first + tail.count) { buffer in
            var count = 0
            for index in first..<64 {
                unsafe buffer[count] = digits[index]
                count += 1
            }
            for index in tail.indices {
                unsafe buffer[count] = tail[index]
                count += 1
            }
            return count
        }
    }
}
