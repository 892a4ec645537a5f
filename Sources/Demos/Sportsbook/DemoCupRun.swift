internal import Database
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// One transaction of the demo with cups.
struct DemoCupRun {
    let tenant: Tenant
    let now: Timestamp
    let transaction: Transaction

    private static let source = Parameter.text(DemoWeek.source)
    private static let day: Int64 = 86_400

    private var work: TenantTransaction { TenantTransaction(tenant.id, at: now, transaction) }

    /// Moves the file's games to the present week, as the importer does, and those that are over on to their next time.
    func start(with file: OddsFile) async throws {
        let today = CivilDateTime(secondsSinceEpoch: now.milliseconds / 1_000)
        let monday = DemoCalendar.monday(ofWeekWith: today)
        var coming: [(cup: DemoCup, games: [DemoCup.Game])] = []
        var past: [(cup: DemoCup, games: [DemoCup.Game])] = []
        for cup in DemoCup.all {
            let games = try await move(cup.games(in: file), of: cup, to: monday)
            let next = games.map { cup.moved($0, by: cup.periods(from: $0, to: now)) }
            coming.append((cup, try await timed(next, games, cup)))
            let before = try await timed(next.map { cup.moved($0, by: -1) }, games, cup)
            past.append((cup, before.filter(isOver)))
        }
        try await play(past)
        for (cup, games) in coming { try await write(cup.tournament(games)) }
        try await bet()
    }

    /// Adds the next repetition of each game that has begun, and results.
    func supply() async throws {
        _ = try await work.read(TreeImportStore.lock(.id(tenant.id), Self.source))
        let latest = try await work.read(DemoStore.latest(.id(tenant.id), Self.source)).all
        for cup in DemoCup.all {
            let begun = latest.compactMap { $0.tournament == cup.id ? cup.game($0.event) : nil }
                .filter { $0.startsAt <= now }
            guard !begun.isEmpty else { continue }
            let next = begun.map { cup.moved($0, by: max(1, cup.periods(from: $0, to: now))) }
            try await write(cup.tournament(try await timed(next, begun, cup)))
        }
        try await finish()
        try await bet()
    }

    // MARK: Times

    private func move(_ games: [DemoCup.Game], of cup: DemoCup, to day: CivilDateTime) async throws
        -> [DemoCup.Game]
    {
        let kickOffs = games.map { KickOff.moment($0.startsAt.milliseconds / 1_000, zone: cup.zone) }
        let resolved = try await KickOffStore.resolve(kickOffs, movingTo: day, in: work)
        return zip(games, resolved.seconds).map { game, second in
            var moved = game
            moved.startsAt = Timestamp(milliseconds: second * 1_000)
            moved.weeks = resolved.weeks ?? 0
            return moved
        }
    }

    /// Gives games that were moved from `others` their kick-offs.
    private func timed(_ games: [DemoCup.Game], _ others: [DemoCup.Game], _ cup: DemoCup) async throws
        -> [DemoCup.Game]
    {
        let query = KickOffStore.moved(
            .integers(others.map { $0.startsAt.milliseconds / 1_000 }),
            .texts(others.map { _ in cup.zone }),
            .integers(zip(games, others).map { Int64($0.weeks - $1.weeks) })
        )
        return zip(games, try await work.read(query).all).map { game, second in
            var timed = game
            timed.startsAt = Timestamp(milliseconds: second * 1_000)
            return timed
        }
    }

    private func isOver(_ game: DemoCup.Game) -> Bool {
        game.startsAt > now.adding(seconds: -7 * Self.day)
            && game.startsAt.adding(seconds: DemoCup.duration) <= now
    }

    // MARK: Games

    /// No one can bet on a game that has started, so past ones are in the future first.
    private func play(_ past: [(cup: DemoCup, games: [DemoCup.Game])]) async throws {
        let games = past.flatMap(\.games).sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
        guard let first = games.first else { return }
        for (cup, games) in past { try await write(cup.tournament(games, delay: 14 * Self.day)) }
        try await DemoBets(tenant: tenant, transaction: transaction)
            .place(on: games.map(\.externalID), at: first.startsAt.adding(seconds: -Self.day))
        for (cup, games) in past { try await write(cup.tournament(games, hasResults: true)) }
    }

    private func write(_ tournament: SourceTournament) async throws {
        _ = try await TreeImport.apply([tournament], from: DemoWeek.source, in: work)
    }

    /// Ends games that no one else has ended.
    private func finish() async throws {
        let overdue = DemoStore.over(
            .id(tenant.id),
            Self.source,
            .time(now.adding(seconds: -DemoCup.duration))
        )
        for tree in try await work.read(overdue).trees {
            let (_, lines) = try await work.read(
                TreeStore.lockEvent(.id(tenant.id), .id(tree.event.id)),
                TreeStore.event(.id(tenant.id), .id(tree.event.id))
            )
            guard let tree = try lines.trees.first, !tree.event.isDecided, let id = tree.event.externalID
            else { continue }
            let result = MadeUpGame(id, sport: MadeUpGame.soccer).result
            try await ResultService(work).finish(tree, result)
        }
    }

    /// Once a day, on the games of the next three days.
    private func bet() async throws {
        let (haveBet, coming) = try await work.read(
            DemoStore.haveBet(
                .id(tenant.id),
                .texts(DemoBets.usernames),
                .time(now.adding(seconds: -Self.day))
            ),
            DemoStore.startingBetween(
                .id(tenant.id),
                Self.source,
                .time(now.adding(seconds: 600)),
                .time(now.adding(seconds: 3 * Self.day))
            )
        )
        guard try !haveBet.one else { return }
        try await DemoBets(tenant: tenant, transaction: transaction).place(on: try coming.all, at: now)
    }
}
