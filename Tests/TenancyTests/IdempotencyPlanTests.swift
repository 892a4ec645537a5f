import Database
import TestDatabases
import Testing

@testable import Tenancy

/// The plan that a connection keeps for idempotency keys.
@Suite(.ownDatabase) struct IdempotencyPlanTests {
    /// Every night the table is nearly empty. A plan that is made then is kept until the next `analyze`.
    @Test func `a plan that is made while there are no keys does not read all later ones`() throws {
        let database = try TestDatabase.current
        let owner = try database.owner
        try owner.execute(
            """
            insert into tenants (slug, name) values ('keys', 'Keys');
            insert into accounts (tenant_id, username, first_name)
            select t.id, 'person' || n, 'P' from tenants t, generate_series(1, 3) as n;
            """
        )
        try owner.execute("vacuum (analyze) idempotency_keys")
        let row = try owner.query("select tenant_id, id from accounts order by id limit 1")[0]
        let (tenant, account) = (try row.integer(0), try row.integer(1))
        let front = try database.connect(as: .front)
        try front.execute(
            """
            select set_config('parlay.tenant_id', '\(tenant)', false),
                   set_config('parlay.account_id', '\(account)', false)
            """
        )
        try front.execute("prepare find as \(IdempotencyStore.find.statement.sql)")
        try front.execute("prepare claim as \(IdempotencyStore.claim.statement.sql)")
        func ask() throws {
            for statement in ["find", "claim"] {
                let answers = try front.query("execute \(statement)(\(tenant), 'key-7', now())")
                #expect(answers.count == (statement == "claim" ? 1 : 0))
            }
        }
        for _ in 0..<10 { try ask() }
        try owner.execute(
            """
            insert into idempotency_keys (tenant_id, account_id, key, fingerprint, status, headers, body, created_at)
            select a.tenant_id, a.id, 'other-' || n, sha256(''), 200, '', '', now()
              from accounts a, generate_series(1, 2000) as n
            """
        )
        try front.execute("begin")
        try ask()
        let read = try front.query(
            """
            select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables where relname = 'idempotency_keys'
            """
        )[0].integer(0)
        try front.execute("commit")
        #expect(read == 0)
    }
}
