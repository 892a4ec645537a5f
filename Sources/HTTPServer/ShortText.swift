/// A text of at most 64 bytes that is made of literals and numbers. An interpolation makes a string of each part, which costs
/// several times as much, and each answer has some of them.
package struct ShortText {
    private var bytes = InlineArray<64, UInt8>(repeating: 0)
    private var count = 0

    package init() {}

    /// ASCII.
    package mutating func append(_ literal: StaticString) {
        for index in 0..<literal.utf8CodeUnitCount {
            bytes[count] = unsafe literal.utf8Start[index]
            count += 1
        }
    }

    /// - Parameter radix: at most 36.
    package mutating func append(_ value: UInt64, radix: UInt64 = 10) {
        let start = count
        var rest = value
        repeat {
            let digit = UInt8(truncatingIfNeeded: rest % radix)
            bytes[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            count += 1
            rest /= radix
        } while rest > 0
        // They came from the last to the first.
        var (left, right) = (start, count - 1)
        while left < right {
            bytes.swapAt(left, right)
            left += 1
            right -= 1
        }
    }

    package mutating func append(_ value: Int64) {
        if value < 0 { append("-") }
        append(value.magnitude)
    }

    package var text: String {
        String(copying: unsafe UTF8Span(unchecked: bytes.span.extracting(..<count), isKnownASCII: true))
    }
}

extension String {
    /// In decimal.
    package init(decimal value: Int64) {
        var text = ShortText()
        text.append(value)
        self = text.text
    }
}
