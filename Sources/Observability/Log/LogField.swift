internal import Reactor

/// How important a line is; a logger omits lines below its own level.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .notice: 2
        case .warning: 3
        case .error: 4
        }
    }

    /// The color of the level's word at a terminal.
    var color: StaticString {
        switch self {
        case .debug: "\u{1B}[2m"
        case .info: "\u{1B}[32m"
        case .notice: "\u{1B}[36m"
        case .warning: "\u{1B}[33m"
        case .error: "\u{1B}[31m"
        }
    }

    var text: StaticString {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

/// A named value of a line. Keys are literals of the program, in `snake_case`, so that no input can forge one;
/// `time`, `level` and `message` are reserved.
package struct LogField: Sendable {
    enum Value: Sendable {
        case text(String)
        case integer(Int64)
        case nanoseconds(Int64)
        case bool(Bool)
        case secret
    }

    let key: StaticString
    let value: Value

    package static func text(_ key: StaticString, _ value: String) -> LogField {
        LogField(key: key, value: .text(value))
    }

    /// Bytes from outside; what is not UTF-8 in them is shown as U+FFFD.
    package static func bytes(_ key: StaticString, _ value: some Sequence<UInt8>) -> LogField {
        LogField(key: key, value: .text(String(decoding: Array(value), as: UTF8.self)))
    }

    package static func integer(_ key: StaticString, _ value: some BinaryInteger) -> LogField {
        LogField(key: key, value: .integer(Int64(clamping: value)))
    }

    /// Written in milliseconds under `key` with `_ms` after it.
    package static func duration(_ key: StaticString, nanoseconds: Int64) -> LogField {
        LogField(key: key, value: .nanoseconds(nanoseconds))
    }

    /// Written in milliseconds under `key` with `_ms` after it.
    package static func duration(_ key: StaticString, _ value: Duration) -> LogField {
        LogField(key: key, value: .nanoseconds(value.nanoseconds))
    }

    package static func bool(_ key: StaticString, _ value: Bool) -> LogField {
        LogField(key: key, value: .bool(value))
    }

    /// Shows that there was a value as `<redacted>`; the value itself is never stored.
    package static func secret(_ key: StaticString) -> LogField {
        LogField(key: key, value: .secret)
    }
}
