import Database
import FoundationEssentials
import Schema
import TestDatabases
import Testing

/// `db/schema.sql` shows what a migrated database has. `scripts/dump-schema` writes it, by this test.
@Suite(.database) struct SchemaFileTests {
    private static let file =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/db/schema.sql"

    private static let header = """
        -- The schema as it is, for reading: what the migrations and the functions make. Written by `scripts/dump-schema`;
        -- a test compares it with a migrated database. The bodies of functions stand in functions/, comments in
        -- migrations/. `for` names the roles that may call a function; without it, every role may.


        """

    private func text() throws -> String {
        let owner = try TestDatabase.current.owner
        return Self.header + (try owner.query(SchemaText.query)[0].text(0))
    }

    @Test func `the file shows what a migrated database has`() throws {
        let text = try text()
        if ProcessInfo.processInfo.environment["PARLAY_WRITE_SCHEMA"] != nil {
            try Data(text.utf8).write(to: URL(filePath: Self.file))
        }
        let data = try #require(FileManager.default.contents(atPath: Self.file))
        expectSame(text, String(decoding: data, as: UTF8.self))
    }

    @Test(arguments: ReleaseDump.all) func `a dump of a release has the same schema once it is migrated`(
        _ dump: ReleaseDump
    ) throws {
        let fresh = try text()
        let database = try TestDatabase.current
        try dump.load(into: database)
        try Migrator(settings: database.settings(as: .superuser)).migrate()
        expectSame(try text(), fresh)
    }

    /// Names the first line that differs instead of both texts.
    private func expectSame(_ text: String, _ other: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let others = other.split(separator: "\n", omittingEmptySubsequences: false)
        let differing = zip(lines, others).first { $0 != $1 }
        #expect(differing == nil, "run scripts/dump-schema")
        #expect(lines.count == others.count)
    }
}
