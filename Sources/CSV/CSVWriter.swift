/// Writes comma-separated values as RFC 4180 defines them: lines end with CRLF, and fields are quoted where needed.
package struct CSVWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func record(_ fields: [String]) {
        for (position, field) in fields.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            write(field)
        }
        // A record of one empty field would be a blank line, which readers skip.
        if fields == [""] { bytes.append(contentsOf: "\"\"".utf8) }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private mutating func write(_ field: String) {
        guard field.utf8.contains(where: Self.needsQuotes) else {
            bytes.append(contentsOf: field.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
