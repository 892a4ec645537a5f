import Accounts
import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing
import Transfer

@testable import App

/// The erasure of an account by the word of the catalog, beside a tenant with the same ids.
@Suite(.database) struct ErasureCatalogTests {
    /// Columns that name accounts and still name one that was erased, with the reason.
    private static let kept: [String: String] = [
        "wallets.account_id": "the ledger is kept", "ledger.account_id": "the ledger is kept",
        "bets.account_id": "open bets run on", "bet_legs.account_id": "open bets run on",
        "audit.account_id": "what admins did stays known",
        "hidden_content.moderator_id": "what moderators hid stays known",
        "reports.account_id": "reports stay with the moderators",
        "reports.person_id": "reports stay with the moderators, without the copy",
        "invites.account_id": "invitations stay valid",
        "wagers.challenger_id": "the other side keeps the wager",
        "wagers.challengee_id": "the other side keeps the wager",
        "wagers.arbiter_id": "the parties keep the decision",
        "wagers.challenger_arbiter_id": "the parties keep the decision",
        "wagers.challengee_arbiter_id": "the parties keep the decision",
        "wagers.addressee_id": "the other side keeps the wager",
        "wager_ratings.account_id": "the rated person keeps the rating",
        "wager_ratings.rated_id": "the rating belongs to who gave it",
        "wager_figures.account_id": "counts without a name",
        "streams.account_id": "the number of the last event, without it",
        "stream_events.account_id":
            "that devices were signed out, so that their streams end",
        "meetup_feedback.account_id": "the other person's reliability stays",
    ]

    @Test func `no row names an erased account without a reason, and the tenant with the same ids keeps all`()
        async throws
    {
        let world = try await TransferFixture()
        try world.export("alpha")
        try world.load("alpha", as: "gamma")
        let gamma = try world.digests(of: "gamma")
        let bravo = try world.digests(of: "bravo")
        let person = world.scenario.owner
        let alpha = try world.id(of: "alpha")
        // Columns with a foreign key to accounts, and those that are called as if they had one.
        let columns = try world.owner.query(
            """
            select distinct c.relname::text, a.attname::text
              from pg_class c
              join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              left join pg_constraint k
                on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'parlay.accounts'::regclass
               and a.attnum = any (k.conkey)
             where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r' and a.attname <> 'tenant_id'
               and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
               and (k.oid is not null
                    or a.attname ~ '(^|_)(account|person|user|blocked|rated|asked_by|account_a|account_b)(_id)?$')
             order by 1, 2
            """
        ).map { (table: try $0.text(0), column: try $0.text(1)) }
        #expect(columns.count >= 30)
        func naming() throws -> Set<String> {
            try Set(
                columns.filter { entry in
                    try !world.owner.query(
                        "select from \(entry.table) where tenant_id = $1 and \(entry.column) = $2 limit 1",
                        .integer(alpha),
                        .integer(person.id)
                    ).isEmpty
                }.map { "\($0.table).\($0.column)" }
            )
        }
        let before = try naming()
        #expect(before.count >= 15, "\(before.sorted())")
        let worker = try await world.matrix.database.worker()
        let queries = AccountService.erasure(
            of: AccountID(rawValue: person.id),
            in: TenantID(rawValue: alpha),
            at: .now,
            Features.components.deletionSteps
        )
        _ = try await world.matrix.database.onLoop { try await worker.write(queries) }
        #expect(try naming().subtracting(Self.kept.keys) == [])

        #expect(try world.digests(of: "gamma") == gamma)
        #expect(try world.digests(of: "bravo") == bravo)
        // The texts of the person, in every column of every table of the tenant.
        for table in try world.tables() {
            let found = try world.owner.query(
                """
                select f.key from \(table) t, jsonb_each_text(to_jsonb(t)) f
                 where t.tenant_id = $1 and f.value ~* ('(^|[^a-z0-9.])' || $2 || '($|[^a-z0-9])')
                """,
                .integer(alpha),
                .text(person.username.replacing(".", with: "[.]"))
            ).map { try $0.text(0) }
            #expect(found.isEmpty, "\(table): \(found)")
        }
        // In both, and the other still signs in with the name.
        let names = try world.owner.query(
            "select t.slug from accounts a join tenants t on t.id = a.tenant_id where a.username = $1",
            .text(person.username)
        ).map { try $0.text(0) }
        #expect(names == ["gamma"])
    }
}
