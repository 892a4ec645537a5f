import Testing

@testable import App
@testable import Console

@Suite struct InvocationTests {
    private static let command = Command(
        "admin thing do",
        arguments: ["NAME", "[MORE…]"],
        options: [.tenant, .json, .yes],
        "do a thing"
    ) { _ in .success }

    private static func parse(_ words: String...) throws -> (call: Invocation, settings: [String: String]) {
        let (make, settings) = try Invocation.parse(words, of: command, terminal: Terminal())
        return (make(try Configuration.read(environment: [:], flags: settings).configuration, []), settings)
    }

    private static func refusal(_ words: String...) -> String? {
        do throws(UsageError) {
            _ = try Invocation.parse(words, of: command, terminal: Terminal())
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `arguments, options, switches and settings are told apart`() throws {
        let (call, settings) = try Self.parse(
            "a",
            "--tenant",
            "demo",
            "b",
            "--json",
            "--port=8081",
            "c",
            "--host",
            "::1"
        )
        #expect(try call.argument("NAME") == "a")
        #expect(call.arguments("MORE") == ["b", "c"])
        #expect(try call.required("--tenant") == "demo")
        #expect(call.isJSON)
        #expect(!call.has("--yes"))
        #expect(settings == ["PARLAY_PORT": "8081", "PARLAY_HOST": "::1"])
        #expect(call.configuration[Configuration.port] == 8081)
    }

    @Test func `a value may hold an equals sign, be empty or begin with dashes`() throws {
        #expect(try Self.parse("a", "--tenant=a=b").call.value("--tenant") == "a=b")
        #expect(try Self.parse("a", "--tenant=").call.value("--tenant") == "")
        #expect(try Self.parse("a", "--tenant", "--x").call.value("--tenant") == "--x")
    }

    @Test func `behind two dashes everything is an argument`() throws {
        let call = try Self.parse("--json", "--", "--yes", "--", "-x").call
        #expect(try call.argument("NAME") == "--yes")
        #expect(call.arguments("MORE") == ["--", "-x"])
        #expect(!call.has("--yes"))
    }

    @Test func `mistakes are named`() throws {
        let usage = "parlay admin thing do NAME [MORE…] [options]"
        #expect(Self.refusal() == "NAME is missing")
        #expect(Self.command.usage == usage)
        #expect(Self.refusal("a", "--bogus") == "unknown option --bogus")
        #expect(Self.refusal("a", "-x") == "unknown option -x")
        #expect(Self.refusal("a", "--tenat", "b") == "unknown option --tenat. Did you mean --tenant?")
        #expect(Self.refusal("a", "--prot=1") == "unknown option --prot. Did you mean --port?")
        #expect(Self.refusal("a", "--json=yes") == "--json takes no value")
        #expect(Self.refusal("a", "--tenant") == "--tenant needs a value")
        #expect(Self.refusal("a", "--port") == "--port needs a value")
        let call = try Self.parse("a").call
        #expect(throws: UsageError("--tenant is missing")) { try call.required("--tenant") }
        let single = Command("one", arguments: ["[ONE]"], "one thing") { _ in .success }
        #expect(throws: UsageError("unexpected arguments: b c")) {
            _ = try Invocation.parse(["a", "b", "c"], of: single, terminal: Terminal())
        }
        #expect(throws: UsageError("unexpected argument: b")) {
            _ = try Invocation.parse(["a", "b"], of: single, terminal: Terminal())
        }
    }

    @Test func `no option of a command hides a setting, and no two commands share a path`() {
        let flags = Set(Configuration.entries.map(\.flag))
        for command in Program.commands {
            let names = command.options.map(\.name)
            #expect(flags.isDisjoint(with: names), "\(command.path)")
            #expect(Set(names).count == names.count, "\(command.path)")
            #expect(!command.summary.isEmpty)
        }
        #expect(Set(Program.commands.map(\.path)).count == Program.commands.count)
    }

    @Test func `columns are as wide as their widest cell`() {
        var table = TextTable(["ID", "NAME", "X"])
        #expect(table.isEmpty)
        table.add(["1", "Ada", "y"])
        table.add(["1000", "Zoë", "longer than its heading"])
        #expect(
            table.text == """
                ID    NAME  X
                1     Ada   y
                1000  Zoë   longer than its heading
                """
        )
        #expect(table.text(width: 20).split(separator: "\n").last == "1000  Zoë   longer …")
    }
}
