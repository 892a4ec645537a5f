import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Tenancy

/// The statement that authenticates nearly every request: whom it lets in, and what it reads for that.
@Suite(.database) struct AuthenticationTests {
    private static let whoAmI = Statement("select current_tenant_id(), current_account_id()")
    private static let scope = Statement("select set_config('parlay.tenant_id', $1, true)")
    private static let digest = [UInt8](repeating: 7, count: 32)

    /// The front's own statement.
    private static func authenticate(_ tenant: Int64, _ digest: [UInt8]) -> Query {
        Session.authenticate(.integer(tenant), .bytes(digest), .time(.now)).query
    }

    @Test func `a refused token sees nothing, in front of a good one and behind it`() async throws {
        let database = try TestDatabase.current
        let unknown = [UInt8](repeating: 8, count: 32)
        let owner = try database.owner
        try owner.execute(
            """
            insert into tenants (slug, name) values ('one', 'One');
            insert into accounts (tenant_id, username, first_name) select id, 'ada', 'Ada' from tenants;
            insert into tokens (tenant_id, account_id, digest, prefix, label, expires_at)
            select tenant_id, id, decode(repeat('07', 32), 'hex'), 'p', 'l', now() + interval '1 day' from accounts;
            """
        )
        try await database.onLoop {
            let pool = try await database.front()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let isGood = number % 2 == 0
                        let sets = try await pool.read([
                            Self.authenticate(1, isGood ? Self.digest : unknown), Self.whoAmI(),
                        ])
                        #expect(sets[0].count == (isGood ? 1 : 0))
                        #expect(sets[1][0].isNull(0) == !isGood)
                        #expect(sets[1][0].isNull(1) == !isGood)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// What takes the right from the token of `ada`, and gives it back.
    private static let refusals: [(String, take: String, give: String, tenant: Int64)] = [
        ("an unknown tenant", "select 1", "select 1", 77),
        ("another tenant", "select 1", "select 1", 1001),
        (
            "expiry", "update tokens set expires_at = now() - interval '1 second'",
            "update tokens set expires_at = now() + interval '1 day'", 1
        ),
        (
            "suspension", "update accounts set status = 'suspended'", "update accounts set status = 'active'",
            1
        ),
        (
            "deletion", "update accounts set status = 'deleted'", "update accounts set status = 'active'",
            1
        ),
        (
            "revocation", "delete from tokens",
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, expires_at)
            select tenant_id, id, decode(repeat('07', 32), 'hex'), 'p', 'l', now() + interval '1 day' from accounts
            """, 1
        ),
    ]

    /// Each connection keeps its plan, so the answer must not depend on what the plan has seen.
    @Test(arguments: refusals)
    func `a token without its right scopes to nobody, on a connection that knew it before`(
        _ why: String,
        take: String,
        give: String,
        tenant: Int64
    ) async throws {
        let database = try TestDatabase.current
        let owner = LoopBound(try database.owner, on: database.loop)
        try await database.onLoop {
            try owner.value.execute(
                """
                insert into tenants (slug, name) values ('one', 'One'), ('two', 'Two');
                insert into accounts (tenant_id, username, first_name) values (1, 'ada', 'Ada');
                insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
                select tenant_id, id, decode(repeat('07', 32), 'hex'), 'p', 'l', now(), now() + interval '1 day' from accounts;
                """
            )
            let pool = try await database.front()
            func ask(in tenant: Int64) async throws -> (rows: Int, isScoped: Bool) {
                let sets = try await pool.read([
                    Self.authenticate(tenant, Self.digest), Self.whoAmI(),
                ])
                #expect(sets[1][0].isNull(0) == sets[1][0].isNull(1))
                return (sets[0].count, !sets[1][0].isNull(0))
            }
            // More often than PostgreSQL makes a plan for the values alone.
            for _ in 0..<8 { #expect(try await ask(in: 1) == (1, true)) }
            try owner.value.execute(take)
            for _ in 0..<8 { #expect(try await ask(in: tenant) == (0, false), "\(why)") }
            try owner.value.execute(give)
            #expect(try await ask(in: 1) == (1, true), "\(why)")
        }
    }

    @Test func `a token that is not stale is one that was used within the hour`() throws {
        let database = try TestDatabase.current
        try database.owner.execute(
            """
            insert into tenants (slug, name) values ('one', 'One');
            insert into accounts (tenant_id, username, first_name, role) values (1, 'ada', 'Ada', 'admin');
            insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
            select tenant_id, id, decode(repeat('07', 32), 'hex'), 'p', 'l', '2026-05-20T18:30:00Z', '2027-05-20' from accounts;
            """
        )
        let front = try database.connect(as: .front)
        func isStale(at time: String) throws -> Bool {
            let row = try front.query(
                "select username, role, is_stale from authenticate(1, decode(repeat('07', 32), 'hex'), $1)",
                .text(time)
            )[0]
            #expect(try row.text(0) == "ada" && row.text(1) == "admin")
            return try row.boolean(2)
        }
        #expect(try !isStale(at: "2026-05-20T19:30:00Z"))
        #expect(try isStale(at: "2026-05-20T19:30:01Z"))
        try database.owner.execute("update tokens set last_used_at = null")
        #expect(try isStale(at: "2026-05-20T19:00:00Z"))
    }

    // MARK: The account's role

    private static let addToken = Statement(
        """
        insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
        select tenant_id, id, decode(repeat('07', 32), 'hex'), 'p', 'l', now(), now() + interval '1 day'
          from accounts
         where tenant_id = 1 and username = 'ada'
        """
    )
    private static let suspend = Statement(
        "update accounts set status = 'suspended' where tenant_id = 1 and username = 'ada'"
    )

    private static func addAda(_ owner: BlockingConnection) throws {
        try owner.execute(
            """
            insert into tenants (slug, name) values ('one', 'One'), ('two', 'Two');
            insert into accounts (tenant_id, username, first_name) values (1, 'ada', 'Ada'), (1001, 'ada', 'Other');
            """
        )
    }

    @Test func `a token has the role of its account, whatever a statement writes`() throws {
        let owner = try TestDatabase.current.owner
        try Self.addAda(owner)
        try owner.execute(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, role, expires_at)
            select tenant_id, id, sha256(tenant_id::text::bytea), 'p', 'l', 'admin', now() + interval '1 day' from accounts;
            """
        )
        func roles() throws -> [String] {
            try owner.query(
                "select tenant_id || ' ' || coalesce(role, 'none') from tokens order by tenant_id"
            )
            .map { try $0.text(0) }
        }
        #expect(try roles() == ["1 member", "1001 member"])
        let changes = [
            ("update tokens set role = 'admin'", "1 member"),
            ("update accounts set role = 'moderator' where tenant_id = 1", "1 moderator"),
            ("update tokens set role = null", "1 moderator"),
            ("update accounts set role = 'admin', status = 'suspended' where tenant_id = 1", "1 none"),
            ("update tokens set role = 'member'", "1 none"),
            ("update accounts set role = 'moderator' where tenant_id = 1", "1 none"),
            ("update accounts set status = 'active' where tenant_id = 1", "1 moderator"),
            ("update accounts set status = 'deleted' where tenant_id = 1", "1 none"),
        ]
        for (change, role) in changes {
            try owner.execute(change)
            #expect(try roles() == [role, "1001 member"], "\(change)")
        }
    }

    /// Whichever comes first, the other one waits for it.
    @Test(arguments: [true, false])
    func `a sign-in and a suspension at the same moment leave no good token`(suspendsFirst: Bool) async throws
    {
        let (first, second) = suspendsFirst ? (Self.suspend, Self.addToken) : (Self.addToken, Self.suspend)
        let database = try TestDatabase.current
        let holder = LoopBound(try database.owner, on: database.loop)
        try await database.onLoop {
            try Self.addAda(holder.value)
            let pool = try await database.front()
            try holder.value.execute("begin; \(first.sql)")
            async let later = pool.write([Self.scope("1"), second()])
            try await database.pollBlocked(by: holder.value, "the second statement to wait for the first")
            try holder.value.execute("commit")
            _ = try await later
            #expect(try holder.value.query("select from tokens where role is null").count == 1)
            let sets = try await pool.read([Self.authenticate(1, Self.digest), Self.whoAmI()])
            #expect(sets[0].isEmpty && sets[1][0].isNull(0) && sets[1][0].isNull(1))
        }
    }

    // MARK: What it reads

    /// A connection keeps its plan for as long as it lives, so it must be good before there are statistics too.
    @Test(arguments: [false, true])
    func `a request is authenticated with one look-up by the token's key`(hasStatistics: Bool) throws {
        let database = try TestDatabase.current
        let owner = try database.owner
        try Self.addAda(owner)
        try owner.execute(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, expires_at)
            select a.tenant_id, a.id, sha256(n::text::bytea), 'p', 'l', now() + interval '1 day'
              from accounts a, generate_series(1, 1000) n
            """
        )
        if hasStatistics { try owner.execute("analyze tokens; analyze accounts") }
        let front = try database.connect(as: .front)
        try front.execute("set plan_cache_mode = force_generic_plan")
        try front.execute("prepare asked as \(Session.authenticate.statement.sql)")
        let plan = try front.query("explain (costs off) execute asked(1, sha256(''), now())").map {
            try $0.text(0)
        }
        let scans = plan.filter { $0.contains("Scan") && !$0.contains("Subquery Scan") }
            .map { $0.trimmingPrefix(/[ >-]*/) }
        #expect(
            // The first has no entries unless tenants move; see `refuse_tenant()`.
            scans == [
                "Index Scan using tenants_closed_idx on tenants t_1",
                "Index Scan using tokens_digest_key on tokens t",
            ],
            "\(plan.joined(separator: "\n"))"
        )
    }
}
