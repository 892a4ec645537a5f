internal import CLinux
internal import Glibc
internal import Reactor

/// The program: finds the command, reads the settings, runs it, and exits.
package enum Program {
    package static let version = "0.1.0"

    /// Never returns: the process ends with the command's exit code.
    package static func main(_ words: [String]) -> Never {
        if words.first == "serve" {
            AllocatorCache.enlarge()
            FreedMemory.returnLargeBlocks()
        }
        _ = signal(SIGPIPE, SIG_IGN)
        Signals.block()
        let terminal = Terminal()
        let environment = environmentVariables()
        // Off the loops: a command may block. The processes make loops of their own.
        Task {
            let code = await run(words, environment: environment, terminal: terminal)
            exit(code.rawValue)
        }
        Signals.waitForever()
    }

    static func run(_ words: [String], environment: [String: String], terminal: Terminal) async -> ExitCode {
        if words.isEmpty || words == ["help"] || words == ["--help"] || words == ["-h"] {
            terminal.print(Help.overview(commands))
            return .success
        }
        if words == ["--version"] || words == ["version"] {
            terminal.print("parlay \(version)")
            return .success
        }
        let matches = commands.filter { words.starts(with: $0.path) }
        guard let command = matches.max(by: { $0.path.count < $1.path.count }) else {
            return unknown(words, terminal)
        }
        let rest = Array(words.dropFirst(command.path.count))
        if rest.contains("--help") || rest.contains("-h") {
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
                terminal.complain("parlay: warning: \(Configuration.unknownSentence(variable))")
            }
            return try await command.run(make(configuration, unknown))
        } catch let error as UsageError {
            terminal.complain("parlay: \(error)\nusage: \(command.usage)")
            return .usage
        } catch let error as Configuration.Mistakes {
            for sentence in error.sentences { terminal.complain("parlay: \(sentence)") }
            return .usage
        } catch {
            terminal.complain("parlay: \(error)")
            return .failure
        }
    }

    /// Help for a group such as `parlay admin`, or a complaint; standard output stays empty.
    private static func unknown(_ words: [String], _ terminal: Terminal) -> ExitCode {
        let path = words.filter { !$0.hasPrefix("-") }
        let group = commands.filter { $0.path.starts(with: path) && !path.isEmpty }
        if !group.isEmpty && words.contains("--help") {
            terminal.print(Help.group(path, group))
            return .success
        }
        if !group.isEmpty {
            terminal.complain(Help.group(path, group))
            return .usage
        }
        terminal.complain(
            "parlay: there is no command `\(words.joined(separator: " "))`; see `parlay --help`"
        )
        return .usage
    }

    /// The path of this program, for the processes that it starts.
    static var executable: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func environmentVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
        while let entry = unsafe pointer?.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe pointer = pointer?.advanced(by: 1)
        }
        return variables
    }
}
