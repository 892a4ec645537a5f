/// One subcommand: what it is called, what it takes, what it does.
package struct Command: Sendable {
    package struct Option: Sendable {
        let name: String
        /// What stands for the value in `--help`; `nil` for a switch.
        let value: String?
        let summary: String

        static func value(_ name: String, _ value: String, _ summary: String) -> Option {
            Option(name: name, value: value, summary: summary)
        }
        static func flag(_ name: String, _ summary: String) -> Option {
            Option(name: name, value: nil, summary: summary)
        }

        static let json = flag("--json", "print JSON for a machine to read")
        static let yes = flag("--yes", "do not ask for confirmation")
        static let dryRun = flag("--dry-run", "say what would change, and change nothing")
        static let tenant = value("--tenant", "SLUG", "the tenant")
    }

    /// `["admin", "tenant", "create"]`.
    let path: [String]
    /// `["SLUG"]`; a name in brackets may be left out, one that ends in … may stand several times.
    let arguments: [String]
    let options: [Option]
    let summary: String
    /// Whether an unknown `PARLAY_…` variable stops it.
    let isStrict: Bool
    let run: @Sendable (Invocation) async throws -> ExitCode

    package init(
        _ path: String,
        arguments: [String] = [],
        options: [Option] = [],
        _ summary: String,
        isStrict: Bool = false,
        run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.arguments = arguments
        self.options = options
        self.summary = summary
        self.isStrict = isStrict
        self.run = run
    }

    var usage: String {
        (["parlay"] + path + arguments + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
    }
}

package enum ExitCode: Int32, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
}

/// A mistake in how a command was called: exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Something that failed and a sentence that says what to do: exit code 1.
package struct CommandFailure: Error, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// A call of a command with what stood behind it.
package struct Invocation: Sendable {
    package let configuration: Configuration
    package let terminal: Terminal
    /// `PARLAY_…` variables that are no settings.
    package let unknownVariables: [String]
    private let arguments: [String: [String]]
    private let values: [String: String]
    private let flags: Set<String>

    /// The argument, which the parser saw to being there.
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

    /// Asks before something that cannot be taken back, unless `--yes` was given.
    package func confirm(_ question: String) throws {
        if has("--yes") { return }
        guard terminal.isInteractive else {
            throw UsageError("\(question) Say so with --yes; there is no terminal to ask at.")
        }
        guard terminal.ask(question) else { throw CommandFailure("nothing was done") }
    }

    /// Judges what stands behind a command's name. Flags of settings are taken by every command.
    static func parse(
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
            guard word.hasPrefix("--"), !isLiteral else {
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
            guard option != nil || entry != nil else {
                throw UsageError("\(halves[0]) is no option of `\(command.usage)`")
            }
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
                    arguments: named,
                    values: finalValues,
                    flags: finalFlags
                )
            }, settings
        )
    }

    private static func name(_ words: [String], by command: Command) throws(UsageError) -> [String: [String]]
    {
        var named: [String: [String]] = [:]
        var rest = words[...]
        for pattern in command.arguments {
            let isOptional = pattern.hasPrefix("[")
            let name = pattern.filter { $0 != "[" && $0 != "]" && $0 != "…" }
            if pattern.contains("…") {
                named[name] = Array(rest)
                rest = []
                if words.isEmpty && !isOptional { throw UsageError("\(name) is missing") }
            } else if let word = rest.popFirst() {
                named[name] = [word]
            } else if !isOptional {
                throw UsageError("\(name) is missing")
            }
        }
        guard rest.isEmpty else { throw UsageError("\(rest.joined(separator: " ")) is too much") }
        return named
    }
}
