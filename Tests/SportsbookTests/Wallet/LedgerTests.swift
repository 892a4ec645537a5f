import Components
import Database
import Observability
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What the database itself refuses, and what the audit finds where somebody went around it.
@Suite(.database) struct LedgerTests {
    private let book: SportsbookWorld
    private let ada: SignedInPerson
    private let bet: Int64

    init() async throws {
        book = try await SportsbookWorld()
        ada = try await book.person("Ada")
        let market = try await book.market()
        bet = try await book.placed([(market["home"], "-110")], as: ada)
    }

    private func refused(_ sql: String, by constraint: String) throws {
        let owner = try book.owner
        let error = #expect(throws: DatabaseError.self) { try owner.execute(sql) }
        guard case .statement(let failure)? = error else { return }
        #expect(failure.constraint == constraint, "\(failure.message)")
    }

    @Test func `nobody changes a wallet or the past by hand`() throws {
        try refused("update wallets set balance_cents = balance_cents + 1", by: "wallets_ledger_check")
        try refused("update ledger set wallet_cents = 0, pool_cents = 0", by: "wallets_ledger_check")
        try refused(
            """
            insert into wallets (tenant_id, account_id, balance_cents)
            select tenant_id, id, 5 from accounts where username = 'Admin'
            """,
            by: "wallets_ledger_check"
        )
    }

    @Test func `a transaction adds up to zero and never makes a balance negative`() throws {
        let insert = """
            insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
            select tenant_id, account_id,
            """
        try refused(
            """
            insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, house_cents)
            select tenant_id, account_id, 'reversal', \(bet), 1, -5, 10000, -9994 from wallets
            """,
            by: "ledger_sum_check"
        )
        try refused("\(insert) 'grant', -100, 100 from wallets", by: "ledger_kind_check")
        try refused(
            """
            insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents)
            select tenant_id, account_id, 'stake', \(bet), 0, -990001, 990001 from wallets
            """,
            by: "wallets_balance_check"
        )
    }

    @Test func `a bet is settled with its payment, or not at all`() throws {
        try refused(
            "update bets set status = 'won', payout_cents = 19090, settled_at = now(), step = 1",
            by: "bets_ledger_check"
        )
        try refused(
            """
            insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, house_cents)
            select tenant_id, account_id, 'payout', \(bet), 1, 19090, -10000, -9090 from wallets
            """,
            by: "bets_ledger_check"
        )
        try refused("update bets set stake_cents = 1", by: "bets_terms_check")
        try refused(
            """
            insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents)
            select tenant_id, account_id, 'stake', \(bet), 0, -100, 100 from wallets
            """,
            by: "ledger_step_key"
        )
    }

    @Test func `a front may only add to the ledger`() throws {
        let front = try book.world.database.connect(as: .front)
        try front.execute("set parlay.tenant_id = '\(book.world.tenant.id.rawValue)'")
        for sql in [
            "update wallets set balance_cents = 1", "delete from wallets", "update ledger set reason = 'x'",
            "delete from ledger", "delete from bets", "update bet_legs set price = 100",
        ] {
            #expect(throws: DatabaseError.self, "\(sql)") { try front.execute(sql) }
        }
    }

    @Test func `a front does not learn whether another tenant's wallet exists`() async throws {
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        let front = try book.world.database.connect(as: .front)
        try front.execute("set parlay.tenant_id = '\(other.id.rawValue)'")
        let wallet = try book.owner.query("select account_id from wallets limit 1")[0].integer(0)
        var refusals: [String] = []
        for account in [wallet, 987_654_321] {
            let error = #expect(throws: DatabaseError.self) {
                try front.execute(
                    """
                    insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
                    values (\(book.world.tenant.id.rawValue), \(account), 'grant', 100, -100)
                    """
                )
            }
            guard case .statement(let failure)? = error else { continue }
            refusals.append("\(failure.sqlState.rawValue) \(failure.constraint ?? "") \(failure.message)")
        }
        #expect(refusals.count == 2 && Set(refusals).count == 1, "\(refusals)")
        #expect(refusals.first?.contains("ledger_wallet_fkey") == true)
    }

    @Test func `the audit finds every kind of difference`() async throws {
        #expect(try await book.differences() == [])
        let superuser = try book.world.database.connect(as: .superuser)
        try superuser.execute("set session_replication_role = replica; set search_path = parlay")
        func broken(_ sql: String, _ undo: String) async throws -> [String] {
            try superuser.execute(sql)
            let found = try await book.differences().map(\.what)
            try superuser.execute(undo)
            #expect(try await book.differences() == [], "\(undo)")
            return found
        }
        #expect(
            try await broken(
                "update wallets set balance_cents = balance_cents + 1",
                "update wallets set balance_cents = balance_cents - 1"
            ) == ["balance of account"]
        )
        #expect(
            try await broken(
                "update wallets set debt_cents = 5, open_stakes_cents = open_stakes_cents - 1",
                "update wallets set debt_cents = 0, open_stakes_cents = open_stakes_cents + 1"
            ) == ["debt of account", "open stakes of account"]
        )
        #expect(
            try await broken(
                "update bets set stake_cents = stake_cents - 1",
                "update bets set stake_cents = stake_cents + 1"
            ) == ["profit paid for bet", "stake in the pool of bet", "pool total of tenant"]
        )
        #expect(
            try await broken(
                "update ledger set balance_after_cents = balance_after_cents + 1 where number = 2",
                "update ledger set balance_after_cents = balance_after_cents - 1 where number = 2"
            ) == ["balance after entry"]
        )
        try superuser.execute(
            "alter table ledger drop constraint ledger_sum_check, drop constraint ledger_kind_check"
        )
        #expect(
            try await broken(
                "update ledger set house_cents = house_cents + 1 where number = 1",
                "update ledger set house_cents = house_cents - 1 where number = 1"
            ) == ["transaction", "house total of tenant"]
        )
    }

    @Test func `the nightly check is recorded, and a ledger that is off ends among the dead letters`()
        async throws
    {
        let pool = try await book.world.database.worker()
        func check() async throws -> [String] {
            try await book.world.database.onLoop { try await LedgerAudit.all(in: pool, at: .now) }
        }
        #expect(try await check() == [])
        let superuser = try book.world.database.connect(as: .superuser)
        try superuser.execute("set session_replication_role = replica; set search_path = parlay")
        try superuser.execute("update wallets set balance_cents = balance_cents + 1")
        #expect(try await check() == ["demo: 1 differences"])
        let stored = try book.owner.query("select differences from ledger_checks")
        #expect(try stored.map { try $0.integer(0) } == [1])
        let samples = try await book.world.database.onLoop { try await LedgerAudit.gauge.read(pool) }
        #expect(samples.map(\.labels) == [["demo"]])
        #expect(samples.map(\.value) == [1])
    }

    @Test func `a grant needs an admin, a wallet's owner and an amount`() async throws {
        func grant(_ body: JSONObject, to id: Int64? = nil, as person: SignedInPerson? = nil) async throws
            -> Answer
        {
            try await book.call(
                "POST",
                "admin/wallets/\(id ?? ada.id)/grant/",
                as: person ?? book.admin,
                body
            )
        }
        #expect(try await grant(["amount_cents": 100, "reason": "Hi"], as: ada).status == 403)
        #expect(try await grant(["amount_cents": 100, "reason": "Hi"], to: 999_999).status == 404)
        #expect(
            try await grant(["amount_cents": 0, "reason": ""]).faultyFields == ["amount_cents", "reason"]
        )
        let answer = try await grant(["amount_cents": 100, "reason": "Hi"])
        #expect(answer["balance_cents"] == .integer(990_100), "\(answer)")
        // It opens the wallet of somebody who has none.
        let ben = try await book.person("Ben")
        #expect(
            try await grant(["amount_cents": 100, "reason": "Hi"], to: ben.id)["balance_cents"]
                == .integer(1_000_100)
        )
        // A deleted account keeps its wallet and gets nothing; a suspended one does.
        let owner = try book.world.database.owner
        try owner.execute("update accounts set status = 'suspended' where id = \(ben.id)")
        #expect(try await grant(["amount_cents": 100, "reason": "Hi"], to: ben.id).status == 200)
        try owner.execute(
            "update accounts set status = 'deleted', email = null, password_hash = null where id = \(ben.id)"
        )
        #expect(try await grant(["amount_cents": 100, "reason": "Hi"], to: ben.id).status == 404)
        let audit = try await book.call("GET", "admin/audit/", as: book.admin)
        #expect(audit.items[0]["action"] == "wallet.grant")
    }
}
