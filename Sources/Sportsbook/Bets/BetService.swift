internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The caller's bets, the leaderboard, and everybody's bets on an event.
struct BetService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    func place(_ draft: BetDraft) async throws -> Bet {
        try await session.transaction {
            try await BetPlacement(TenantTransaction(session), session.tenant.settings).place(draft)
        }
    }

    /// - Parameters:
    ///   - statuses: `nil` for all.
    ///   - events: `nil` for all.
    func page(_ page: Page, _ statuses: [BetStatus]?, events: [Int]?) async throws -> [Bet] {
        try await session.read(
            BetStore.page(
                .id(tenant),
                .integer(page.after?.first ?? .max),
                statuses.map { .texts($0.map(\.rawValue)) } ?? .null,
                events.map { .integers($0.map(Int64.init)) } ?? .null,
                .integer(page.fetchLimit)
            )
        ).bets
    }

    func find(_ id: BetID) async throws -> Bet {
        let rows = try await session.read(BetStore.find(.id(tenant), .id(id)))
        guard let bet = try rows.bets.first else { throw SportsbookError.notFound("bet") }
        return bet
    }

    func leaderboard(_ page: Page, tournaments: [Int]?, from: Timestamp?, ofFriends: Bool) async throws
        -> [LeaderboardEntry]
    {
        try await session.read(
            LeaderboardStore.page(
                .id(tenant),
                tournaments.map { .integers($0.map(Int64.init)) } ?? .null,
                .time(from),
                .integer(page.after?[0] ?? .max),
                .integer(page.after?[1] ?? 0),
                .integer(page.fetchLimit),
                .boolean(ofFriends)
            )
        ).map { $0.resource(in: session.tenant) }
    }

    /// For admins.
    func page(_ page: Page, _ statuses: [BetStatus]?, of account: AccountID) async throws -> [Bet] {
        let (exists, lines) = try await session.read(
            as: account,
            WalletStore.isAccount(.id(tenant), .id(account)),
            BetStore.page(
                .id(tenant),
                .integer(page.after?.first ?? .max),
                statuses.map { .texts($0.map(\.rawValue)) } ?? .null,
                .null,
                .integer(page.fetchLimit)
            )
        )
        guard try exists.one else { throw SportsbookError.notFound("account") }
        return try lines.bets
    }

    /// For admins.
    func bets(on event: EventID, _ page: Page) async throws -> (
        bets: [PlacedBet], exposure: [OutcomeExposure]
    ) {
        let (exists, lines, sums) = try await session.read(
            EventBetStore.exists(.id(tenant), .id(event)),
            EventBetStore.page(
                .id(tenant),
                .id(event),
                .integer(page.after?.first ?? .max),
                .integer(page.fetchLimit)
            ),
            EventBetStore.exposure(.id(tenant), .id(event))
        )
        guard try exists.one else { throw SportsbookError.notFound("event") }
        let rows = try lines.all
        let people = Dictionary(rows.map { ($0.line.bet.id.rawValue, $0.person) }) { first, _ in first }
        let bets = rows.map(\.line).bets.compactMap { bet in
            people[bet.id].map { PlacedBet(bet, by: $0.person(in: session.tenant)) }
        }
        return (bets, try sums.map(\.exposure))
    }
}
