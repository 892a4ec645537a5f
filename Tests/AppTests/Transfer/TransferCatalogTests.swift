import Components
import Database
import TestDatabases
import Testing
import Transfer

@testable import App

/// The catalog's word on what a transfer does: tables and triggers of later migrations are included.
@Suite(.database) struct TransferCatalogTests {
    private func names(_ sql: String) throws -> [String] {
        try TestDatabase.current.owner.query(sql).map { try $0.text(0) }
    }

    /// Triggers that run in an import or a deletion too, and why that is right.
    private static let running: [String: String] = [
        "check_bet_ledger": "checks the money of each bet, also of one from a file",
        "check_ledger_bet": "the same, for the transaction",
        "limit_webhooks": "a file has no more than the limit",
        "limit_odds_feeds": "a file has no more than the limit",
        "refuse_blocked_match": "only with an account, which a transfer has not",
        "refuse_blocked_friendship": "only with an account, which a transfer has not",
        "jobs_added": "wakes the workers for what is due",
        "tenants_changed": "tells the fronts",
        "delete_tenant_jobs": "deletes jobs of the deleted tenant",
        "rate_new_games": "rates the games that a file brings into the catalog",
        "count_new_words": "counts the words of the games that a file brings into the catalog",
        "count_deleted_words": "games belong to no tenant",
        "keep_hosts_unique": "a host of the file may be another tenant's here",
        "number_live_changes": "has nothing to number",
        "post_notices": "its condition asks for a transfer too",
        "tokens_role": "a file has no tokens",
        "require_active_account": "a file has nothing of deleted accounts either",
    ]

    /// By its function or, where the role does not matter, by the setting alone.
    private static let condition = #"parlay\.transfer|NOT in_transfer\(\)"#

    @Test func `every trigger of new and deleted rows is silent in a transfer, or has a reason`() throws {
        // Bits of tgtype: 4 insert, 8 delete.
        let loud = try names(
            """
            select t.tgname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
             where c.relnamespace = 'parlay'::regnamespace and not t.tgisinternal and t.tgtype & 12 <> 0
               and pg_get_triggerdef(t.oid) !~ '\(Self.condition)'
             order by 1
            """
        )
        #expect(Set(loud) == Set(Self.running.keys))
        let silent = try names(
            #"select tgname::text from pg_trigger where pg_get_triggerdef(oid) ~ '\#(Self.condition)'"#
        )
        #expect(silent.count == 18, "\(silent)")
    }

    @Test func `rules name tables and columns that exist`() throws {
        let columns = Set(
            try names(
                """
                select c.relname || '.' || a.attname
                  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
                 where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r'
                """
            )
        )
        let rules = Features.components.transferRules
        for table in rules.leftOut {
            #expect(columns.contains("\(table.table).tenant_id"), "\(table.table)")
            #expect(!table.reason.isEmpty)
        }
        for column in rules.columns { #expect(columns.contains("\(column.table).\(column.column)")) }
    }

    /// Neither a front nor a worker can put the ledger's triggers aside.
    @Test func `the setting of a transfer does nothing for fronts and workers`() throws {
        let database = try TestDatabase.current
        let owner = try database.owner
        try owner.execute(
            """
            insert into tenants (slug, name) values ('one', 'One');
            insert into accounts (tenant_id, username, first_name) select id, 'ann', 'Ann' from tenants;
            insert into wallets (tenant_id, account_id) select tenant_id, id from accounts;
            """
        )
        for user in [TestDatabase.User.front, .worker] {
            let session = try database.connect(as: user)
            try session.execute(
                """
                set parlay.transfer = 'on';
                set parlay.tenant_id = '1';
                insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
                select tenant_id, id, 'grant', 100, -100 from accounts;
                """
            )
        }
        #expect(try owner.query("select balance_cents from wallets")[0].integer(0) == 200)
    }

    @Test(arguments: [
        "drop policy owner_all on accounts",
        "create policy narrow on accounts as restrictive for select to parlay_owner using (id > 5)",
        "alter policy owner_all on accounts using (tenant_id > 1)",
    ]) func `a policy that hides rows stops exports, imports and deletions`(_ sql: String) throws {
        let database = try TestDatabase.current
        try database.owner.execute("insert into tenants (slug, name) values ('one', 'One'); \(sql)")
        let path = "/tmp/parlay-hidden-\(database.name)"
        let rules = Features.components.transferRules
        #expect(throws: TransferError.hiddenRows(["accounts"])) {
            try TenantExport(try database.owner, rules).write("one", to: path)
        }
        #expect(throws: TransferError.hiddenRows(["accounts"])) {
            try TenantImport(try database.owner, rules).read(path)
        }
        #expect(throws: TransferError.hiddenRows(["accounts"])) {
            try TenantDeletion(try database.owner).run("one")
        }
    }
}
