/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people, without the position.
    package let message: String
    /// From 1.
    package let line: Int
    /// In Unicode scalars, from 1.
    package let column: Int

    package init(message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// For a document that is something else than an object.
    package static let notAnObject = JSONSyntaxError(
        message: "The body must be a JSON object.",
        line: 1,
        column: 1
    )

    package var description: String { "\(message) (line \(line), column \(column))" }
}

/// A strict reader of JSON (RFC 8259) for untrusted bytes.
///
/// Beyond the grammar, it refuses what readers disagree on: duplicate keys, U+0000, lone surrogates, a byte order
/// mark, bad UTF-8, and more than 32 levels of arrays and objects.
package enum JSONParser {
    package static let depthLimit = 32

    package static func parse(_ bytes: [UInt8], within limits: JSONLimits = .none) throws(JSONSyntaxError)
        -> JSONValue
    {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            try unsafe parse(buffer, within: limits)
        }
    }

    /// The buffer is only read during the call.
    @unsafe package static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>,
        within limits: JSONLimits = .none
    ) throws(JSONSyntaxError) -> JSONValue {
        var scanner = unsafe JSONScanner(buffer, limits)
        return try scanner.document()
    }

    /// The document must be an object, like every request body.
    package static func parseObject(_ bytes: [UInt8], within limits: JSONLimits = .none)
        throws(JSONSyntaxError) -> JSONObject
    {
        guard case .object(let object) = try parse(bytes, within: limits) else {
            throw .notAnObject
        }
        return object
    }
}

/// Every byte is read through `peek` and `byte(at:)`, which check the bounds; 0 means the end, and a real NUL is
/// refused in every place.
@safe private struct JSONScanner {
    private let buffer: UnsafeBufferPointer<UInt8>
    private let count: Int
    private let limits: JSONLimits
    private var position = 0
    /// Values that began so far.
    private var values = 0

    @unsafe init(_ buffer: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
        unsafe self.buffer = buffer
        count = buffer.count
        self.limits = limits
    }

    private func byte(at index: Int) -> UInt8 {
        index < count ? unsafe buffer[index] : 0
    }

    private var peek: UInt8 { byte(at: position) }

    private func text(from start: Int, to end: Int) -> String {
        unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[start..<end]), as: UTF8.self)
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if byte(at: 0) == 0xEF, byte(at: 1) == 0xBB, byte(at: 2) == 0xBF {
            throw error("A byte order mark is not allowed before JSON.")
        }
        skipSpace()
        if position == count { throw error("The document is empty.") }
        let value = try value(depth: 0)
        skipSpace()
        if position < count { throw error("Unexpected text after the document.") }
        return value
    }

    private mutating func skipSpace() {
        while true {
            switch peek {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// `depth` counts the arrays and objects around the value: the recursion ends at the limit.
    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        values += 1
        if values > limits.values { throw error("The document has more than \(limits.values) values.") }
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            try checkDepth(depth)
            return try object(depth: depth + 1)
        case UInt8(ascii: "["):
            try checkDepth(depth)
            return try array(depth: depth + 1)
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw unexpected("Expected a value.")
        }
    }

    private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        if depth == JSONParser.depthLimit {
            throw error("The document is nested more than \(JSONParser.depthLimit) levels deep.")
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError)
        -> JSONValue
    {
        for character in word.description.utf8 {
            if peek != character { throw unexpected("Expected a value.") }
            position += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var object = JSONObject()
        skipSpace()
        if peek == UInt8(ascii: "}") {
            position += 1
            return .object(object)
        }
        while true {
            if peek != UInt8(ascii: "\"") { throw unexpected("Expected a key in double quotes.") }
            if object.members.count >= limits.members {
                throw error("The object has more than \(limits.members) members.")
            }
            let start = position
            let key = try string()
            skipSpace()
            if peek != UInt8(ascii: ":") { throw unexpected("Expected a colon after the key.") }
            position += 1
            skipSpace()
            if !object.add(key, try value(depth: depth)) {
                position = start
                throw error("The key is in the object twice.")
            }
            skipSpace()
            switch peek {
            case UInt8(ascii: ","):
                position += 1
                skipSpace()
            case UInt8(ascii: "}"):
                position += 1
                return .object(object)
            default: throw unexpected("Expected a comma or a closing brace.")
            }
        }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if peek == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            switch peek {
            case UInt8(ascii: ","):
                position += 1
                skipSpace()
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            default: throw unexpected("Expected a comma or a closing bracket.")
            }
        }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var value: Int64? = 0
        if peek == UInt8(ascii: "0") {
            position += 1
            if 0x30...0x39 ~= peek { throw error("A number must not have leading zeros.") }
        } else {
            try digits { digit in
                value = value.flatMap { accumulated in
                    // Counts down, because the lowest integer has no positive counterpart.
                    let (product, overflowed) = accumulated.multipliedReportingOverflow(by: 10)
                    let (sum, overflowedToo) = product.subtractingReportingOverflow(Int64(digit))
                    return overflowed || overflowedToo ? nil : sum
                }
            }
            if !isNegative { value = value.flatMap { $0 == .min ? nil : -$0 } }
        }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits { _ in }
        }
        if peek | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits { _ in }
        }
        if isInteger, let value { return .integer(value) }
        return .number(JSONNumber(parsed: text(from: start, to: position)))
    }

    /// At least one digit.
    private mutating func digits(_ use: (UInt8) -> Void) throws(JSONSyntaxError) {
        guard 0x30...0x39 ~= peek else { throw unexpected("Expected a digit.") }
        while 0x30...0x39 ~= peek {
            use(peek - 0x30)
            position += 1
        }
    }

    // MARK: Strings

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        var start = position
        var unescaped: [UInt8] = []
        var marks = MarkRun(limit: limits.marks)
        while true {
            let byte = peek
            switch byte {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                if unescaped.isEmpty { return text(from: start, to: position) }
                append(from: start, to: &unescaped)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                append(from: start, to: &unescaped)
                try escape(into: &unescaped, &marks)
                start = position
            case 0..<0x20:
                if position >= count { throw error("The string has no closing quote.") }
                throw error("A control character in a string must be escaped.")
            case 0x20..<0x80:
                position += 1
                marks.reset()
            default: try skipMultibyteScalar(&marks)
            }
        }
    }

    private func append(from start: Int, to unescaped: inout [UInt8]) {
        unsafe unescaped.append(contentsOf: buffer[start..<position])
    }

    /// Skips a scalar of two to four bytes (Unicode, table 3-7: well-formed UTF-8).
    private mutating func skipMultibyteScalar(_ marks: inout MarkRun) throws(JSONSyntaxError) {
        let second = byte(at: position + 1)
        let length: Int
        let allowed: ClosedRange<UInt8>
        switch peek {
        case 0xC2...0xDF: (length, allowed) = (2, 0x80...0xBF)
        case 0xE0: (length, allowed) = (3, 0xA0...0xBF)
        case 0xED: (length, allowed) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, allowed) = (3, 0x80...0xBF)
        case 0xF0: (length, allowed) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, allowed) = (4, 0x80...0xBF)
        case 0xF4: (length, allowed) = (4, 0x80...0x8F)
        default: throw error("The text is not UTF-8.")
        }
        let continuation: ClosedRange<UInt8> = 0x80...0xBF
        guard
            allowed.contains(second),
            length < 3 || continuation.contains(byte(at: position + 2)),
            length < 4 || continuation.contains(byte(at: position + 3))
        else { throw error("The text is not UTF-8.") }
        var value = UInt32(peek) & (0x7F >> UInt32(length))
        for index in 1..<length { value = value << 6 | UInt32(byte(at: position + index) & 0x3F) }
        try note(value, &marks)
        position += length
    }

    private func note(_ value: UInt32, _ marks: inout MarkRun) throws(JSONSyntaxError) {
        guard let scalar = Unicode.Scalar(value), marks.isTooLong(with: scalar) else { return }
        throw error("The text has more than \(limits.marks) combining marks in a row.")
    }

    private mutating func escape(into unescaped: inout [UInt8], _ marks: inout MarkRun)
        throws(JSONSyntaxError)
    {
        let character = byte(at: position + 1)
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(character)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar()
            try note(scalar.value, &marks)
            unescaped.append(contentsOf: scalar.utf8)
            return
        default: throw error("Unknown escape.")
        }
        marks.reset()
        position += 2
    }

    /// Skips `\uXXXX`, or two of them that form a surrogate pair.
    private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        guard let unit = hexUnit(at: position) else {
            throw error("An escape \\u needs four hexadecimal digits.")
        }
        if unit == 0 { throw error("The character U+0000 is not allowed.") }
        if let scalar = Unicode.Scalar(unit) {
            position += 6
            return scalar
        }
        guard
            0xD800...0xDBFF ~= unit, let low = hexUnit(at: position + 6), 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("A surrogate must not be alone.") }
        position += 12
        return scalar
    }

    private func hexUnit(at start: Int) -> UInt32? {
        guard byte(at: start) == UInt8(ascii: "\\"), byte(at: start + 1) == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            let byte = byte(at: index)
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt32(byte - 0x41 + 10)
            case 0x61...0x66: unit = unit << 4 | UInt32(byte - 0x61 + 10)
            default: return nil
            }
        }
        return unit
    }

    // MARK: Errors

    private func unexpected(_ message: String) -> JSONSyntaxError {
        error(position >= count ? "Unexpected end of the document." : message)
    }

    private func error(_ message: String) -> JSONSyntaxError {
        var line = 1
        var column = 1
        for index in 0..<min(position, count) {
            let byte = byte(at: index)
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return JSONSyntaxError(message: message, line: line, column: column)
    }
}
