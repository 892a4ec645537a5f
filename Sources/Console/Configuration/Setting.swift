/// One setting: its variable, flag, default and parser.
package struct Setting<Value: Sendable>: Sendable {
    /// `PARLAY_PORT`; the flag is `--port`.
    package let variable: String
    package let fallback: Value
    package let isSecret: Bool
    package let summary: String
    /// What is expected, as the end of a sentence: "must be a number from 1 to 65535".
    package let expectation: String
    package let parse: @Sendable (String) -> Value?
    package let show: @Sendable (Value) -> String

    package init(
        _ variable: String,
        default fallback: Value,
        isSecret: Bool = false,
        _ summary: String,
        expects expectation: String,
        parse: @escaping @Sendable (String) -> Value?,
        show: @escaping @Sendable (Value) -> String
    ) {
        self.variable = variable
        self.fallback = fallback
        self.isSecret = isSecret
        self.summary = summary
        self.expectation = expectation
        self.parse = parse
        self.show = show
    }

    package var flag: String { Self.flag(of: variable) }

    package static func flag(of variable: String) -> String {
        let name = variable.hasPrefix("PARLAY_") ? variable.dropFirst("PARLAY_".count) : variable[...]
        return "--" + name.lowercased().replacing("_", with: "-")
    }
}

extension Setting<Int> {
    package static func integer(
        _ variable: String,
        default fallback: Int,
        _ range: ClosedRange<Int>,
        _ summary: String
    ) -> Setting {
        Setting(
            variable,
            default: fallback,
            summary,
            expects: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            show: { String($0) }
        )
    }
}

extension Setting<String> {
    package static func text(
        _ variable: String,
        default fallback: String,
        isSecret: Bool = false,
        _ summary: String,
        expects expectation: String = "some text",
        where isValid: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
    ) -> Setting {
        Setting(
            variable,
            default: fallback,
            isSecret: isSecret,
            summary,
            expects: expectation,
            parse: { isValid($0) ? $0 : nil },
            show: { $0 }
        )
    }
}
