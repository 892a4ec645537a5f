/// The maximum length of a field's text in bytes; longer text is cut and ends with `…`.
let longestLogText = 8192

extension Span<UInt8> {
    /// Whether logfmt may write this text without quotes: printable ASCII but for space, `"`, `=` and `\`.
    var isBareWord: Bool {
        guard !isEmpty, count <= longestLogText else { return false }
        for index in indices {
            let byte = self[index]
            guard byte > 0x20, byte < 0x7F, byte != 0x22, byte != 0x3D, byte != 0x5C else { return false }
        }
        return true
    }

    /// The scalar at `index` and its width in bytes when it must not reach a log as it is: control characters
    /// of both ranges (the second drives terminals too), line and paragraph separators and the marks that turn
    /// the direction of what follows. Expects UTF-8.
    fileprivate func forbiddenScalar(at index: Int, end: Int) -> (code: UInt16, width: Int)? {
        switch self[index] {
        case let byte where byte < 0x20 || byte == 0x7F:
            return (UInt16(byte), 1)
        case 0xC2 where index + 1 < end && self[index + 1] < 0xA0:
            return (UInt16(self[index + 1]), 2)
        case 0xE2 where index + 2 < end:
            let code = 0x2000 | UInt16(self[index + 1] & 0x3F) << 6 | UInt16(self[index + 2] & 0x3F)
            let isForbidden = (0x2028...0x202E).contains(code) || (0x2066...0x2069).contains(code)
            return isForbidden ? (code, 3) : nil
        default:
            return nil
        }
    }
}

extension [UInt8] {
    /// The inside of a JSON string, which is also a quoted logfmt value: no byte of it can end the string or
    /// the line.
    mutating func append(escaped text: borrowing Span<UInt8>) {
        var end = text.count
        if end > longestLogText {
            end = longestLogText
            while end > 0 && text[end] & 0xC0 == 0x80 { end -= 1 }
        }
        var copied = 0
        var index = 0
        while index < end {
            let byte = text[index]
            if byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C {
                index += 1
                continue
            }
            if byte == 0x22 || byte == 0x5C {
                append(text, copied..<index)
                append(UInt8(ascii: "\\"))
                copied = index  // the byte itself goes with the next run
                index += 1
            } else if let (code, width) = text.forbiddenScalar(at: index, end: end) {
                append(text, copied..<index)
                append(escape: code)
                index += width
                copied = index
            } else {
                index += 1
            }
        }
        append(text, copied..<end)
        if end < text.count { append(literal: "…") }
    }

    private mutating func append(escape code: UInt16) {
        switch code {
        case 0x0A: append(literal: "\\n")
        case 0x0D: append(literal: "\\r")
        case 0x09: append(literal: "\\t")
        default:
            append(literal: "\\u")
            for place in 0..<4 {
                let digit = UInt8(truncatingIfNeeded: code >> (12 - 4 * place) & 0xF)
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
