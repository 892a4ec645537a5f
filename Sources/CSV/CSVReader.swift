internal import ParlayAPI

/// One record of a CSV file.
package struct CSVRecord: Equatable, Sendable {
    package let fields: [String]
    /// The line that it begins on, from 1.
    package let line: Int
}

/// Why a record cannot be read.
package struct CSVError: Error, Hashable, Sendable {
    /// The line that it begins on, from 1.
    package let line: Int
    package let sentence: String
}

/// Reads comma-separated values as RFC 4180 defines them, one record at a time.
///
/// Lines end with CRLF or LF. Blank lines and a byte order mark at the start are skipped. After an error the next record
/// is that of the next line. Any bytes are either records or errors; the time is linear in their number.
package struct CSVReader: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// Where the record that is being read begins.
    private var start = 1

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// `nil` after the last record.
    package mutating func next() throws(CSVError) -> CSVRecord? {
        while isAtLineEnd { skipLineEnd() }
        guard position < bytes.count else { return nil }
        start = line
        var fields: [String] = []
        while true {
            let field = peek == Self.quote ? try quotedField() : try plainField()
            guard let field = String(validating: field, as: UTF8.self) else {
                throw failure("The line is not valid UTF-8.")
            }
            if field.utf8.contains(0) { throw failure("The line has a NUL character.") }
            if MarkRun.isTooLong(in: field) {
                throw failure("The line has more than \(MarkRun.limit) combining marks in a row.")
            }
            fields.append(field)
            guard peek == Self.comma else { break }
            position += 1
        }
        skipLineEnd()
        return CSVRecord(fields: fields, line: start)
    }

    private mutating func plainField() throws(CSVError) -> [UInt8] {
        let start = position
        while let byte = peek, byte != Self.comma, byte != Self.newline {
            if byte == Self.quote {
                throw failure("A field with a quotation mark must be enclosed in quotation marks.")
            }
            if byte == Self.carriageReturn {
                if isAtLineEnd { break }
                throw failure("A carriage return stands alone; lines end with LF or CRLF.")
            }
            position += 1
        }
        return Array(bytes[start..<position])
    }

    private mutating func quotedField() throws(CSVError) -> [UInt8] {
        let opening = (position, line)
        var field: [UInt8] = []
        position += 1
        while let byte = peek {
            position += 1
            if byte == Self.newline { line += 1 }
            if byte != Self.quote {
                field.append(byte)
            } else if peek == Self.quote {
                field.append(byte)
                position += 1
            } else {
                guard peek == nil || peek == Self.comma || isAtLineEnd else {
                    throw failure("Text follows a closing quotation mark.")
                }
                return field
            }
        }
        // Only its line is bad. All quotation marks after it are doubled, so that this happens only once in a file.
        (position, line) = opening
        throw failure("A quotation mark is never closed.")
    }

    /// Goes on after the line, so that the lines after it are read too.
    private mutating func failure(_ sentence: String) -> CSVError {
        while let byte = peek, byte != Self.newline { position += 1 }
        skipLineEnd()
        return CSVError(line: start, sentence: sentence)
    }

    private mutating func skipLineEnd() {
        if peek == Self.carriageReturn { position += 1 }
        guard peek == Self.newline else { return }
        position += 1
        line += 1
    }

    private var isAtLineEnd: Bool {
        peek == Self.newline
            || peek == Self.carriageReturn && position + 1 < bytes.count
                && bytes[position + 1] == Self.newline
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
