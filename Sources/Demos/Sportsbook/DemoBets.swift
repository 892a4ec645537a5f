internal import Database
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// What the people of the demo bet, through the same service as everybody.
struct DemoBets {
    static let usernames = ["ada", "ben", "chen", "dora", "eli", "fay"]
    private static let singles = 4
    private static let legsOfParlay = 3

    let tenant: Tenant
    let transaction: Transaction

    /// Places the bets of one week. The same people choose the same outcomes each time.
    ///
    /// - Parameters:
    ///   - ids: the games to choose from.
    ///   - time: when they bet.
    func place(on ids: [String], at time: Timestamp) async throws {
        let work = TenantTransaction(tenant.id, at: time, transaction)
        let (found, people) = try await work.read(
            TreeImportStore.findEvents(.id(tenant.id), .text(DemoWeek.source), .texts(ids)),
            DemoStore.players(.id(tenant.id), .texts(Self.usernames))
        )
        let games = try found.trees
        guard !games.isEmpty, let key = ids.first else { return }
        for person in try people.all {
            try await work.run(DemoStore.act(.id(tenant.id), .id(person.id)))
            var random = SeededGenerator(seed: 0, text: "bets of \(person.username) \(key)")
            for draft in Self.drafts(on: games, &random) {
                do {
                    _ = try await BetPlacement(work, tenant.settings).place(draft)
                } catch is SportsbookError {
                    // A demo where someone has lost all the money, or suspended a market, goes on without this bet.
                    continue
                }
            }
        }
        try await work.run(DemoStore.act(.id(tenant.id), .null))
    }

    static func drafts(on games: [EventTree], _ random: inout SeededGenerator) -> [BetDraft] {
        var drafts: [BetDraft] = []
        for _ in 0..<singles {
            guard let game = games.randomElement(using: &random), let leg = leg(of: game, &random) else {
                continue
            }
            drafts.append(draft([leg], dollars: 10...60, &random))
        }
        let legs = games.shuffled(using: &random).prefix(legsOfParlay).compactMap { leg(of: $0, &random) }
        if legs.count == legsOfParlay { drafts.append(draft(legs, dollars: 5...20, &random)) }
        return drafts
    }

    private static func leg(of game: EventTree, _ random: inout SeededGenerator) -> LegDraft? {
        let open = game.markets.filter { $0.market.status == .open }
        guard let outcome = open.randomElement(using: &random)?.outcomes.randomElement(using: &random) else {
            return nil
        }
        return LegDraft(outcomeID: outcome.id.rawValue, price: outcome.price)
    }

    private static func draft(
        _ legs: [LegDraft],
        dollars: ClosedRange<Int64>,
        _ random: inout SeededGenerator
    ) -> BetDraft {
        BetDraft(legs: legs, stakeCents: 100 * Int64.random(in: dollars, using: &random), accept: .any)
    }
}
