internal import Console

/// The words of the command line, as completion scripts need them.
struct CommandTree {
    /// What can follow some words, such as `admin tenant`.
    struct Node {
        let path: [String]
        /// The words that continue the name of a command, with what they do.
        let words: [(word: String, summary: String)]
        /// The command with exactly this name.
        let command: Command?

        var name: String { path.joined(separator: " ") }

        /// The options of the command, its settings and `--help`.
        var options: [(name: String, value: String?, summary: String)] {
            guard let command else { return [("--help", nil, "show help")] }
            let own = command.options.filter { !$0.isHidden }.map { ($0.name, $0.value, $0.summary) }
            let settings = Configuration.entries.filter { !$0.processes.isDisjoint(with: command.settingsOf) }
                .map { ($0.flag, String?.some("VALUE"), $0.summary) }
            return own + settings + [("--help", nil, "show help")]
        }

        /// Whether an argument or the value of an option is a file.
        var takesFiles: Bool { command?.arguments.contains { $0.contains("FILE") } ?? false }
    }

    /// The root first, then in the order of `--help`.
    let nodes: [Node]

    init(_ commands: [Command]) {
        var paths: [[String]] = [[]]
        for command in commands {
            for path in [command.path, command.alias] where !path.isEmpty {
                for length in 1...path.count where !paths.contains(Array(path.prefix(length))) {
                    paths.append(Array(path.prefix(length)))
                }
            }
        }
        nodes = paths.map { path in
            let words = paths.filter { $0.count == path.count + 1 && $0.starts(with: path) }.map { longer in
                let exact = commands.first { $0.path == longer || $0.alias == longer }
                return (word: longer[path.count], summary: exact?.summary ?? "")
            }
            return Node(
                path: path,
                words: words,
                command: commands.first { $0.path == path || $0.alias == path }
            )
        }
    }
}
