/// The texts of `--help`.
enum Help {
    static func overview(_ commands: [Command]) -> String {
        """
        Parlay: a self-hosted backend for social play.

        usage: parlay COMMAND [options]

        \(table(commands))

        `parlay COMMAND --help` says more. Settings come from the environment (PARLAY_…, DATABASE_URL); `parlay config`
        lists them, and each is also a flag: PARLAY_PORT is --port.
        """
    }

    static func group(_ path: [String], _ commands: [Command]) -> String {
        """
        usage: parlay \(path.joined(separator: " ")) COMMAND [options]

        \(table(commands))
        """
    }

    static func of(_ command: Command) -> String {
        var text = "\(command.summary)\n\nusage: \(command.usage)"
        guard !command.options.isEmpty else { return text }
        var table = TextTable(["", "", ""])
        for option in command.options {
            table.add(["", option.name + (option.value.map { " \($0)" } ?? ""), option.summary])
        }
        text += "\n\noptions:" + table.text.drop { $0 != "\n" }
        return text
    }

    private static func table(_ commands: [Command]) -> String {
        var table = TextTable(["", "", ""])
        for command in commands {
            table.add(["", (command.path + command.arguments).joined(separator: " "), command.summary])
        }
        return String(table.text.drop { $0 != "\n" }.dropFirst())
    }
}
