internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads of the tree, for everybody.
extension TreeService {
    /// - Parameter status: `nil` for all.
    func tournaments(_ page: Page, _ status: TournamentStatus?) async throws -> [TournamentRow] {
        try await session.read(
            TreeStore.tournaments(
                .id(tenant),
                .integer(page.after?.first ?? .max),
                .text(status?.rawValue),
                .integer(page.fetchLimit)
            )
        ).all
    }

    func events(_ page: Page, _ filter: EventFilter) async throws -> [EventTree] {
        var weeks: Parameter = .null
        if case .numbered(let number) = filter.week { weeks = .integers([Int64(number)]) }
        return try await session.read(
            TreeStore.events(
                .id(tenant),
                filter.tournaments.map { .integers($0.map(Int64.init)) } ?? .null,
                weeks,
                .time(filter.from),
                .time(filter.to),
                .boolean(filter.week == .current),
                page.after.map { .time(Timestamp(milliseconds: $0[0])) } ?? "-infinity",
                .integer(page.after?[1] ?? 0),
                .time(session.now),
                .integer(page.fetchLimit),
                filter.statuses.map { .texts($0.map(\.rawValue)) } ?? .null,
                .text(filter.team)
            )
        ).trees
    }

    func find(_ id: TournamentID) async throws -> TournamentRow {
        let rows = try await session.read(TreeStore.tournament(.id(tenant), .id(id)))
        guard let row = try rows.first else { throw SportsbookError.notFound("tournament") }
        return row
    }

    func find(_ id: EventID) async throws -> EventTree {
        let rows = try await session.read(TreeStore.event(.id(tenant), .id(id)))
        guard let tree = try rows.trees.first else { throw SportsbookError.notFound("event") }
        return tree
    }

    func find(_ id: MarketID) async throws -> MarketTree {
        let rows = try await session.read(TreeStore.market(.id(tenant), .id(id)))
        guard let market = try rows.trees.first?.markets.first else {
            throw SportsbookError.notFound("market")
        }
        return market
    }

    func find(_ id: OutcomeID) async throws -> (MarketRow, OutcomeRow) {
        let rows = try await session.read(TreeStore.outcome(.id(tenant), .id(id)))
        guard let market = try rows.trees.first?.markets.first, let outcome = market.outcomes.first else {
            throw SportsbookError.notFound("outcome")
        }
        return (market.market, outcome)
    }
}

/// Which events a list has; `nil` for any.
struct EventFilter {
    /// The value of `week`.
    enum Week: Equatable {
        case current
        case numbered(Int)

        init?(_ text: String) {
            if text == "current" {
                self = .current
            } else if let number = Int(text), (0...1000).contains(number), ReceivedNumber.isDigits(text) {
                self = .numbered(number)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .current: "current"
            case .numbered(let number): "\(number)"
            }
        }
    }

    let week: Week?
    let tournaments: [Int]?
    let from: Timestamp?
    /// Exclusive.
    let to: Timestamp?
    let statuses: [EventStatus]?
    /// Part of a team's name.
    let team: String?
}
