package import Database
internal import Jobs
package import ParlayAPI
package import Sportsbook
package import Tenancy

/// Keeps demo tenants supplied with games: a new week in time, and results for the games that are over.
package struct DemoGames: Sendable {
    private let database: DatabasePool

    package init(database: DatabasePool) { self.database = database }

    /// Every tenant that is a demo. Safe to run twice and concurrently: games have ids of their week.
    package func run(at now: Timestamp) async throws {
        var tenants: [Int64: Tenant] = [:]
        for row in try await database.read(TenantRegistry.all()).all {
            guard let tenant = row.tenant, tenant.isActive, tenant.modules.contains(.sportsbook) else {
                continue
            }
            tenants[tenant.id.rawValue] = tenant
        }
        var isWanted = false
        for kind in DemoKind.allCases {
            for id in try await database.read(kind.marked(Array(tenants.keys))).all {
                isWanted = true
                if let tenant = tenants[id] { try await supply(tenant, kind, at: now) }
                try Task.checkCancellation()
            }
        }
        // The last demo was deleted or suspended; loading it again brings the schedule back.
        if !isWanted { _ = try await database.write([Schedule.removal(of: DemoGamesJob.schedule)]) }
    }

    /// For the tenants of the demo.
    static func schedules() throws -> [Schedule] {
        [try Schedule(DemoGamesJob.schedule, "*/2 * * * *", DemoGamesJob())]
    }

    package func isMarked(_ tenant: Tenant, _ kind: DemoKind) async throws -> Bool {
        try await !database.read(kind.marked([tenant.id.rawValue])).isEmpty
    }

    package func hasGames(_ tenant: Tenant, from source: String) async throws -> Bool {
        try await database.read(DemoStore.hasGames(.id(tenant.id), .text(source))).one
    }

    /// New games if it is time for them, with bets of the demo's people, and the results that are due.
    package func supply(_ tenant: Tenant, _ kind: DemoKind, at now: Timestamp) async throws {
        try await database.transaction { transaction in
            switch kind {
            case .football:
                let run = DemoRun(tenant: tenant, now: now, transaction: transaction)
                try await run.addWeek()
                try await run.finish()
            case .soccer: try await DemoCupRun(tenant: tenant, now: now, transaction: transaction).supply()
            }
        }
    }

    /// The cups of a file: what is over since a week, with bets that are settled by the worker, and what is to come.
    package func start(_ tenant: Tenant, with cups: OddsFile, at now: Timestamp) async throws {
        try await database.transaction { transaction in
            try await DemoCupRun(tenant: tenant, now: now, transaction: transaction).start(with: cups)
        }
    }

    /// The first two weeks: one that is over, with bets that are settled by the worker, and one to bet on.
    package func start(_ tenant: Tenant, with week: DemoWeek, at now: Timestamp) async throws {
        try await database.transaction { transaction in
            let run = DemoRun(tenant: tenant, now: now, transaction: transaction)
            try await run.start(with: week)
            try await run.finish()
        }
    }
}

/// What a demo tenant is about. It is known by a tournament that is written together with the demo's people.
package enum DemoKind: CaseIterable, Sendable {
    /// Weeks of the NFL, each made from the one before.
    case football
    /// Cups and leagues whose matchdays are played over and over.
    case soccer

    var tournament: (id: String, name: String, sport: String) {
        switch self {
        case .football: (DemoWeek.tournamentID, DemoWeek.tournamentName, NFLFile.sport)
        case .soccer: (DemoCup.all[0].id, DemoCup.all[0].name, MadeUpGame.soccer)
        }
    }

    func marked(_ tenants: [Int64]) -> RowQuery<Int64> {
        DemoStore.marked(.integers(tenants), .text(DemoWeek.source), .text(tournament.id))
    }
}

/// One transaction of the demo.
private struct DemoRun {
    let tenant: Tenant
    let now: Timestamp
    let transaction: Transaction

    private var work: TenantTransaction { TenantTransaction(tenant.id, at: now, transaction) }
    private static let source = Parameter.text(DemoWeek.source)

    func start(with template: DemoWeek) async throws {
        guard let week = try await next(after: template, atLeast: .min),
            let past = try await moved(template, by: week.weeks - template.weeks - 1)
        else { return }
        // No one can bet on a game that has started, so the past week is played once more in the future first.
        try await write(past.tournament(withResultsAt: nil, delay: 14 * 86_400))
        if let first = past.games.first {
            let dayBefore = first.startsAt.adding(seconds: -86_400)
            try await DemoBets(tenant: tenant, transaction: transaction)
                .place(on: past.externalIDs, at: dayBefore)
        }
        try await write(past.tournament(withResultsAt: now))
        try await add(week)
    }

    /// Each week follows from the one before, so a demo that was off for a month goes on with the present week.
    func addWeek() async throws {
        let rows = try await work.read(DemoStore.lastWeek(.id(tenant.id), Self.source))
        guard let last = DemoWeek(try rows.trees), !last.isAhead(of: now),
            let week = try await next(after: last, atLeast: 1)
        else { return }
        try await add(week)
    }

    func finish() async throws {
        let rows = try await work.read(
            DemoStore.over(.id(tenant.id), Self.source, .time(now.adding(seconds: -DemoWeek.duration)))
        )
        let trees = try rows.trees
        guard !trees.isEmpty else { return }
        // Games of several weeks, each with its own number.
        let weeks = Dictionary(grouping: trees) { $0.event.externalID?.split(separator: "@").last }
        for trees in weeks.values {
            guard let week = DemoWeek(trees) else { continue }
            try await write(week.tournament(withResultsAt: now))
        }
    }

    /// The present week, or the next if no game of this one is ahead.
    ///
    /// - Parameter least: by how many weeks it is later than `last` at least. `nil` if there is no such week.
    private func next(after last: DemoWeek, atLeast least: Int) async throws -> DemoWeek? {
        guard let first = last.games.first else { return nil }
        let days = try await work.read(
            DemoStore.days(.texts([first.startsAt.description, now.description]))
        ).all.compactMap { FileTime.day($0) }
        guard days.count == 2 else { return nil }
        let present = DemoCalendar.weeks(
            from: DemoCalendar.thursday(ofWeekWith: days[0]),
            to: DemoCalendar.thursday(ofWeekWith: days[1])
        )
        for count in [present, present + 1] where count >= least {
            if let week = try await moved(last, by: count), week.isAhead(of: now) { return week }
        }
        return nil
    }

    /// At the same days of the week and times of day in New York.
    private func moved(_ week: DemoWeek, by count: Int) async throws -> DemoWeek? {
        guard let first = week.games.first else { return nil }
        let days = try await work.read(DemoStore.days(.texts([first.startsAt.description]))).all
        guard let day = days.first.flatMap({ FileTime.day($0) }) else { return nil }
        let kickOffs = week.games.map { KickOff.moment($0.startsAt.milliseconds / 1_000, zone: NFLFile.zone) }
        let resolved = try await KickOffStore.resolve(
            kickOffs,
            movingTo: day.adding(days: 7 * count),
            in: work
        )
        return week.moved(by: count, to: resolved.seconds)
    }

    /// Writes a week, and the bets on what is ahead if it is new.
    private func add(_ week: DemoWeek) async throws {
        let counts = try await write(week.tournament(withResultsAt: nil))
        guard counts.created > 0 else { return }
        let ahead = week.games.filter { $0.isAhead(of: now) }.map(week.externalID)
        try await DemoBets(tenant: tenant, transaction: transaction).place(on: ahead, at: now)
    }

    @discardableResult
    private func write(_ tournament: SourceTournament) async throws -> ImportCounts {
        try await TreeImport.apply([tournament], from: DemoWeek.source, in: work)
    }
}
