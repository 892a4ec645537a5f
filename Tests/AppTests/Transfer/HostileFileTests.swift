import Database
import Foundation
import TestDatabases
import Testing
import Transfer

@testable import App

/// Files that are not what an export wrote. None leaves a row.
@Suite(.database) struct HostileFileTests {
    private let world: TransferFixture

    init() async throws { world = try await TransferFixture() }

    private func tenants() throws -> [String] {
        try world.owner.query("select slug from tenants order by 1").map { try $0.text(0) }
    }

    @Test func `damaged, cut, changed and reordered files are refused with a reason`() throws {
        try world.export("alpha")
        let lines = try world.lines("alpha")
        let body = Array(lines.dropLast())
        let before = try tenants()
        func index(_ start: String) throws -> Int { try #require(lines.firstIndex { $0.hasPrefix(start) }) }
        let accounts = try index(#"{"table":"accounts""#)
        func refuses(
            _ name: String,
            _ expected: String,
            sealed: Bool = true,
            _ change: (inout [String]) throws -> Void
        ) throws {
            var changed = sealed ? body : lines
            try change(&changed)
            try world.write(changed, name, sealed: sealed)
            let sentence = world.refusal(name)
            #expect(sentence.contains(expected), "\(name): \(sentence)")
        }
        try refuses("checksum", "the checksum is wrong", sealed: false) { $0[accounts + 1] += " " }
        try refuses("no checksum", "ends where", sealed: false) { $0.removeLast() }
        try refuses("more", "more after the checksum", sealed: false) { $0.append("{}") }
        try refuses("cut", "rows of accounts up to here are refused", sealed: true) { lines in
            lines[accounts + 1] = String(lines[accounts + 1].dropLast(20))
        }
        try refuses("half", "ends where", sealed: false) { $0.removeLast($0.count / 2) }
        try refuses("order", "the table accounts is expected") { lines in
            lines[accounts] = lines[accounts].replacingOccurrences(of: "accounts", with: "wagers")
        }
        try refuses("unknown table", "is expected") {
            $0.insert(#"{"table":"signing_keys","columns":[]}"#, at: accounts)
        }
        try refuses("unknown column", "columns of accounts") { lines in
            lines[accounts] = lines[accounts].replacingOccurrences(of: "\"bio\"", with: "\"bios\"")
        }
        try refuses("twice", "accounts_pkey") { $0.insert($0[accounts + 1], at: accounts + 1) }
        try refuses("extra value", "too many or too few values") { lines in
            lines[accounts + 1] = lines[accounts + 1].dropLast() + ", 1]"
        }
        try refuses("two in one", "too many or too few values") { lines in
            lines[accounts + 1] += "," + lines.remove(at: accounts + 2)
        }
        try refuses("fewer rows", "numbers of rows") { $0.remove(at: try index(#"{"table":"audit""#) + 1) }
        try refuses("great id", "ids up to") { lines in
            let blocks = try index(#"{"table":"reports""#) + 1
            let rest = try #require(lines[blocks].firstIndex(of: ","))
            lines[blocks] = "[9223372036854775807" + lines[blocks][rest...]
        }
        try refuses("huge line", "longer than 32 MiB") { lines in
            lines[accounts + 1] = "[\"" + String(repeating: "x", count: 33 << 20) + "\"]"
        }
        try refuses("nul", "accounts") { lines in
            lines[accounts + 1] = lines[accounts + 1].replacingOccurrences(
                of: "\"Example\"",
                with: "\"\\u0000\""
            )
        }
        try refuses("deep", "refused") { $0[accounts + 1] = String(repeating: "[", count: 1 << 20) }
        try refuses("other schema", "schema version 1 ") { lines in
            lines[0] = lines[0].replacing(/"schema":\d+/, with: #""schema":1"#)
        }
        try refuses("other format", "not an export") { lines in
            lines[0] = lines[0].replacingOccurrences(of: "parlay-tenant", with: "parlay-person")
        }
        try refuses("other version", "not an export") { lines in
            lines[0] = lines[0].replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
        }
        // The money of a bet that its ledger does not know.
        try refuses("money", "do not agree") { lines in
            let bets = try index(#"{"table":"bets""#) + 1
            let row = try #require((bets...).first { lines[$0].contains("\"open\"") })
            lines[row] = lines[row].replacingOccurrences(of: ", 100, 190,", with: ", 101, 191,")
        }
        #expect(try tenants() == before)
        #expect(try world.owner.query("select from jobs where kind = 'settle_event'").isEmpty)

        let bytes = try #require(FileManager.default.contents(atPath: world.path("alpha")))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: world.path("torn")))
        #expect(world.refusal("torn").contains("damaged or incomplete"))
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: world.path("plain")))
        #expect(world.refusal("plain").contains("not compressed"))
        #expect(world.refusal("absent").contains("No such file"))
        #expect(world.refusal("alpha", as: "bravo").contains("already a tenant bravo"))
        #expect(world.refusal("alpha", as: "No Slug").contains("not a valid slug"))
        #expect(try tenants() == before)
        // Untouched, it is imported.
        try world.load("alpha", as: "gamma")
        #expect(try tenants() == (before + ["gamma"]).sorted())
    }

    /// What the file says about them does not count.
    @Test func `webhooks and feeds of a file are disabled, and the tenant is suspended`() throws {
        try world.export("alpha")
        var lines = try world.lines("alpha").dropLast() + []
        var table = ""
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("{") { table = line }
            guard line.hasPrefix("["),
                ["webhooks", "odds_feeds", "tenants"].contains(where: {
                    table.hasPrefix(#"{"table":"\#($0)""#)
                })
            else { continue }
            lines[index] = line.replacingOccurrences(of: "false", with: "true")
                .replacingOccurrences(of: "\"suspended\"", with: "\"active\"")
        }
        try world.write(Array(lines), "bold")
        try world.load("bold", as: "gamma")
        let enabled = try world.owner.query(
            """
            select from webhooks w join tenants t on t.id = w.tenant_id and t.slug = 'gamma' where w.enabled
            union all
            select from odds_feeds f join tenants t on t.id = f.tenant_id and t.slug = 'gamma' where f.enabled or f.key_set
            union all
            select from tenants where slug = 'gamma' and status <> 'suspended'
            """
        )
        #expect(enabled.isEmpty)
    }
}
