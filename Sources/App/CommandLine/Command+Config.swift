internal import Console
internal import ParlayAPI

extension Command {
    static let config = Command(
        "config",
        options: [.json, Option.flag("--markdown", "print the table of docs/operations.md").hidden],
        "show the settings in effect and where each comes from",
        details: "Secrets are shown as <redacted>.",
        example: "parlay config --port 8081",
        settingsOf: Set(Configuration.Process.allCases)
    ) { call in
        if call.has("--markdown") {
            call.terminal.print(SettingTable.markdown)
        } else if call.isJSON {
            let rows = Configuration.entries.map { entry in
                let (value, source) = call.configuration.shown(entry)
                return JSONText.object([
                    ("setting", .string(entry.variable)), ("flag", .string(entry.flag)),
                    ("value", .string(value)), ("from", .string(source.text)),
                    ("default", .string(entry.fallback)), ("meaning", .string(entry.summary)),
                ])
            }
            call.terminal.print(JSONText.array(rows))
        } else {
            call.terminal.print(SettingTable.text(call.configuration))
        }
        return .success
    }
}

/// The settings as tables.
enum SettingTable {
    /// The value and origin of each setting; `parlay config`. Lines have at most 80 characters, except for long
    /// values and paths.
    static func text(_ configuration: Configuration) -> String {
        let names = 2 + (Configuration.entries.map(\.variable.count).max() ?? 0) + 2
        let blocks = Configuration.topics.map { topic in
            let lines = topic.entries.map { entry -> String in
                let (value, source) = configuration.shown(entry)
                let name = "  " + entry.variable
                let line =
                    name + String(repeating: " ", count: names - name.count) + (value.isEmpty ? "-" : value)
                let from = source.text
                let gap = String(repeating: " ", count: max(2, TextLayout.width - 16 - line.count))
                if line.count + gap.count + from.count <= TextLayout.width { return line + gap + from }
                let indent = min(names, max(4, TextLayout.width - "from \(from)".count))
                return line + "\n" + String(repeating: " ", count: indent) + "from " + from
            }
            return ([topic.title] + lines).joined(separator: "\n")
        }
        return blocks.joined(separator: "\n\n") + "\n\n`parlay config --help` says what each setting means."
    }

    /// The table in `docs/operations.md`; a test compares them.
    static var markdown: String {
        var lines = ["| setting | default | read by | meaning |", "|---|---|---|---|"]
        for entry in Configuration.entries {
            let fallback = entry.fallback.isEmpty ? "" : "`\(entry.fallback)` "
            let processes = entry.processes.map(\.rawValue).sorted().map { "`\($0)`" }.joined(separator: ", ")
            lines.append("| `\(entry.variable)` | \(fallback)| \(processes) | \(entry.summary) |")
        }
        return lines.joined(separator: "\n")
    }
}

extension Configuration.Source {
    var text: String {
        switch self {
        case .standard: "default"
        case .environment: "environment"
        case .file(let path): "file \(path)"
        case .flag: "flag"
        }
    }
}
