internal import Database
internal import ParlayAPI
internal import Tenancy

/// People and matches as the original app's calls show and move them.
struct WordUpService {
    private let session: Session
    private let matches: MatchService

    init(_ session: Session) {
        self.session = session
        matches = MatchService(session)
    }

    private var tenant: TenantID { session.tenant.id }

    // MARK: People

    func partners(_ page: Page) async throws -> [Partner] {
        try await matches.partners(after: page.after, limit: page.fetchLimit, name: nil).all
    }

    func person(_ id: AccountID) async throws -> WordUpProfile {
        guard let account = try await session.read(WordUpStore.profile(.id(tenant), .id(id))).first else {
            throw TenancyError.notFound("There is no such person.")
        }
        return WordUpProfile(account)
    }

    func isPerson(_ id: AccountID) async throws -> Bool {
        try await !session.read(WordUpStore.profile(.id(tenant), .id(id))).isEmpty
    }

    /// The original server trusted the name in the body; here it must be the token's own.
    func requireSelf(_ name: JSONValue?, orElse missing: WordUpRefusal) async throws {
        let key = try await session.read(WordUpStore.usernameKey(.id(tenant))).first
        switch name {
        case nil: throw missing
        case .string(let username) where username.lowercased() == key: return
        default: throw WordUpRoutes.forbidden
        }
    }

    // MARK: Matches

    func match(_ address: MatchStore.Address) async throws -> WordUpMatch {
        let (found, times) = try await session.read(
            MatchStore.find(address, in: tenant),
            WordUpStore.localTime(address, in: tenant)
        )
        let row = try await matches.side(in: try found.first).row
        return WordUpMatch(row: row, localTime: try times.first ?? nil, now: session.now)
    }

    /// - Parameter username: who the body says that the caller is.
    func move(_ address: MatchStore.Address, _ update: WordUpRules.Update, by username: JSONValue?)
        async throws -> WordUpMatch
    {
        let now = session.now
        let local = update.time.flatMap { $0.secondsSinceEpoch }.map { Timestamp(milliseconds: $0 * 1000) }
        let (found, moments) = try await session.read(
            MatchStore.find(address, in: tenant),
            WordUpStore.moment(.id(tenant), .text(local.map { String($0.description.prefix(19)) }))
        )
        let (row, side) = try await matches.side(in: try found.first)
        try await requireSelf(username, orElse: .userNotFound)
        let change = try WordUpRules.move(
            update,
            status: row.status(at: now),
            side: side,
            offered: row.time,
            moment: try moments.first ?? nil,
            now: now
        )
        guard let change else { return WordUpMatch(row: row, localTime: nil, now: now) }
        let new = try await matches.update(row, as: side, change)
        let times = try await session.read(WordUpStore.localTime(address, in: tenant))
        return WordUpMatch(row: new, localTime: try times.first ?? nil, now: now)
    }
}
