/// A call of a command with its arguments and options.
package struct Invocation: Sendable {
    package let configuration: Configuration
    package let terminal: Terminal
    /// `PARLAY_…` variables that are not settings.
    package let unknownVariables: [String]
    package let command: Command
    /// The API in this process, for commands that are calls of it.
    package var operatorAPI: (@Sendable (Invocation) -> any APIService)?
    private let arguments: [String: [String]]
    private let values: [String: String]
    private let flags: Set<String>

    /// The argument; the parser has checked that it is there.
    package func argument(_ name: String) throws -> String {
        guard let value = arguments[name]?.first else { throw UsageError("\(name) is missing") }
        return value
    }

    package func arguments(_ name: String) -> [String] { arguments[name] ?? [] }
    package func value(_ option: String) -> String? { values[option] }
    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    package func required(_ option: String) throws -> String {
        guard let value = values[option] else { throw UsageError("\(option) is missing") }
        return value
    }

    package var isJSON: Bool { has("--json") }

    /// Asks before something that cannot be undone, unless `--yes` was given.
    package func confirm(_ question: String) throws {
        if has("--yes") { return }
        guard terminal.isInteractive else {
            throw UsageError("not confirmed; pass --yes when there is no terminal")
        }
        guard terminal.ask(question) else { throw CommandFailure("cancelled; nothing was changed") }
    }

    /// Asks for a name to be typed before something that destroys much, unless `--confirm=NAME` or `--yes` was given.
    package func confirm(typing name: String, _ warning: String) throws {
        if let typed = value("--confirm") {
            guard typed == name else { throw UsageError("--confirm must be \(name), not \"\(typed)\"") }
            return
        }
        if has("--yes") { return }
        guard terminal.isInteractive else {
            throw UsageError("not confirmed; pass --confirm=\(name) when there is no terminal")
        }
        guard terminal.line("\(warning) Type \(name) to confirm:") == name else {
            throw CommandFailure("cancelled; nothing was changed")
        }
    }

    /// A positive number given as an argument.
    package func identifier(_ name: String) throws -> Int64 {
        try Self.identifier(name, try argument(name))
    }

    package func identifiers(_ name: String) throws -> [Int64] {
        try arguments(name).map { try Self.identifier(name, $0) }
    }

    private static func identifier(_ name: String, _ text: String) throws -> Int64 {
        guard let id = Int64(text), id > 0 else {
            throw UsageError("\(name) must be a positive number, not \"\(text)\"")
        }
        return id
    }

    package func count<Number: FixedWidthInteger>(
        _ option: String,
        default fallback: Number,
        _ range: ClosedRange<Number>
    ) throws -> Number {
        guard let text = value(option) else { return fallback }
        guard let count = Number(text), range.contains(count) else {
            throw UsageError("\(option) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// The call as it was typed, with other values for some options; for the hint how to continue.
    package func repeated(with changes: [(option: String, value: String)]) -> String {
        var words = ["parlay"] + command.path
        for name in command.arguments.map(Self.plain) { words += arguments(name) }
        for option in command.options {
            if let value = changes.first(where: { $0.option == option.name })?.value ?? values[option.name] {
                words += [option.name, value]
            } else if flags.contains(option.name) {
                words.append(option.name)
            }
        }
        return words.map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && word.allSatisfy { $0.isLetter || "0123456789-_./:=@,%+".contains($0) }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// `NAME` of `[NAME…]`.
    private static func plain(_ pattern: String) -> String {
        pattern.filter { $0 != "[" && $0 != "]" && $0 != "…" }
    }
}

// MARK: Parsing

extension Invocation {
    /// Reads the words after a command's name. Every command takes the flags of all settings.
    package static func parse(
        _ words: [String],
        of command: Command,
        terminal: Terminal
    ) throws(UsageError) -> (
        make: @Sendable (Configuration, [String]) -> Invocation, settings: [String: String]
    ) {
        var arguments: [String] = []
        var values: [String: String] = [:]
        var flags: Set<String> = []
        var settings: [String: String] = [:]
        var rest = words[...]
        var isLiteral = false
        while let word = rest.popFirst() {
            // A single dash and a negative number are arguments.
            guard word.hasPrefix("-"), word.count > 1, Double(word) == nil, !isLiteral else {
                arguments.append(word)
                continue
            }
            if word == "--" {
                isLiteral = true
                continue
            }
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            let option = command.options.first { $0.name == halves[0] }
            let entry = Configuration.entries.first { $0.flag == halves[0] }
            if let option, option.value == nil {
                guard halves.count == 1 else { throw UsageError("\(option.name) takes no value") }
                flags.insert(option.name)
                continue
            }
            guard option != nil || entry != nil else { throw unknown(halves[0], of: command) }
            guard let value = halves.count > 1 ? halves[1] : rest.popFirst() else {
                throw UsageError("\(halves[0]) needs a value")
            }
            if let option {
                values[option.name] = value
            } else if let entry {
                settings[entry.variable] = value
            }
        }
        let named = try name(arguments, by: command)
        let (finalValues, finalFlags) = (values, flags)
        return (
            { configuration, unknown in
                Invocation(
                    configuration: configuration,
                    terminal: terminal,
                    unknownVariables: unknown,
                    command: command,
                    arguments: named,
                    values: finalValues,
                    flags: finalFlags
                )
            }, settings
        )
    }

    private static func unknown(_ flag: String, of command: Command) -> UsageError {
        let known =
            command.options.filter { !$0.isHidden }.map(\.name) + Configuration.entries.map(\.flag) + [
                "--help"
            ]
        guard let guess = Suggestion.closest(to: flag, in: known) else {
            return UsageError("unknown option \(flag)")
        }
        return UsageError("unknown option \(flag). Did you mean \(guess)?")
    }

    private static func name(_ words: [String], by command: Command) throws(UsageError) -> [String: [String]]
    {
        var named: [String: [String]] = [:]
        var rest = words[...]
        for pattern in command.arguments {
            let isOptional = pattern.hasPrefix("[")
            let name = plain(pattern)
            if pattern.contains("…") {
                if rest.isEmpty && !isOptional { throw UsageError("\(name) is missing") }
                named[name] = Array(rest)
                rest = []
            } else if let word = rest.popFirst() {
                named[name] = [word]
            } else if !isOptional {
                throw UsageError("\(name) is missing")
            }
        }
        guard !rest.isEmpty else { return named }
        let noun = rest.count == 1 ? "argument" : "arguments"
        throw UsageError("unexpected \(noun): \(rest.joined(separator: " "))")
    }
}
