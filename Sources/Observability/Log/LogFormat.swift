/// How a line is written: `key=value` for people, one JSON object for machines. The raw value is the one of
/// `PARLAY_LOG`.
package enum LogFormat: String, Sendable, CaseIterable {
    case logfmt, json
}

// A line is `begin`, any number of fields, `end`.
extension LogFormat {
    func begin(_ level: LogLevel, at time: inout TimestampCache, milliseconds: Int64, in line: inout [UInt8])
    {
        switch self {
        case .logfmt: line.append(literal: "time=")
        case .json: line.append(literal: "{\"time\":\"")
        }
        time.append(milliseconds: milliseconds, to: &line)
        switch self {
        case .logfmt: line.append(literal: " level=")
        case .json: line.append(literal: "\",\"level\":\"")
        }
        line.append(literal: level.text)
        if self == .json { line.append(UInt8(ascii: "\"")) }
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

    func append(_ name: StaticString, text: String, to line: inout [UInt8]) {
        key(name, in: &line)
        let bytes = text.utf8Span.span
        if self == .logfmt && bytes.isBareWord {
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
        let microseconds = value.magnitude / 1000
        if value < 0 && microseconds > 0 { line.append(UInt8(ascii: "-")) }
        line.append(decimal: microseconds / 1000)
        line.append(UInt8(ascii: "."))
        line.append(decimal: microseconds % 1000, width: 3)
    }

    private func key(_ name: StaticString, suffix: StaticString = "", in line: inout [UInt8]) {
        switch self {
        case .logfmt:
            line.append(UInt8(ascii: " "))
            line.append(literal: name)
            if suffix.utf8CodeUnitCount > 0 { line.append(literal: suffix) }
            line.append(UInt8(ascii: "="))
        case .json:
            line.append(literal: ",\"")
            line.append(literal: name)
            if suffix.utf8CodeUnitCount > 0 { line.append(literal: suffix) }
            line.append(literal: "\":")
        }
    }
}
