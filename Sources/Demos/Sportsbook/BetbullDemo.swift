package import Components
internal import Console
internal import Database
internal import Jobs
internal import Localization
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// A tenant with soccer to come in every week, at made-up prices, which `parlay up` keeps moving.
package enum BetbullDemo {
    private static let slug = "betbull"

    static let tenant = DemoTenant(
        slug: slug,
        name: "Betbull",
        purpose: { $0.text(DemoText.betbull) },
        modules: [.sportsbook],
        settings: settings,
        usernames: DemoBets.usernames,
        tables: SportsbookDemo.tables,
        queries: { SportsbookDemo.queries(.soccer, tenant: $0, passwordHash: $1, now: $2) },
        fill: fill,
        schedules: { try DemoGames.schedules() },
        companion: DemoCompanion(
            ["admin", "odds", "simulate", "--tenant", slug, "--rate", "2", "--events", "60", "--quiet"],
            isWanted: { load in
                let games = DemoGames(database: load.database)
                guard try await games.isMarked(load.tenant, .soccer) else { return false }
                return try await games.hasGames(load.tenant, from: DemoWeek.source)
            }
        ),
        page: ("Live", "live/\(slug)")
    )

    private static var settings: TenantSettings {
        var settings = TenantSettings.demo
        settings[SportsbookSettings.publicSportsbook] = true
        return settings
    }

    package static func fill(_ load: DemoLoad) async throws -> Bool {
        let games = DemoGames(database: load.database)
        guard try await games.isMarked(load.tenant, .soccer) else { return false }
        if try await games.hasGames(load.tenant, from: DemoWeek.source) {
            try await games.supply(load.tenant, .soccer, at: load.now)
            return false
        }
        guard let data = load.sampleData else { return false }
        let bytes = try TextFile.bytes(
            data.path(of: SampleData.football),
            limit: 64 * 1024 * 1024,
            "larger than 64 MiB"
        )
        try await games.start(load.tenant, with: try TreeFile.read(bytes, badLineLimit: 10), at: load.now)
        return true
    }
}
