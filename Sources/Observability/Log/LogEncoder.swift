internal import ParlayAPI
internal import Reactor

/// The format of a line.
package enum LogFormat: Sendable, CaseIterable {
    /// `key=value`, for people and machines.
    case logfmt
    /// One object, for machines.
    case json
    /// For people at a terminal: the time of day (UTC), the level, the message without its key, then `key=value`.
    case short
    /// The same with colors.
    case colored

    /// Whether it is read at a terminal.
    var isShort: Bool { self == .short || self == .colored }
}

/// The maximum length of a field's text in bytes; longer text is cut and ends with `…`.
let longestLogText = 8192

/// Encodes lines in one format, one after the other.
struct LogEncoder {
    let format: LogFormat
    var bytes: [UInt8] = []

    mutating func append(_ level: LogLevel, milliseconds: Int64, _ message: String, _ fields: [LogField]) {
        let time = Timestamp(milliseconds: milliseconds)
        if format.isShort {
            // The time of day in `2026-03-01T12:00:00.250Z`.
            bytes.append(contentsOf: time.description.utf8.dropFirst(11).prefix(8))
        } else {
            bytes.append(literal: format == .json ? "{\"time\":\"" : "time=")
            time.append(to: &bytes)
        }
        let format = format
        let fields = fields.span
        var room = 64 + message.roomInLine
        for index in fields.indices { room += fields[index].roomInLine }
        bytes.append(addingCapacity: room) { line in
            format.append(level, to: &line)
            format.append(message: message, to: &line)
            for index in fields.indices { format.append(fields[index], to: &line) }
            line.append(literal: format == .json ? "}\n" : "\n")
        }
    }
}

extension LogField {
    /// The most bytes that it can take.
    fileprivate var roomInLine: Int {
        switch self {
        case .text(let key, let value): key.utf8CodeUnitCount + (value?.roomInLine ?? 0)
        case .number(let key, _), .bool(let key, _), .duration(let key, _): key.utf8CodeUnitCount + 40
        }
    }
}

extension String {
    /// The most bytes that it can take as a field's value, with what is around its key: six for each byte, and the `…`.
    fileprivate var roomInLine: Int { 6 * min(utf8.count, longestLogText) + 20 }
}

extension LogFormat {
    fileprivate func append(_ level: LogLevel, to line: inout OutputSpan<UInt8>) {
        let (name, color) = level.label
        switch self {
        case .logfmt:
            line.append(literal: " level=")
            line.append(literal: name)
        case .json:
            line.append(literal: "\",\"level\":\"")
            line.append(literal: name)
            line.append(UInt8(ascii: "\""))
        case .short, .colored:
            line.append(UInt8(ascii: " "))
            if self == .colored { line.append(literal: color) }
            line.append(literal: name)
            if self == .colored { line.append(literal: "\u{1B}[0m") }
            line.append(repeating: UInt8(ascii: " "), count: 7 - name.utf8CodeUnitCount)
        }
    }

    fileprivate func append(message: String, to line: inout OutputSpan<UInt8>) {
        if isShort {
            line.append(UInt8(ascii: " "))
            line.append(escaped: message)
        } else {
            append(key: "message", to: &line)
            append(text: message, to: &line)
        }
    }

    fileprivate func append(_ field: LogField, to line: inout OutputSpan<UInt8>) {
        switch field {
        case .text(let key, let value?):
            append(key: key, to: &line)
            append(text: value, to: &line)
        case .number(let key, let value?):
            append(key: key, to: &line)
            line.append(decimal: value)
        case .bool(let key, let value):
            append(key: key, to: &line)
            line.append(literal: value ? "true" : "false")
        case .duration(let key, let duration?):
            append(key: key, to: &line)
            line.append(milliseconds: duration.nanoseconds)
        case .text(_, nil), .number(_, nil), .duration(_, nil): break
        }
    }

    private func append(key: StaticString, to line: inout OutputSpan<UInt8>) {
        switch self {
        case .logfmt, .short:
            line.append(UInt8(ascii: " "))
            line.append(literal: key)
            line.append(UInt8(ascii: "="))
        case .json:
            line.append(literal: ",\"")
            line.append(literal: key)
            line.append(literal: "\":")
        case .colored:
            line.append(literal: " \u{1B}[2m")
            line.append(literal: key)
            line.append(literal: "=\u{1B}[0m")
        }
    }

    /// Without quotes where the format allows it, else as a JSON string.
    private func append(text: String, to line: inout OutputSpan<UInt8>) {
        if self != .json && !text.isEmpty && line.append(ifPlain: text, asWord: true) { return }
        line.append(UInt8(ascii: "\""))
        line.append(escaped: text)
        line.append(UInt8(ascii: "\""))
    }
}

extension OutputSpan<UInt8> {
    /// With three places, rounded down.
    fileprivate mutating func append(milliseconds nanoseconds: Int64) {
        let microseconds = nanoseconds.magnitude / 1000
        if nanoseconds < 0 && microseconds > 0 { append(UInt8(ascii: "-")) }
        append(decimal: microseconds / 1000)
        append(UInt8(ascii: "."))
        append(decimal: microseconds % 1000, width: 3)
    }

    /// The inside of a JSON string, in which nothing can end the string or the line, drive a terminal (control
    /// characters of both ranges), or turn the direction of what follows.
    fileprivate mutating func append(escaped text: String) {
        if append(ifPlain: text, asWord: false) { return }
        var room = longestLogText
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { return append(literal: "…") }
            switch scalar.value {
            case 0x0A: append(literal: "\\n")
            case 0x0D: append(literal: "\\r")
            case 0x09: append(literal: "\\t")
            case 0x22, 0x5C: append("\\\(scalar)")
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
                // Four hexadecimal digits.
                append("\\u\(String(0x10000 | scalar.value, radix: 16).dropFirst())")
            default: append(String(scalar))
            }
        }
    }

    private mutating func append(_ text: String) {
        unsafe text.utf8.span.withUnsafeBufferPointer { unsafe append(copying: $0) }
    }

    /// False and nothing for text that a JSON string, or as a word logfmt, does not have as it is.
    fileprivate mutating func append(ifPlain text: String, asWord: Bool) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count <= longestLogText else { return false }
        for index in bytes.indices {
            guard asWord ? bytes[index].isOfWord : bytes[index].isPlain else { return false }
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe append(copying: $0) }
        return true
    }
}

extension UInt8 {
    /// Whether a JSON string has it without an escape, as printable ASCII. The first test is true for most.
    @inline(__always)
    fileprivate var isPlain: Bool {
        (0x5D...0x7E).contains(self) || self >= 0x20 && self < 0x5C && self != UInt8(ascii: "\"")
    }

    /// Whether logfmt has it in a value without quotes.
    @inline(__always)
    fileprivate var isOfWord: Bool { isPlain && self != UInt8(ascii: " ") && self != UInt8(ascii: "=") }
}
