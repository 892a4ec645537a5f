/// Text as lines of at most 76 ASCII characters (RFC 2045, section 6.7).
enum QuotedPrintable {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Lines end with CR LF, even if they ended otherwise.
    static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 5 / 4)
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if index > 0 { output += [0x0D, 0x0A] }
            encode(line, into: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func encode(_ line: Substring, into output: inout [UInt8]) {
        let bytes = Array(line.utf8)
        var column = 0
        for (index, byte) in bytes.enumerated() {
            // A trailing space could be lost on the way.
            let isLast = index == bytes.count - 1
            let isPlain =
                0x21...0x7E ~= byte && byte != UInt8(ascii: "=")
                || (byte == UInt8(ascii: " ") || byte == 0x09) && !isLast
            let width = isPlain ? 1 : 3
            // The last character of an unbroken line can be where a broken one would have its `=`.
            if column + width > (isLast ? 76 : 75) {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                column = 0
            }
            if isPlain {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
            column += width
        }
    }
}
