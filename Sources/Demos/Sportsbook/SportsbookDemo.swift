package import Components
internal import Console
package import Database
internal import Jobs
internal import Localization
package import ParlayAPI
internal import Sportsbook
package import Tenancy

/// A tenant with the real seasons of the sample data, and games to bet on.
package enum SportsbookDemo {
    static let tenant = DemoTenant(
        slug: "draftqueens",
        name: "Draft Queens",
        purpose: { $0.text(DemoText.draftQueens) },
        modules: [.sportsbook],
        settings: {
            // As the original app.
            var settings = TenantSettings.demo
            settings.signUpFields = [.email]
            return settings
        }(),
        usernames: DemoBets.usernames,
        tables: tables,
        queries: { queries(.football, tenant: $0, passwordHash: $1, now: $2) },
        fill: fill,
        schedules: { try DemoGames.schedules() }
    )

    static let tables = [
        "accounts", "tournaments", "events", "markets", "outcomes", "bets", "bet_legs", "wallets", "ledger",
    ]

    /// The people, and the mark of a demo: without it, nothing is ever added to a tenant.
    package static func queries(
        _ kind: DemoKind,
        tenant: TenantID,
        passwordHash: String,
        now: Timestamp
    ) -> [Query] {
        let mark = kind.tournament
        return [
            DemoStore.people(.id(tenant), .text(passwordHash), .time(now)),
            DemoStore.tournament(
                .id(tenant),
                .text(mark.sport),
                .text(mark.name),
                .text(DemoWeek.source),
                .text(mark.id)
            ),
        ]
    }

    /// Games to bet on first, then the seasons.
    package static func fill(_ load: DemoLoad) async throws -> Bool {
        let games = DemoGames(database: load.database)
        guard try await games.isMarked(load.tenant, .football) else { return false }
        let hasWeeks = try await games.hasGames(load.tenant, from: DemoWeek.source)
        if hasWeeks { try await games.supply(load.tenant, .football, at: load.now) }
        let hasSeasons = try await games.hasGames(load.tenant, from: NFLFile.source)
        guard !hasWeeks || !hasSeasons, let data = load.sampleData else { return false }
        let bytes = try TextFile.bytes(
            data.path(of: SampleData.nflGames),
            limit: 64 * 1024 * 1024,
            "larger than 64 MiB"
        )
        let file = try NFLFile.read(bytes, badLineLimit: 10)
        if !hasWeeks { try await start(load, games, file) }
        if !hasSeasons { try await importSeasons(load, played(file)) }
        return true
    }

    private static func start(_ load: DemoLoad, _ games: DemoGames, _ file: OddsFile) async throws {
        var recent = file
        recent.tournaments = file.tournaments.max { $0.externalID < $1.externalID }.map { [$0] } ?? []
        let kickOffs = recent.games.map(\.kickOff)
        let resolved = try await load.database.transaction { transaction in
            let work = TenantTransaction(load.tenant.id, at: load.now, transaction)
            return try await KickOffStore.resolve(kickOffs, movingTo: nil, in: work)
        }
        guard let week = DemoWeek(lastOf: recent, resolved.seconds) else { return }
        try await games.start(load.tenant, with: week, at: load.now)
    }

    private static func importSeasons(_ load: DemoLoad, _ file: OddsFile) async throws {
        let plan = FileImport()
        _ = try await load.database.transaction { transaction in
            try await plan.write(file, in: TenantTransaction(load.tenant.id, at: load.now, transaction))
        }
    }

    /// The games that were played, in the years that the tree has: others would stay open for ever.
    static func played(_ file: OddsFile) -> OddsFile {
        var played = file
        played.tournaments.removeAll { $0.externalID < "2000" }
        for place in played.tournaments.indices {
            played.tournaments[place].games.removeAll { $0.status != .final }
        }
        return played
    }
}
