internal import Administration
internal import CLinux
internal import Console
internal import Database
internal import Glibc
internal import Reactor
internal import Schema

/// Finds the command, reads the settings, runs it, and exits.
extension Program {
    /// Never returns: the process ends with the command's exit code.
    package static func main(_ words: [String]) -> Never {
        if words.first == "serve" { Allocator.returnFreedPages() }
        _ = signal(SIGPIPE, SIG_IGN)
        Signals.block()
        let terminal = Terminal()
        let environment = environmentVariables()
        Supervision.hideFromChildren()
        // Off the loops, because a command may block. The processes create their own loops.
        Task {
            let code = await run(words, environment: environment, terminal: terminal)
            exit(code.rawValue)
        }
        Signals.waitForever()
    }

    static func run(_ words: [String], environment: [String: String], terminal: Terminal) async -> ExitCode {
        if words.isEmpty || words == ["help"] || words == ["--help"] || words == ["-h"] {
            terminal.print(Help.overview())
            return .success
        }
        if words == ["--version"] || words == ["version"] {
            terminal.print("parlay \(version)")
            return .success
        }
        if words[0] == "help" {
            return await run(words.dropFirst() + ["--help"], environment: environment, terminal: terminal)
        }
        guard let (command, rest) = find(words) else { return unknown(words, terminal) }
        if let word = rest.first, !word.hasPrefix("-"), command.arguments.isEmpty,
            let meant = guess(words, besides: command)
        {
            terminal.printError("parlay: unexpected argument: \(word). Did you mean `parlay \(meant)`?")
            return .usage
        }
        if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            terminal.print(Help.of(command))
            return .success
        }
        do {
            let (make, flags) = try Invocation.parse(rest, of: command, terminal: terminal)
            let (configuration, unknown) = try Configuration.read(environment: environment, flags: flags)
            if command.isStrict && !unknown.isEmpty {
                throw Configuration.Mistakes(sentences: unknown.map(Configuration.unknownSentence))
            }
            for variable in unknown {
                terminal.printError("parlay: warning: \(Configuration.unknownSentence(variable))")
            }
            do {
                var call = make(configuration, unknown)
                if command.isOfTenant { call = make(try call.settingsInCell(), unknown) }
                call.operatorAPI = { OperatorAPI($0) }
                return try await command.run(call)
            } catch let error as DatabaseError {
                throw failure(error, configuration)
            } catch AdministrationError.database(let error), MigrationError.database(let error) {
                throw failure(error, configuration)
            }
        } catch let error as UsageError {
            terminal.printError(
                "parlay: \(error)\nusage: \(command.usage)\nSee `parlay \(command.name) --help`."
            )
            return .usage
        } catch let error as Configuration.Mistakes {
            for sentence in error.sentences { terminal.printError("parlay: \(sentence)") }
            return .usage
        } catch {
            terminal.printError("parlay: \(error)")
            return .failure
        }
    }

    private static func failure(_ error: DatabaseError, _ configuration: Configuration) -> CommandFailure {
        (try? DatabaseLocation(configuration))?.failure(error) ?? CommandFailure(error.sentence)
    }

    /// The command with the longest name that the words begin with, and the words after it.
    static func find(_ words: [String]) -> (command: Command, rest: [String])? {
        let found = commands.compactMap { command in
            command.nameLength(in: words).map { (command: command, length: $0) }
        }
        guard let best = found.max(by: { $0.length < $1.length }) else { return nil }
        return (best.command, Array(words.dropFirst(best.length)))
    }

    /// Help for a group such as `parlay admin`, or an error message; standard output stays empty.
    private static func unknown(_ words: [String], _ terminal: Terminal) -> ExitCode {
        let isHelp = words.contains("--help") || words.contains("-h")
        let path = Array(words.prefix { !$0.hasPrefix("-") })
        let group = topics.flatMap(\.commands).filter { !path.isEmpty && $0.path.starts(with: path) }
        if !group.isEmpty && isHelp {
            terminal.print(Help.group(path, group))
            return .success
        }
        if !group.isEmpty {
            terminal.printError(
                "parlay: a command is missing after `parlay \(path.joined(separator: " "))`\n"
            )
            terminal.printError(Help.group(path, group))
            return .usage
        }
        if path.isEmpty {
            terminal.printError("parlay: unknown option \(words[0]); see `parlay --help`")
            return .usage
        }
        let meant = guess(path).map { "Did you mean `parlay \($0)`?" } ?? "See `parlay --help`."
        terminal.printError("parlay: there is no command `\(path.joined(separator: " "))`. \(meant)")
        return .usage
    }

    /// The command that was probably meant: mistyped, or with `admin` missing.
    static func guess(_ words: [String], besides other: Command? = nil) -> String? {
        let commands = topics.flatMap(\.commands).filter { $0.path != other?.path }
        if let complete = commands.first(where: {
            $0.path.first == "admin" && words.starts(with: $0.path.dropFirst())
        }) {
            return complete.name
        }
        // Arguments can follow the name, so only as many words are compared as the candidate has.
        let close = commands.compactMap { command -> (name: String, distance: Int)? in
            let pairs = zip(words, command.path)
            guard words.count >= command.path.count,
                pairs.allSatisfy({ Suggestion.closest(to: $0, in: [$1]) != nil })
            else { return nil }
            return (command.name, pairs.reduce(0) { $0 + Suggestion.distance($1.0, $1.1) })
        }
        return close.min { $0.distance < $1.distance }?.name
    }
}
