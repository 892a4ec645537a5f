/// One subcommand: its name, arguments, options and action.
package struct Command: Sendable {
    package struct Option: Sendable {
        package let name: String
        /// The placeholder of the value in `--help`; `nil` for a switch.
        package let value: String?
        package let summary: String
        /// Whether `--help` omits it.
        package var isHidden = false

        package static func value(_ name: String, _ value: String, _ summary: String) -> Option {
            Option(name: name, value: value, summary: summary)
        }
        package static func flag(_ name: String, _ summary: String) -> Option {
            Option(name: name, value: nil, summary: summary)
        }

        package var hidden: Option {
            var option = self
            option.isHidden = true
            return option
        }

        package static let json = flag("--json", "print JSON")
        package static let yes = flag("--yes", "do not ask for confirmation")
        package static let confirm = value("--confirm", "NAME", "confirm by the name instead of typing it")
        package static let dryRun = flag("--dry-run", "show what would change, without changing it")
        package static let tenant = value("--tenant", "SLUG", "the tenant's slug; required")
        package static let passwordFile = value(
            "--password-file",
            "FILE",
            "read the password from a file instead of the terminal or standard input"
        )
    }

    /// `["admin", "tenant", "create"]`.
    package let path: [String]
    /// An alias, which `--help` omits.
    package let alias: [String]
    /// `["SLUG"]`; a name in brackets is optional, one that ends with … can be repeated.
    package let arguments: [String]
    package let options: [Option]
    /// At most 46 characters, so that the overview fits a terminal.
    package let summary: String
    /// Further text of its own `--help`.
    package let details: String
    /// A complete call.
    package let example: String
    /// The processes whose settings `--help` lists.
    package let settingsOf: Set<Configuration.Process>
    /// Whether it works on one tenant, and so in the cell where that lives.
    package let isOfTenant: Bool
    /// Whether an unknown `PARLAY_…` variable stops the command.
    package let isStrict: Bool
    package let run: @Sendable (Invocation) async throws -> ExitCode

    package init(
        _ path: String,
        alias: String = "",
        arguments: [String] = [],
        options: [Option] = [],
        _ summary: String,
        details: String = "",
        example: String = "",
        settingsOf: Set<Configuration.Process> = [],
        isOfTenant: Bool? = nil,
        isStrict: Bool = false,
        run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.alias = alias.split(separator: " ").map(String.init)
        self.arguments = arguments
        self.options = options
        self.summary = summary
        self.details = details
        self.example = example
        self.settingsOf = settingsOf
        let tenants = ["SLUG", "TENANT"]
        self.isOfTenant =
            isOfTenant
            ?? (options.contains { $0.name == Option.tenant.name }
                || arguments.first.map(tenants.contains) ?? false)
        self.isStrict = isStrict
        self.run = run
    }

    package var name: String { path.joined(separator: " ") }

    package var usage: String {
        (["parlay"] + path + arguments + ["[options]"]).joined(separator: " ")
    }

    /// How many of the words are its name; `nil` if they call another command.
    package func nameLength(in words: [String]) -> Int? {
        if words.starts(with: path) { return path.count }
        return !alias.isEmpty && words.starts(with: alias) ? alias.count : nil
    }
}

package enum ExitCode: Int32, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
}

/// Wrong usage of a command: exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// A failure, with a sentence that says what to do: exit code 1.
package struct CommandFailure: Error, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
