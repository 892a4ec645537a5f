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

    // MARK: For admins

    /// The wallet of any account, which this opens like the account's own first call. A deleted account that had none has an
    /// empty one.
    func wallet(of account: AccountID) async throws -> WalletRow {
        let (exists, wallets) = try await session.read(
            WalletStore.isAccount(.id(tenant), .id(account)),
            WalletStore.of(.id(tenant), .id(account))
        )
        if let wallet = try wallets.first { return wallet }
        guard try exists.one else { throw SportsbookError.notFound("account") }
        let of = WalletStore.of(.id(tenant), .id(account))
        let results = try await session.write(
            WalletStore.openFor(
                .id(tenant),
                .integer(session.tenant.settings[SportsbookSettings.startingBalance]),
                .time(session.now),
                .id(account)
            ),
            of.query
        )
        return try of.rows(results[1]).first ?? .empty
    }

    func entries(of account: AccountID, before number: Int64?, limit: Int) async throws -> [LedgerRow] {
        _ = try await wallet(of: account)
        return try await session.read(
            WalletStore.entriesOf(.id(tenant), .id(account), .integer(number ?? .max), .integer(limit))
        ).all
    }

    /// Gives an account paper money.
    func grant(_ grant: WalletGrant, to account: AccountID) async throws -> WalletRow {
        try await session.transaction {
            try await WalletGrants(TenantTransaction(session), session.tenant.settings).grant(
                grant,
                to: account
            )
        }
    }
}

/// Paper money from an admin or the operator.
struct WalletGrants {
    private let work: TenantTransaction
    private let settings: TenantSettings

    init(_ work: TenantTransaction, _ settings: TenantSettings) {
        self.work = work
        self.settings = settings
    }

    /// Opens the wallet first if there is none.
    func grant(_ grant: WalletGrant, to account: AccountID) async throws -> WalletRow {
        let starting = settings[SportsbookSettings.startingBalance]
        let entry = AuditDraft(
            .walletGrant,
            ["amount_cents": .integer(grant.amountCents), "reason": .string(grant.reason)],
            on: Subject(type: "account", id: account.rawValue)
        )
        let (_, granted, wallets) = try await work.read(
            RowQuery<UnreadRow>(
                WalletStore.openFor(.id(work.tenant), .integer(starting), .time(work.now), .id(account))
            ),
            WalletStore.grant(
                .id(work.tenant),
                .id(account),
                .integer(grant.amountCents),
                .text(grant.reason),
                .time(work.now)
            ),
            WalletStore.of(.id(work.tenant), .id(account))
        )
        guard !granted.isEmpty, let wallet = try wallets.first else {
            throw SportsbookError.notFound("account")
        }
        try await work.run(entry.query(work.tenant, at: work.now))
        return wallet
    }
}
