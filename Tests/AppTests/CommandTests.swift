import Cluster
import Glibc
import ParlayAPI
import TestSupport
import Testing

@testable import App
@testable import Console

/// The program as an operator calls it; the parts that need no database.
@Suite struct CommandTests {
    private struct Outcome {
        let exit: ChildProcess.Exit?
        let output: String
        let errors: String
    }

    private static func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
        // The program lies beside that of the tests.
        let directory = Program.executable.split(separator: "/").dropLast().joined(separator: "/")
        let files = "/tmp/parlay-command-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        defer { for end in ["out", "err"] { unsafe unlink("\(files).\(end)") } }
        var command = ChildProcess.Command("/\(directory)/parlay", words)
        command.environment = environment
        command.stdout = .file("\(files).out")
        command.stderr = .file("\(files).err")
        let exit = try ChildProcess(starting: command).wait(atMost: .seconds(120))
        return Outcome(
            exit: exit,
            output: try TextFile.read("\(files).out"),
            errors: try TextFile.read("\(files).err")
        )
    }

    @Test func `help goes to standard output and names every command`() throws {
        for words in [[], ["help"], ["--help"], ["-h"]] {
            let outcome = try words.isEmpty ? Self.run() : Self.run(words[0])
            #expect(outcome.exit == .code(0))
            #expect(outcome.errors.isEmpty)
            for command in Program.topics.flatMap(\.commands) {
                #expect(outcome.output.contains(command.name))
            }
            for command in Program.internalCommands { #expect(!outcome.output.contains(command.name)) }
        }
        let help = try Self.run("admin", "account", "create", "--help")
        #expect(help.exit == .code(0))
        #expect(help.output.contains("usage: parlay admin account create USERNAME [options]"))
        #expect(help.output.contains("--password-file FILE"))
        #expect(try Self.run("--version").output == "parlay \(Program.version)\n")
    }

    @Test func `a command that is not there or not called right is exit 2 and silence on standard output`()
        throws
    {
        for words in [
            ["bogus"], ["admin"], ["admin", "bogus"], ["config", "--bogus"], ["config", "extra"],
            ["config", "--port"], ["admin", "tenant", "show"], ["config", "--port", "99999"],
        ] {
            let outcome =
                switch words.count {
                case 1: try Self.run(words[0])
                case 2: try Self.run(words[0], words[1])
                default: try Self.run(words[0], words[1], words[2])
                }
            #expect(outcome.exit == .code(2), "\(words)")
            #expect(outcome.output.isEmpty, "\(words)")
            #expect(!outcome.errors.isEmpty, "\(words)")
        }
    }

    @Test func `config shows every setting, where it is from, and no secret`() throws {
        let environment = [
            "DATABASE_URL": "postgresql://parlay:hunter2@db/parlay", "PARLAY_PORT": "8081",
            "PARLAY_HOST": "0.0.0.0",
        ]
        let text = try Self.run("config", "--host", "::1", environment: environment)
        #expect(text.exit == .code(0))
        #expect(!(text.output + text.errors).contains("hunter2"))
        for entry in Configuration.entries { #expect(text.output.contains(entry.variable)) }
        for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }

        let json = try Self.run("config", "--json", "--host", "::1", environment: environment)
        #expect(!json.output.contains("hunter2"))
        guard case .array(let rows) = try JSONParser.parse(Array(json.output.utf8)) else {
            Issue.record("no array: \(json.output)")
            return
        }
        #expect(rows.count == Configuration.entries.count)
        for expected in [
            ["DATABASE_URL", "<redacted>", "environment"], ["PARLAY_PORT", "8081", "environment"],
            ["PARLAY_HOST", "::1", "flag"], ["PARLAY_LOG", "logfmt", "default"],
        ] {
            let row = rows.first { $0["setting"] == .string(expected[0]) }
            #expect(row?["value"] == .string(expected[1]) && row?["from"] == .string(expected[2]))
        }
    }

    @Test func `an unknown variable stops the processes and is a warning to everything else`() throws {
        let environment = ["PARLAY_PROT": "8081"]
        for process in ["serve", "work", "up"] {
            let outcome = try Self.run(process, environment: environment)
            #expect(outcome.exit == .code(2))
            #expect(outcome.errors.contains("PARLAY_PROT is not a setting. Did you mean PARLAY_PORT?"))
        }
        let outcome = try Self.run("config", environment: environment)
        #expect(outcome.exit == .code(0))
        #expect(outcome.errors.contains("warning: PARLAY_PROT is not a setting"))
    }

    @Test func `all mistakes in the settings are told in one go`() throws {
        let environment = [
            "PARLAY_PORT": "x", "PARLAY_LOOPS": "y", "PARLAY_PROT": "z", "DATABASE_URL": "hunter2",
        ]
        let outcome = try Self.run("serve", environment: environment)
        #expect(outcome.exit == .code(2))
        #expect(outcome.output.isEmpty)
        for variable in environment.keys { #expect(outcome.errors.contains(variable)) }
        #expect(!outcome.errors.contains("hunter2"))
    }

    @Test func `an unavailable database is exit 1 and a sentence`() throws {
        let environment = ["DATABASE_URL": "postgresql://parlay@127.0.0.1:1/parlay"]
        let outcome = try Self.run("admin", "tenant", environment: environment)
        #expect(outcome.exit == .code(2))
        let status = try Self.run("migrate", "status", environment: environment)
        #expect(status.exit == .code(1))
        #expect(status.errors.hasPrefix("parlay: "))
        #expect(status.output.isEmpty)
    }
}
