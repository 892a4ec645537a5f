internal import Console

/// The texts of `--help`.
enum Help {
    /// Where summaries begin in lists of commands.
    private static let column = 32

    static func overview() -> String {
        let topics = Program.topics.map { topic in
            "\(topic.title)\n\(list(topic.commands))\n  Example: \(topic.commands.first?.example ?? "")"
        }
        return """
            Parlay: a self-hosted backend for social play.

            usage: parlay COMMAND [options]

            \(topics.joined(separator: "\n\n"))

            \(footer("`parlay COMMAND --help` shows options and an example; `parlay --version` prints the version."))
            """
    }

    static func group(_ path: [String], _ commands: [Command]) -> String {
        """
        usage: parlay \(path.joined(separator: " ")) COMMAND [options]

        \(list(commands))

        `parlay \(path.joined(separator: " ")) COMMAND --help` shows options and an example.
        """
    }

    static func of(_ command: Command) -> String {
        var parts = [
            "usage: \(command.usage)", TextLayout.wrapped(sentence(command.summary) + details(command)),
        ]
        let options = command.options.filter { !$0.isHidden }.map { option in
            (term: option.name + (option.value.map { " \($0)" } ?? ""), text: option.summary)
        }
        if !options.isEmpty {
            let longest = options.map(\.term.count).max() ?? 0
            let table = TextLayout.definitions(options, column: min(24, longest + 4))
            parts.append("Options:\n" + table)
        }
        if !command.example.isEmpty { parts.append("Example:\n    " + command.example) }
        if command.settingsOf.isEmpty {
            parts.append(footer(""))
        } else {
            parts.append(
                TextLayout.wrapped(
                    "Settings can be environment variables or flags: `--port 8081` is PARLAY_PORT=8081. Keep secrets"
                        + " in files, such as DATABASE_URL_FILE=PATH. `parlay config` shows the values in effect."
                )
            )
            parts += settings(of: command.settingsOf, isOfUp: command.path == Command.up.path)
        }
        return parts.joined(separator: "\n\n")
    }

    /// A block for each topic with settings that the processes read.
    ///
    /// - Parameter isOfUp: leaves out those that `up` has not.
    static func settings(of processes: Set<Configuration.Process>, isOfUp: Bool = false) -> [String] {
        Configuration.topics.compactMap { topic in
            let entries = topic.entries.filter {
                !$0.processes.isDisjoint(with: processes) && ($0.isOfUp || !isOfUp)
            }
            guard !entries.isEmpty else { return nil }
            let rows = entries.map { entry in
                let fallback = entry.fallback.isEmpty ? "" : " Default: \(entry.fallback)."
                return (term: entry.flag, text: entry.summary + fallback)
            }
            return "\(topic.title):\n" + TextLayout.definitions(rows, column: 30)
        }
    }

    private static func details(_ command: Command) -> String {
        command.details.isEmpty ? "" : " " + command.details
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    private static func footer(_ beginning: String) -> String {
        let settings =
            "Settings come from the environment (DATABASE_URL, PARLAY_…) or from flags (--database-url);"
            + " `parlay config --help` lists them."
        return TextLayout.wrapped(beginning.isEmpty ? settings : beginning + " " + settings)
    }

    private static func list(_ commands: [Command]) -> String {
        TextLayout.definitions(commands.map { ($0.name, $0.summary) }, column: column)
    }
}
