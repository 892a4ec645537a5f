import Database
import Schema
import TestDatabases
import Testing

/// That the schemas of all releases can be brought to this program's. `scripts/dump-release` writes the files.
@Suite(.database) struct ReleaseTests {
    private static let counts = """
        select count(*), (select count(*) from parlay.accounts), (select count(*) from parlay.wagers),
               (select count(*) from parlay.matches), (select count(*) from parlay.wager_ratings)
          from parlay.tenants
        """

    @Test(arguments: ReleaseDump.all) func `a dump of a release is migrated, keeps its rows and answers`(
        _ dump: ReleaseDump
    ) throws {
        let database = try TestDatabase.current
        try dump.load(into: database)
        func counts() throws -> [Int64] {
            let row = try database.owner.query(Self.counts)[0]
            return try (0..<5).map { try row.integer($0) }
        }
        let before = try counts()
        #expect(before.allSatisfy { $0 > 0 }, "\(before)")

        let migrator = Migrator(settings: database.settings(as: .superuser))
        try migrator.migrate()
        for user in [TestDatabase.User.front, .worker] {
            try Migrator(settings: database.settings(as: user)).verify()
        }
        #expect(try counts() == before)

        let front = try database.connect(as: .front)
        let tenant = try database.owner.query("select id from tenants where slug = 'wager'")[0].integer(0)
        try front.execute(
            """
            select set_config('parlay.tenant_id', '\(tenant)', false),
                   set_config('parlay.account_id', (select min(id)::text from parlay.accounts where tenant_id = \(tenant)),
                              false)
            """
        )
        #expect(try front.query("select id from accounts where tenant_id <> \(tenant)").isEmpty)
        let feed = """
            select wager_id
              from wagers_feed(
                  false, false, row('{open}', null, 1, 100000000, null, null, null, now())::wager_filter,
                  row(false, null, 9223372036854775807, 26)::wager_page
              )
            """
        #expect(try front.query("\(feed)").count == 26)
        #expect(
            try !front.query("select id from wagers_matching('chess', 9223372036854775807, 26) m (id)")
                .isEmpty
        )
        // What a new row needs, such as the next id, came with the dump.
        let added = try database.owner.query(
            "insert into tenants (slug, name) values ('new', 'New') returning (id > all (select id from tenants))"
        )
        #expect(try added[0].boolean(0))
    }

    @Test(arguments: ReleaseDump.all) func `the tokens of a release get the roles of their accounts`(
        _ dump: ReleaseDump
    )
        throws
    {
        let database = try TestDatabase.current
        try dump.load(into: database)
        let owner = try database.owner
        try owner.execute(
            """
            insert into tenants (slug, name) values ('roles', 'Roles');
            insert into accounts (tenant_id, username, first_name, role, status)
            select t.id, r || '.' || s, 'P', r, s
              from tenants t, unnest('{member,moderator,admin}'::text[]) r, unnest('{active,suspended}'::text[]) s
             where t.slug = 'roles';
            insert into tokens (tenant_id, account_id, digest, prefix, label, expires_at)
            select a.tenant_id, a.id, sha256(a.username::bytea), 'p', 'l', now() + interval '1 day'
              from accounts a join tenants t on t.id = a.tenant_id and t.slug = 'roles'
            """
        )
        try Migrator(settings: database.settings(as: .superuser)).migrate()
        let roles = try owner.query(
            """
            select concat_ws(' ', a.username, t.role)
              from tokens t join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
             where a.tenant_id = (select id from tenants where slug = 'roles')
             order by a.username
            """
        ).map { try $0.text(0) }
        #expect(
            roles == [
                "admin.active admin", "admin.suspended", "member.active member", "member.suspended",
                "moderator.active moderator", "moderator.suspended",
            ]
        )
    }

    @Test func `migrations that were released have not changed`() throws {
        let lines = try ReleaseDump.checksums().split(separator: "\n").map { $0.split(separator: " ") }
        #expect(!lines.isEmpty)
        for (line, migration) in zip(lines, Migration.all) {
            #expect(line.last.map(String.init) == migration.fileName)
            #expect(line.first.map(String.init) == migration.checksum, "\(migration.fileName) was released")
        }
        #expect(lines.count <= Migration.all.count, "a released migration is missing")
    }
}
