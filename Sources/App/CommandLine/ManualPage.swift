internal import Console

/// The manual page `parlay(1)`, in the macros of man(7), made from the declarations of commands and settings.
enum ManualPage {
    static func text() -> String {
        let commands = Program.topics.flatMap { topic in
            [".SS \"\(escaped(topic.title))\""] + topic.commands.flatMap(command)
        }
        let settings = Configuration.topics.flatMap { topic in
            [".SS \"\(escaped(topic.title))\""] + topic.entries.flatMap(setting)
        }
        let parts: [[String]] = [
            [
                ".\\\" Printed by `parlay man`.",
                ".TH PARLAY 1 \"\" \"parlay \(Program.version)\" \"User Commands\"",
            ],
            [".SH NAME", "parlay \\- a self-hosted backend for social play"],
            [
                ".SH SYNOPSIS", ".B parlay", ".I COMMAND", "[options]", ".br", ".B parlay", ".I COMMAND",
                ".B \\-\\-help", ".br", ".B parlay \\-\\-version",
            ],
            [".SH DESCRIPTION"] + paragraphs(description),
            [".SH COMMANDS"], commands,
            [".SH ENVIRONMENT"] + paragraphs(environment), settings,
            [".SH \"EXIT STATUS\""] + list([("0", "Success."), ("1", "Failure."), ("2", "Wrong usage.")]),
            [".SH SIGNALS"]
                + list([
                    (
                        "SIGTERM, SIGINT",
                        "Stop gracefully: accept nothing new, finish running requests or jobs, exit with 0."
                    )
                ]),
            [".SH NOTES"] + paragraphs(notes),
        ]
        return parts.flatMap(\.self).joined(separator: "\n")
    }

    private static let description = """
        Parlay is one program. `parlay serve` answers HTTP requests, `parlay work` runs jobs and schedules, and `parlay \
        up` starts both with a private PostgreSQL for a first look. All state is in PostgreSQL.
        """
    private static let environment = """
        Settings come from these variables, from files (`PARLAY_PORT_FILE=PATH`) or from flags (`--port 8081`), which win. \
        `parlay config` shows the values in effect. Every command accepts every setting as a flag.
        """
    private static let notes = """
        `serve`, `work` and `up` speak the protocol of sd_notify(3): READY=1, STOPPING=1 and WATCHDOG=1.
        """

    private static func command(_ command: Command) -> [String] {
        let arguments = command.arguments.map { " \\fI\(escaped($0))\\fR" }.joined()
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
        var lines = [".TP", "\\fBparlay \(escaped(command.name))\\fR\(arguments) [options]"]
        lines.append(line(String(summary)))
        if !command.details.isEmpty { lines.append(line(command.details)) }
        let options = command.options.filter { !$0.isHidden }
        if !options.isEmpty {
            lines.append(".RS")
            for option in options {
                lines += [".TP", tagged(option.name, option.value), line(option.summary + ".")]
            }
            lines.append(".RE")
        }
        if !command.example.isEmpty { lines += [".IP", "Example: \\fB\(escaped(command.example))\\fR"] }
        return lines
    }

    private static func setting(_ entry: Configuration.Entry) -> [String] {
        let fallback = entry.fallback.isEmpty ? "" : " Default: `\(entry.fallback)`."
        return [
            ".TP", "\\fB\(escaped(entry.variable))\\fR, \\fB\(escaped(entry.flag))\\fR",
            line(entry.summary + fallback),
        ]
    }

    private static func tagged(_ name: String, _ value: String?) -> String {
        "\\fB\(escaped(name))\\fR" + (value.map { " \\fI\(escaped($0))\\fR" } ?? "")
    }

    private static func list(_ rows: [(String, String)]) -> [String] {
        rows.flatMap { [".TP", "\\fB\(escaped($0.0))\\fR", line($0.1)] }
    }

    private static func paragraphs(_ text: String) -> [String] { [line(text)] }

    /// Text with code between backticks.
    private static func line(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        let shown = parts.enumerated().map { index, part in
            let isCode = index % 2 == 1 && index < parts.count - 1
            return isCode ? "\\fB\(escaped(String(part)))\\fR" : escaped(String(part))
        }.joined()
        // A line that begins with a dot or an apostrophe would be a request.
        return shown.hasPrefix(".") || shown.hasPrefix("'") ? "\\&" + shown : shown
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
            .replacing("\"", with: "\\(dq")
    }
}
