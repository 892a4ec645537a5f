import Cluster
import Glibc
import Testing

@testable import App
@testable import Console

/// The completion scripts and the manual page, by the shells and by `man`.
@Suite struct CompletionTests {
    private static let tree = CommandTree(Program.topics.flatMap(\.commands))

    private static func find(_ program: String) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(program)" }.first {
            unsafe access($0, X_OK) == 0
        }
    }

    private static func run(_ program: String, _ arguments: [String], input: String) throws -> (
        code: ChildProcess.Exit, output: String
    ) {
        var command = ChildProcess.Command(program, arguments)
        command.environment = [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "MANWIDTH": "80",
        ]
        command.input = input
        let (exit, output) = try ChildProcess.run(command)
        return (exit, output)
    }

    /// What a real bash suggests for the last of these words.
    private func complete(_ words: String...) throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            set -eu
            \(Completion.bash.script(Self.tree))
            cd /
            COMP_WORDS=(parlay \(quoted))
            COMP_CWORD=\(words.count)
            _parlay
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let (code, output) = try Self.run("/bin/bash", ["--norc", "-s"], input: script)
        #expect(code == .code(0), "\(output)")
        return output.split(separator: "\n").map(String.init)
    }

    @Test func `bash completes names, options and files`() throws {
        let first = try complete("")
        #expect(
            Set(first).isSuperset(of: [
                "serve", "work", "up", "migrate", "doctor", "admin", "man", "completion",
            ])
        )
        #expect(!first.contains("photo-worker"))
        #expect(try complete("adm") == ["admin"])
        #expect(try complete("admin", "ten") == ["tenant"])
        #expect(try Set(complete("admin", "tenant", "")).isSuperset(of: ["create", "list", "suspend"]))
        #expect(try complete("admin", "tenant", "cr") == ["create"])
        // An argument is not a name.
        #expect(try complete("admin", "tenant", "show", "") == [])
        #expect(try complete("admin", "account", "list", "--te") == ["--tenant"])
        #expect(try complete("admin", "account", "list", "--tenant", "") == [])
        #expect(try complete("serve", "--po") == ["--port"])
        #expect(try complete("doctor", "--").contains("--ready"))
        #expect(try complete("admin", "doctor", "--rea") == ["--ready"])
        #expect(try complete("admin", "account", "create", "ada", "--password-file", "/et").contains("/etc"))
        #expect(try complete("admin", "games", "import", "/et").contains("/etc"))
        #expect(try complete("migrate", "st") == ["status"])
        #expect(try complete("migrate", "--y") == ["--yes"])
        #expect(try complete("bogus", "") == [])
    }

    @Test func `every command and every option is in each script`() {
        for shell in Completion.allCases {
            let script = shell.script(Self.tree)
            for command in Program.topics.flatMap(\.commands) {
                #expect(
                    script.contains("'\(command.name)'") || script.contains("\\'\(command.name)\\'"),
                    "\(shell): \(command.name)"
                )
                for option in command.options where !option.isHidden {
                    let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
                    #expect(script.contains(name), "\(shell): \(option.name)")
                }
            }
        }
    }

    @Test(arguments: [(Completion.zsh, "zsh"), (.fish, "fish")])
    func `other shells accept their scripts`(_ shell: Completion, _ program: String) throws {
        guard let path = Self.find(program) else {
            print("not checked: \(program) is not installed")
            return
        }
        let (code, output) = try Self.run(path, ["-n", "/dev/stdin"], input: shell.script(Self.tree))
        #expect(code == .code(0) && output.isEmpty, "\(output)")
    }

    @Test func `fish completes names, options and files`() throws {
        guard let fish = Self.find("fish") else {
            print("not checked: fish is not installed")
            return
        }
        func complete(_ line: String) throws -> [String] {
            let script = "\(Completion.fish.script(Self.tree))\ncomplete -C '\(line)'\n"
            let (code, output) = try Self.run(fish, ["--no-config"], input: script)
            #expect(code == .code(0), "\(output)")
            return output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try complete("parlay admin ten") == ["tenant"])
        #expect(try complete("parlay admin tenant cr") == ["create"])
        #expect(try complete("parlay doctor --rea") == ["--ready"])
        #expect(
            try complete("parlay admin account create ada --password-file /etc/hostn") == ["/etc/hostname"]
        )
    }

    @Test func `man renders its page without a warning`() throws {
        let page = ManualPage.text()
        for command in Program.topics.flatMap(\.commands) {
            let name = command.name.replacing("-", with: "\\-")
            #expect(page.contains("\\fBparlay \(name)\\fR"), "\(command.name)")
        }
        for entry in Configuration.entries { #expect(page.contains("\\fB\(entry.variable)\\fR")) }
        guard let man = Self.find("man") else {
            print("not rendered: man is not installed")
            return
        }
        let (code, output) = try Self.run(
            man,
            ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-P", "cat", "-"],
            input: page + "\n"
        )
        #expect(code == .code(0), "\(output)")
        #expect(!output.contains("warning") && !output.contains("error: "), "\(output.prefix(2000))")
        let plain = output.replacing(/.\u{8}/, with: "").replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain.contains("parlay admin tenant create SLUG [options]"), "\(plain.prefix(4000))")
        #expect(plain.contains("PARLAY_TRUSTED_PROXIES"))
        #expect(plain.contains("EXIT STATUS"))
    }
}
