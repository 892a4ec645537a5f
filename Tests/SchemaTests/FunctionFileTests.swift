import Database
import FoundationEssentials
import Schema
import TestDatabases
import Testing

/// The files of `db/functions`, compared with their folder, with a migrated database, and with the migrations.
@Suite(.database) struct FunctionFileTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/db/functions"

    private func names(_ sql: String) throws -> [String] {
        try TestDatabase.current.owner.query(sql).map { row in try row.text(0) }
    }

    /// `name on table` of each trigger that a text creates.
    private func triggers(_ sql: String) -> [String] {
        sql.matches(of: /(?:^|\n)create (?:or replace )?(?:constraint )?trigger (\w+)\s[^;]*?\son (\w+)/)
            .map { "\($0.output.1) on \($0.output.2)" }
    }

    @Test func `every file is built in`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        #expect(FunctionFile.all.map { $0.name + ".sql" }.sorted() == files, "run scripts/dump-schema")
        for file in FunctionFile.all {
            let data = try #require(
                FileManager.default.contents(atPath: "\(Self.folder)/\(file.name).sql")
            )
            #expect(file.sql == String(decoding: data, as: UTF8.self))
        }
    }

    @Test func `every function and view of the schema has one file, which is called like it`() throws {
        let made = try names(
            """
            select p.proname::text
              from pg_proc p
             where p.pronamespace = 'parlay'::regnamespace
               and not exists (select from pg_depend d
                                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
             union all
            select relname::text from pg_class where relnamespace = 'parlay'::regnamespace and relkind = 'v'
            """
        )
        #expect(FunctionFile.all.map(\.name).sorted() == made.sorted())
        for file in FunctionFile.all {
            let created = file.sql.matches(of: /(?:^|\n)create or replace (?:function|procedure|view) (\w+)/)
                .map { String($0.output.1) }
            #expect(created == [file.name])
            #expect(!file.sql.contains("\ncreate function") && !file.sql.contains("\ncreate trigger"))
        }
    }

    @Test func `every trigger stands in the file of its function`() throws {
        let made = try names(
            """
            select p.proname || ': ' || t.tgname || ' on ' || c.relname
              from pg_trigger t
              join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'parlay'::regnamespace
              join pg_proc p on p.oid = t.tgfoid
             where not t.tgisinternal
            """
        )
        let written = FunctionFile.all.flatMap { file in triggers(file.sql).map { "\(file.name): \($0)" } }
        #expect(written.sorted() == made.sorted())
    }

    /// They are applied without these checks, because then their order does not matter.
    @Test func `every function passes the checks of PostgreSQL`() throws {
        let owner = try TestDatabase.current.owner
        try owner.execute("begin; set local check_function_bodies = on")
        for file in FunctionFile.all {
            #expect(throws: Never.self, "\(file.name)") { try owner.execute(file.sql) }
        }
        try owner.execute("rollback")
    }

    /// Functions that a migration itself needs: for a generated column, an index, a check or a policy, for rows that it writes, to take over
    /// from another trigger in its own transaction, or to count what is written from then on. See decision 168.
    private static let needed: Set<String> = [
        "game_key", "password_cost", "fill_token_role", "pass_role_to_tokens", "post_notices",
        "game_deletions", "count_game_words", "is_ledger_entry", "is_bet_state", "closed_tenants",
    ]

    @Test func `migrations make tables, and only the functions that they need`() {
        for migration in Migration.all where migration.version > 26 {
            let made = migration.sql.matches(
                of: /create (?:or replace )?(?:function|procedure|view) (\w+)|execute function (\w+)/
            ).map { String($0.output.1 ?? $0.output.2 ?? "") }
            #expect(Set(made).isSubset(of: Self.needed), "\(migration.fileName)")
        }
    }
}
