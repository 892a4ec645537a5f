import App
import Database
import Foundation
import Glibc
import TestDatabases
import TestSupport
import Testing

/// The program at a terminal: passwords, questions, log lines.
@Suite(.database) struct TerminalTests {
    private static func open(_ site: Site, _ words: String) throws -> PseudoTerminal {
        try PseudoTerminal(words.split(separator: " ").map(String.init), environment: site.environment)
    }

    @Test func `a password is asked for twice and never shown`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let words = "--tenant wordup --email root@example.org --known-lang en --learn-lang es"
            let create = try Self.open(site, "admin account create root \(words)")
            try await create.until("Password for root: ")
            try await eventually("no echo") { !create.echoes }
            create.type("lantern over water")
            try await create.until("Password for root, again: ")
            create.type("lantern over woter")
            try await create.until("The passwords do not match.")
            try await eventually("the question again") {
                create.text.components(separatedBy: "Password for root: ").count == 3
            }
            try await eventually("no echo") { !create.echoes }
            create.type("lantern over water")
            try await eventually("the repetition again") {
                create.text.components(separatedBy: "Password for root, again: ").count == 3
            }
            try await eventually("no echo") { !create.echoes }
            create.type("lantern over water")
            #expect(try await create.end() == 0, "\(create.text)")
            #expect(!create.text.contains("lantern"), "\(create.text)")
            #expect(create.text.contains("created root"))
            #expect(create.echoes)
            let stored = try TestDatabase.current.owner.query(
                "select role from accounts where username = 'root'"
            )
            #expect(try stored[0].text(0) == "member")
        }
    }

    @Test func `an interrupted question leaves the terminal as it was`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let create = try Self.open(
                site,
                "admin account create root --tenant wordup --email a@example.org"
            )
            try await create.until("Password for root: ")
            try await eventually("no echo") { !create.echoes }
            create.signal(SIGINT)
            #expect(try await create.end() != 0)
            #expect(create.echoes)
        }
    }

    @Test func `what cannot be undone is done after a yes`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let first = try Self.open(site, "admin tenant suspend wordup")
            try await first.until("[y/N] ")
            first.type("n")
            #expect(try await first.end() == 1)
            #expect(try await site.parlay("admin tenant list").contains("active"))
            let second = try Self.open(site, "admin tenant suspend wordup")
            try await second.until("Suspend wordup? Its API answers 404 until you resume it. [y/N] ")
            second.type("yes")
            #expect(try await second.end() == 0)
            #expect(try await site.parlay("admin tenant list").contains("suspended"))
        }
    }

    @Test func `log lines are short and colored at a terminal, unless PARLAY_LOG says how they are`()
        async throws
    {
        try await Site.with { site in
            let front = try Self.open(site, "serve")
            try await site.untilReady()
            try await front.until("listening")
            // Not those of health checks, which are for debugging.
            #expect(try await site.session("/").send("GET", "/docs").status == 200)
            try await front.until("200 GET /docs")
            #expect(front.text.contains("\u{1B}[36mnotice\u{1B}[0m"), "\(front.text)")
            #expect(!front.text.contains("time="))
            front.signal(SIGTERM)
            #expect(try await front.end() == 0)

            let told = try Self.open(site, "serve --log logfmt")
            try await site.untilReady()
            try await told.until("message=listening")
            #expect(!told.text.contains("\u{1B}["))
            told.signal(SIGTERM)
            #expect(try await told.end() == 0)
        }
    }
}
