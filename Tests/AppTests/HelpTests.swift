import Testing

@testable import App
@testable import Console

/// What `--help` prints, and which corrections are suggested for a mistyped word.
@Suite struct HelpTests {
    private static let commands = Program.topics.flatMap(\.commands)

    @Test func `no line of any help is wider than a terminal`() {
        let groups = Set(
            Self.commands.flatMap { command in (1..<command.path.count).map { command.path.prefix($0) } }
        )
        let texts =
            [Help.overview()] + Program.commands.map { Help.of($0) }
            + groups.map { path in
                Help.group(Array(path), Self.commands.filter { $0.path.starts(with: path) })
            }
        for text in texts {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test func `every command has an example, and each is a call that parses`() throws {
        for command in Self.commands {
            let words = command.example.split(separator: " ").map(String.init)
            #expect(words.first == "parlay", "\(command.name)")
            let (found, rest) = try #require(Program.find(Array(words.dropFirst())))
            #expect(found.name == command.name)
            let (_, settings) = try Invocation.parse(rest, of: found, terminal: Terminal())
            #expect(throws: Never.self) { try Configuration.read(environment: [:], flags: settings) }
            #expect(Help.of(command).contains(command.example))
        }
    }

    @Test func `no command has an option twice`() {
        for command in Program.commands {
            let names = command.options.map(\.name)
            #expect(Set(names).count == names.count, "\(command.name): \(names)")
        }
    }

    @Test func `a command that is a call of the API has the fields of its endpoint as options`() {
        let help = Help.of(.webhookSet)
        for text in [
            "--url URL", "--events A,B", "--enabled true|false", "--server URL", "--token-file FILE",
        ] {
            #expect(help.contains(text))
        }
        #expect(!help.contains("--yes"))
        #expect(Help.of(.webhookRotate).contains("--yes"))
        #expect(Help.of(.auditList).contains("--action TEXT"))
        #expect(Help.of(.keyCreate).contains("--expires TIME") && !Help.of(.keyCreate).contains("--label"))
        #expect(!Help.of(.reportResolve).contains("--status"))
        #expect(Help.of(.reportResolve).contains("a note for moderators; \"\" clears it"))
    }

    @Test func `the processes list the settings that they read, and no command an internal one`() {
        let serve = Help.of(.serve)
        let work = Help.of(.work)
        let up = Help.of(.up)
        for entry in Configuration.entries {
            #expect(serve.contains("  \(entry.flag) ") == entry.processes.contains(.serve), "\(entry.flag)")
            #expect(work.contains("  \(entry.flag) ") == entry.processes.contains(.work), "\(entry.flag)")
            #expect(up.contains("  \(entry.flag) ") == (entry.flag != "--cells"), "\(entry.flag)")
        }
        for entry in Configuration.internalEntries {
            for command in Program.commands { #expect(!Help.of(command).contains(entry.flag)) }
        }
    }

    @Test(arguments: [
        ("admin tenent list", "admin tenant list"), ("admin acount show ada", "admin account show"),
        ("tenant list", "admin tenant list"), ("jobs list --state dead", "admin jobs list"),
        ("sevre", "serve"), ("doktor", "doctor"), ("migrate statsu", "migrate status"),
    ])
    func `a mistyped command is guessed`(_ typed: String, _ meant: String) {
        let words = typed.split(separator: " ").map(String.init)
        #expect(Program.guess(words, besides: .migrate) == meant)
    }

    @Test(arguments: ["frobnicate", "admin tenant frob", "admin frob list", "x"])
    func `nothing is guessed from a word that is like no other`(_ typed: String) {
        #expect(Program.guess(typed.split(separator: " ").map(String.init)) == nil)
    }

    @Test func `exchanged, missing and wrong letters are one difference each`() {
        #expect(Suggestion.distance("port", "port") == 0)
        #expect(Suggestion.distance("prot", "port") == 1)
        #expect(Suggestion.distance("pot", "port") == 1)
        #expect(Suggestion.distance("portt", "port") == 1)
        #expect(Suggestion.distance("", "port") == 4)
        #expect(Suggestion.closest(to: "--limt", in: ["--query", "--limit"]) == "--limit")
        #expect(Suggestion.closest(to: "--x", in: ["--query", "--limit"]) == nil)
    }

    @Test func `doctor has its other name still, and no two commands share one`() {
        #expect(Program.find(["admin", "doctor", "--json"])?.command.name == "doctor")
        let names = Program.commands.flatMap { [$0.path, $0.alias] }.filter { !$0.isEmpty }
        #expect(Set(names).count == names.count)
    }

    @Test func `everything but the processes and two texts can print JSON`() {
        for command in Self.commands
        where !["up", "serve", "work", "console", "completion", "man"].contains(command.name) {
            #expect(command.options.contains { $0.name == "--json" }, "\(command.name)")
        }
    }

    @Test func `the commands that operators' scripts rely on are there`() {
        let names = Set(Self.commands.map(\.name))
        for (group, words) in [
            ("tenant", "create list show set suspend resume"),
            ("account", "list show create promote suspend reset-password erase"), ("token", "list revoke"),
            ("jobs", "list show retry discard run"), ("mail", "list show"), ("meetups", "expire"),
            ("payments", "remind"), ("wagers", "list show void"), ("odds", "import simulate"),
            ("feeds", "list show run"), ("events", "list show settle correct"), ("wallets", "show grant"),
            ("ledger", "verify"), ("games", "sync import show hide hidden"), ("demo", "load"),
        ] {
            for word in words.split(separator: " ") { #expect(names.contains("admin \(group) \(word)")) }
        }
        for name in ["serve", "work", "up", "migrate", "migrate status", "doctor", "config"] {
            #expect(names.contains(name), "\(name)")
        }
    }

    @Test func `what destroys something can be confirmed by a script`() {
        let verbs: Set = [
            "correct", "delete", "discard", "erase", "migrate", "purge", "remove", "revoke", "suspend",
            "void",
        ]
        let destructive = Self.commands.filter { verbs.contains($0.path.last ?? "") }
        #expect(destructive.count >= 7)
        for command in destructive {
            #expect(command.options.contains { $0.name == "--yes" && !$0.isHidden }, "\(command.name)")
        }
    }

    @Test func `imports and sweeps, which change many rows, can be tried first`() {
        let verbs: Set = ["import", "expire", "remind"]
        let large = Self.commands.filter { verbs.contains($0.path.last ?? "") && $0.path.count > 2 }
        #expect(large.count >= 4)
        for command in large {
            #expect(command.options.contains { $0.name == "--dry-run" }, "\(command.name)")
        }
    }

    @Test func `words wrap in their column`() {
        let rows = [(term: "--a", text: "one two three"), (term: "--a-long-one", text: "four")]
        let narrow = TextLayout.definitions(rows, column: 72).split(separator: "\n")
        #expect(narrow.map { $0.drop { $0 == " " } }.map { $0.split(separator: " ").count } == [3, 1, 2])
        #expect(narrow.allSatisfy { $0.count <= 80 })
        // A term that reaches into the column of the texts has its line to itself.
        let wide = TextLayout.definitions(rows, column: 10).split(separator: "\n")
        #expect(wide == ["  --a     one two three", "  --a-long-one", "          four"])
    }
}
