internal import Administration
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The caller's wallet, which the first call that needs it opens.
struct WalletService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    func wallet() async throws -> WalletRow {
        let own = WalletStore.own(.id(tenant))
        if let wallet = try await session.read(own).first { return wallet }
        let results = try await session.write(
            WalletStore.open(
                .id(tenant),
                .integer(session.tenant.settings[SportsbookSettings.startingBalance]),
                .time(session.now)
            ),
            own.query
        )
        return try own.rows(results[1]).one
    }

    func entries(before number: Int64?, limit: Int) async throws -> [LedgerRow] {
        let entries = WalletStore.entries(.id(tenant), .integer(number ?? .max), .integer(limit))
        let (wallets, rows) = try await session.read(WalletStore.own(.id(tenant)), entries)
        guard wallets.isEmpty else { return try rows.all }
        _ = try await wallet()
        return try await session.read(entries).all
    }

    /// Gives an account paper money.
    func grant(_ grant: WalletGrant, to account: AccountID) async throws -> WalletRow {
        let starting = session.tenant.settings[SportsbookSettings.startingBalance]
        let granted = WalletStore.grant(
            .id(tenant),
            .id(account),
            .integer(grant.amountCents),
            .text(grant.reason),
            .time(session.now)
        )
        let wallet = WalletStore.of(.id(tenant), .id(account))
        let entry = AuditDraft(
            .walletGrant,
            ["amount_cents": .integer(grant.amountCents), "reason": .string(grant.reason)],
            on: Subject(type: "account", id: account.rawValue)
        )
        return try await session.transaction {
            let results = try await session.write(
                WalletStore.openFor(.id(tenant), .integer(starting), .time(session.now), .id(account)),
                granted.query,
                wallet.query
            )
            guard let row = try wallet.rows(results[2]).first else {
                throw SportsbookError.notFound("account")
            }
            _ = try await session.write(entry.query(tenant, at: session.now))
            return row
        }
    }
}
