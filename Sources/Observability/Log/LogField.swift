/// How important a line is; a logger omits lines below its own level.
package enum LogLevel: Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    /// The level with this name; `nil` if there is none.
    package init?(_ name: String) {
        guard let level = Self.allCases.first(where: { $0.label.name.description == name }) else {
            return nil
        }
        self = level
    }

    /// The name, and its color at a terminal (ECMA-48, "select graphic rendition").
    var label: (name: StaticString, color: StaticString) {
        switch self {
        case .debug: ("debug", "\u{1B}[2m")
        case .info: ("info", "\u{1B}[32m")
        case .notice: ("notice", "\u{1B}[36m")
        case .warning: ("warning", "\u{1B}[33m")
        case .error: ("error", "\u{1B}[31m")
        }
    }
}

/// A named value of a line, which leaves out `nil`. Keys are literals of the program, in `snake_case`, so that no input can
/// forge one; `time`, `level` and `message` are reserved.
package enum LogField: Sendable {
    case text(_ key: StaticString, _ value: String?)
    case number(_ key: StaticString, _ value: Int64?)
    case bool(_ key: StaticString, _ value: Bool)
    /// Written in milliseconds, so the key ends in `_ms`.
    case duration(_ key: StaticString, _ value: Duration?)

    package static func integer(_ key: StaticString, _ value: some BinaryInteger) -> LogField {
        .number(key, Int64(clamping: value))
    }
}
