/// The caller's paper money.
public struct Wallet: Resource, Hashable {
    /// What can be bet; never negative.
    public var balanceCents: Int64
    /// The stakes of open bets, which have left the balance.
    public var openStakesCents: Int64
    /// What a corrected result took back and the balance did not cover. The next credits repay it.
    public var debtCents: Int64

    public init(balanceCents: Int64, openStakesCents: Int64 = 0, debtCents: Int64 = 0) {
        self.balanceCents = balanceCents
        self.openStakesCents = openStakesCents
        self.debtCents = debtCents
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("balance_cents", &balanceCents, "What you can bet, in cents.")
        object.member("open_stakes_cents", &openStakesCents, "The stakes of your open bets, in cents.")
        object.member(
            "debt_cents",
            &debtCents,
            "What a corrected result took back beyond your balance, in cents. Your next credits repay it."
        )
    }
}

extension Wallet {
    package static var schemaSummary: String { "The caller's paper money." }

    package static var example: Wallet { Wallet(balanceCents: 990_000, openStakesCents: 10_000) }
}

/// A change of the caller's balance.
public struct WalletEntry: Resource, Hashable {
    public var id: Int64
    /// Positive if the balance grew.
    public var amountCents: Int64
    /// Why the balance changed.
    public var kind: Extensible<WalletEntryKind>
    /// The bet that it is about.
    public var betID: Int64?
    /// What the balance was afterwards.
    public var balanceAfterCents: Int64
    /// When the balance changed.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        amountCents: Int64,
        kind: WalletEntryKind,
        betID: Int64? = nil,
        balanceAfterCents: Int64,
        createdAt: Timestamp
    ) {
        self.id = id
        self.amountCents = amountCents
        self.kind = Extensible(kind)
        self.betID = betID
        self.balanceAfterCents = balanceAfterCents
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The entry's id; the order of entries is that of the list.")
        object.member("amount_cents", &amountCents, "In cents; negative if the balance shrank.")
        object.member("kind", &kind, "Why the balance changed.")
        object.member("bet_id", &betID, "The bet that it is about.")
        object.member("balance_after_cents", &balanceAfterCents, "The balance after it, in cents.")
        object.member("created_at", &createdAt, "When it was made.")
    }
}

extension WalletEntry {
    package static var schemaSummary: String { "A change of the caller's balance." }

    package static var example: WalletEntry {
        WalletEntry(
            id: 31_007,
            amountCents: -10_000,
            kind: .stake,
            betID: 9001,
            balanceAfterCents: 990_000,
            createdAt: .example
        )
    }
}

/// The body of `POST /admin/wallets/{id}/grant/`: paper money for an account.
public struct WalletGrant: RequestBody, Hashable {
    /// From 1 to 100,000,000, which is a million in whole units.
    public var amountCents: Int64 = 0
    /// For the audit log; 1–200 characters.
    public var reason: String = ""

    public init(amountCents: Int64, reason: String) {
        self.amountCents = amountCents
        self.reason = reason
    }

    static let amountCents = BodyField<Int64>.integer("amount_cents", 1...100_000_000, "In cents.")
    static let reason = BodyField<String>.text("reason", 1...200, "Kept in the audit log.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.amountCents, &amountCents)
        body.field(Self.reason, &reason)
    }
}

/// An account's place in the ranking by profit.
public struct LeaderboardEntry: Resource, Hashable {
    /// From 1; accounts with the same profit share a rank.
    public var rank: Int
    /// Whose profit it is.
    public var person: Person
    /// Payouts less stakes of settled bets; negative for a loss.
    public var profitCents: Int64
    /// Settled bets.
    public var bets: Int
    /// How many of them were won.
    public var won: Int

    public init(rank: Int, person: Person, profitCents: Int64, bets: Int, won: Int) {
        self.rank = rank
        self.person = person
        self.profitCents = profitCents
        self.bets = bets
        self.won = won
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("rank", &rank, "From 1. People with the same profit share a rank.")
        object.member("person", &person, "The person.")
        object.member("profit_cents", &profitCents, "Payouts less stakes of settled bets, in cents.")
        object.member("bets", &bets, "How many bets were settled.")
        object.member("won", &won, "How many of them were won.")
    }
}

extension LeaderboardEntry {
    package static var schemaSummary: String { "A person's place in the ranking by profit." }

    package static var example: LeaderboardEntry {
        LeaderboardEntry(rank: 1, person: .dora, profitCents: 48_210, bets: 37, won: 21)
    }
}

/// What an import of odds did: how many tournaments, events, markets and outcomes it touched.
public struct ImportCounts: Resource, Hashable {
    /// How many are new.
    public var created: Int
    /// How many were changed.
    public var updated: Int
    /// How many were already as in the file.
    public var unchanged: Int

    public init(created: Int = 0, updated: Int = 0, unchanged: Int = 0) {
        self.created = created
        self.updated = updated
        self.unchanged = unchanged
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("created", &created, "How many are new.")
        object.member("updated", &updated, "How many were changed.")
        object.member("unchanged", &unchanged, "How many were already as in the file.")
    }
}

extension ImportCounts {
    package static var schemaSummary: String {
        "What an import did to tournaments, events, markets and outcomes."
    }

    package static var example: ImportCounts { ImportCounts(created: 1_921, updated: 0, unchanged: 0) }
}
