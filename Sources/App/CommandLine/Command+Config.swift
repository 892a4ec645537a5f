internal import Console
internal import ParlayAPI

extension Command {
    static let config = Command(
        "config",
        options: [.json, Option.flag("--markdown", "print docs/settings.md").hidden],
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

    /// The page `docs/settings.md`; a test compares them.
    static var markdown: String {
        var lines = [
            "# Settings",
            "",
            """
            Settings come from the environment, from a file (`PARLAY_PORT_FILE=/run/secrets/port`) or from a flag (`--port 8081`),
            which wins. `parlay config` shows all of them with their values and where each comes from; `parlay config --help`
            explains them. `--json` prints the whole list as JSON. Secrets are shown as `<redacted>`. A process does not start with
            an unknown or invalid setting: it reports all of them together and exits with 2. `parlay up` reads those of both
            processes.

            This page is what `parlay config --markdown` prints.
            """,
        ]
        for topic in Configuration.topics {
            lines += [
                "", "## \(topic.title)", "", "| setting | default | read by | meaning |", "|---|---|---|---|",
            ]
            for entry in topic.entries {
                let fallback = entry.fallback.isEmpty ? "" : "`\(entry.fallback)` "
                let processes = entry.processes.map(\.rawValue).sorted().map { "`\($0)`" }.joined(
                    separator: ", "
                )
                let secret = entry.isSecret ? " Secret." : ""
                lines.append(
                    "| `\(entry.variable)` | \(fallback)| \(processes) | \(entry.summary)\(secret) |"
                )
            }
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
