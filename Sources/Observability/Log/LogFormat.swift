internal import ParlayAPI

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

// A line is `begin`, any number of fields, `end`.
extension LogFormat {
    func begin(_ level: LogLevel, milliseconds: Int64, in line: inout [UInt8]) {
        switch self {
        case .logfmt: line.append(literal: "time=")
        case .json: line.append(literal: "{\"time\":\"")
        case .short, .colored: return beginShort(level, milliseconds: milliseconds, in: &line)
        }
        Timestamp(milliseconds: milliseconds).append(to: &line)
        line.append(literal: self == .json ? "\",\"level\":\"" : " level=")
        line.append(literal: level.text)
        if self == .json { line.append(UInt8(ascii: "\"")) }
    }

    /// `12:00:00 warning`.
    private func beginShort(_ level: LogLevel, milliseconds: Int64, in line: inout [UInt8]) {
        let start = line.count
        Timestamp(milliseconds: milliseconds).append(to: &line)
        // Of `2026-03-01T12:00:00.250Z` the date and the fraction.
        line.removeLast(5)
        line.removeSubrange(start..<start + 11)
        line.append(UInt8(ascii: " "))
        if self == .colored { line.append(literal: level.color) }
        line.append(literal: level.text)
        if self == .colored { line.append(literal: Self.plain) }
        for _ in level.text.utf8CodeUnitCount..<7 { line.append(UInt8(ascii: " ")) }
    }

    /// ECMA-48, "select graphic rendition".
    private static let plain: StaticString = "\u{1B}[0m"
    private static let faint: StaticString = "\u{1B}[2m"

    /// The message of a line; a constant, except in tests.
    func append(message: String, to line: inout [UInt8]) {
        guard isShort else { return append("message", text: message, to: &line) }
        line.append(UInt8(ascii: " "))
        line.append(escaped: message.utf8Span.span)
    }

    func end(_ line: inout [UInt8]) {
        if self == .json { line.append(UInt8(ascii: "}")) }
        line.append(UInt8(ascii: "\n"))
    }

    func append(_ field: LogField, to line: inout [UInt8]) {
        switch field.value {
        case .text(let text): append(field.key, text: text, to: &line)
        case .integer(let value): append(field.key, integer: value, to: &line)
        case .nanoseconds(let value): append(field.key, nanoseconds: value, to: &line)
        case .bool(let value):
            key(field.key, in: &line)
            line.append(literal: value ? "true" : "false")
        case .secret:
            key(field.key, in: &line)
            line.append(literal: self == .json ? "\"<redacted>\"" : "<redacted>")
        }
    }

    /// The key of a field with what surrounds it, for the lines that are written for each request.
    struct Key {
        /// In logfmt.
        let plain: StaticString
        let json: StaticString
    }

    func append(_ key: Key, text: String, to line: inout [UInt8]) {
        line.append(literal: self == .json ? key.json : key.plain)
        append(text: text, to: &line)
    }

    func append(_ key: Key, integer value: Int64, to line: inout [UInt8]) {
        line.append(literal: self == .json ? key.json : key.plain)
        line.append(decimal: value)
    }

    func append(_ key: Key, nanoseconds value: Int64, to line: inout [UInt8]) {
        line.append(literal: self == .json ? key.json : key.plain)
        append(nanoseconds: value, to: &line)
    }

    func append(_ name: StaticString, text: String, to line: inout [UInt8]) {
        key(name, in: &line)
        append(text: text, to: &line)
    }

    private func append(text: String, to line: inout [UInt8]) {
        let bytes = text.utf8Span.span
        if self != .json && bytes.isBareWord {
            line.append(bytes, 0..<bytes.count)
        } else {
            line.append(UInt8(ascii: "\""))
            line.append(escaped: bytes)
            line.append(UInt8(ascii: "\""))
        }
    }

    func append(_ name: StaticString, integer value: Int64, to line: inout [UInt8]) {
        key(name, in: &line)
        line.append(decimal: value)
    }

    /// In milliseconds with three places, rounded down.
    func append(_ name: StaticString, nanoseconds value: Int64, to line: inout [UInt8]) {
        key(name, suffix: "_ms", in: &line)
        append(nanoseconds: value, to: &line)
    }

    private func append(nanoseconds value: Int64, to line: inout [UInt8]) {
        let microseconds = value.magnitude / 1000
        if value < 0 && microseconds > 0 { line.append(UInt8(ascii: "-")) }
        line.append(decimal: microseconds / 1000)
        line.append(UInt8(ascii: "."))
        line.append(decimal: microseconds % 1000, width: 3)
    }

    private func key(_ name: StaticString, suffix: StaticString = "", in line: inout [UInt8]) {
        switch self {
        case .logfmt, .short, .colored:
            line.append(UInt8(ascii: " "))
            if self == .colored { line.append(literal: Self.faint) }
            line.append(literal: name)
            if suffix.utf8CodeUnitCount > 0 { line.append(literal: suffix) }
            line.append(UInt8(ascii: "="))
            if self == .colored { line.append(literal: Self.plain) }
        case .json:
            line.append(literal: ",\"")
            line.append(literal: name)
            if suffix.utf8CodeUnitCount > 0 { line.append(literal: suffix) }
            line.append(literal: "\":")
        }
    }
}
