internal import Database
package import ParlayAPI
internal import Tenancy

/// Writes what a source says into the tree, and says it twice without changing anything.
package struct TreeImport {
    /// Events that are written in one round trip.
    private static let batch = 500

    private let source: String
    private let work: TenantTransaction
    /// How long after an event's first result the source may correct it, in seconds; `nil` for always.
    private let correctionLimit: Int64?
    private var counts = ImportCounts(created: 0, updated: 0, unchanged: 0)
    private var results: [EnteredResult] = []

    /// A result that is entered when everything else is written.
    private struct EnteredResult {
        let event: EventID
        let result: ResultService.Result
        /// Whether the event is among those that were updated.
        let isCounted: Bool
    }

    /// Writes tournaments with their events, all within one transaction.
    ///
    /// - Parameters:
    ///   - source: `nfl` or `feed:12`: ids of different sources have nothing to do with each other.
    ///   - correctionLimit: how long after an event's first result the source may correct it, in seconds; `nil` for
    ///     always.
    ///   - progress: called with the number of events that are written.
    /// - Returns: how many tournaments, events, markets and outcomes were created, updated and left as they were.
    package static func apply(
        _ tournaments: [SourceTournament],
        from source: String,
        in work: TenantTransaction,
        correctionLimit: Int64? = nil,
        progress: (Int) -> Void = { _ in }
    ) async throws -> ImportCounts {
        var run = TreeImport(source: source, work: work, correctionLimit: correctionLimit)
        _ = try await work.read(TreeImportStore.lock(.id(work.tenant), .text(source)))
        var done = 0
        for tournament in tournaments {
            let id = try await run.tournament(tournament)
            var rest = tournament.events[...]
            while !rest.isEmpty {
                try await run.write(Array(rest.prefix(batch)), in: id)
                done += min(batch, rest.count)
                rest = rest.dropFirst(batch)
                progress(done)
            }
        }
        try await run.enterResults()
        return run.counts
    }

    private init(source: String, work: TenantTransaction, correctionLimit: Int64?) {
        self.source = source
        self.work = work
        self.correctionLimit = correctionLimit
    }

    private mutating func tournament(_ tournament: SourceTournament) async throws -> TournamentID {
        let found = TreeImportStore.findTournament(
            .id(work.tenant),
            .text(source),
            .text(tournament.externalID)
        )
        guard let old = try await work.read(found).first else {
            counts.created += 1
            return try await work.read(
                TreeImportStore.createTournament(
                    .id(work.tenant),
                    .text(source),
                    .text(tournament.externalID),
                    .text(tournament.sport),
                    .text(tournament.name),
                    .text(tournament.season)
                )
            ).one.id
        }
        if (old.sport, old.name, old.season) == (tournament.sport, tournament.name, tournament.season) {
            counts.unchanged += 1
        } else {
            counts.updated += 1
            _ = try await work.read(
                TreeStore.updateTournament(
                    .id(work.tenant),
                    .id(old.id),
                    .text(tournament.sport),
                    .text(tournament.name),
                    .text(tournament.season),
                    .text(old.iconURL),
                    .text(old.status.rawValue)
                )
            )
        }
        return old.id
    }

    // MARK: Events

    private mutating func write(_ events: [SourceEvent], in tournament: TournamentID) async throws {
        let known = try await work.read(
            TreeImportStore.findEvents(
                .id(work.tenant),
                .text(source),
                .texts(events.map(\.externalID))
            )
        ).trees
        let trees = Dictionary(
            known.map { ($0.event.externalID ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
        try await create(events.filter { trees[$0.externalID] == nil }, in: tournament)
        try await update(
            events.compactMap { event in trees[event.externalID].map { ($0, event) } }
        )
    }

    private mutating func create(_ events: [SourceEvent], in tournament: TournamentID) async throws {
        guard !events.isEmpty else { return }
        let created = try await work.read(
            TreeImportStore.createEvents(
                .id(work.tenant),
                .text(source),
                .time(work.now),
                .integers(events.map { _ in tournament.rawValue }),
                .texts(events.map(\.externalID)),
                .texts(events.map(\.home)),
                .texts(events.map(\.away)),
                .texts(events.map(\.startsAt.description)),
                .integers(events.map(\.week)),
                .texts(events.map(\.status.rawValue)),
                .integers(events.map(\.shownScore?.home)),
                .integers(events.map(\.shownScore?.away))
            )
        ).all
        counts.created += created.count
        let ids = Dictionary(created.map { ($0.externalID, $0.id) }, uniquingKeysWith: { first, _ in first })
        try await create(
            events.flatMap { event in
                event.markets.compactMap { market in ids[event.externalID].map { ($0, event, market) } }
            }
        )
    }

    private mutating func create(_ markets: [(event: EventID, SourceEvent, market: SourceMarket)])
        async throws
    {
        guard !markets.isEmpty else { return }
        let created = try await work.read(
            TreeImportStore.createMarkets(
                .id(work.tenant),
                .integers(markets.map(\.event.rawValue)),
                .texts(markets.map(\.market.kind.rawValue)),
                .integers(markets.map(\.market.line?.quarters)),
                .texts(markets.map { $0.1.marketStatus.rawValue }),
                .texts(markets.map { $0.1.marketStatus == .void ? MarketHolder.event.rawValue : nil }),
                .texts(markets.map(\.market.origin.rawValue))
            )
        ).all
        let ids = Dictionary(created.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
        var rows: [(market: MarketID, side: OutcomeSide, name: String, price: AmericanPrice, OutcomeStatus)] =
            []
        for (id, event, market) in markets {
            guard let row = ids[MarketKey(event: id, kind: market.kind, line: market.line)] else { continue }
            for side in market.kind.sides {
                guard let price = market.prices[side] else { continue }
                let name = side.name(home: event.home, away: event.away, line: market.line)
                rows.append((row, side, name, price, event.outcomeStatus(of: side, in: market)))
            }
        }
        try await work.run(
            TreeImportStore.createOutcomes(
                .id(work.tenant),
                .integers(rows.map(\.market.rawValue)),
                .texts(rows.map(\.side.rawValue)),
                .texts(rows.map(\.name)),
                .integers(rows.map { Int64($0.price.rawValue) }),
                .texts(rows.map { $0.4.rawValue })
            )
        )
        counts.created += created.count + rows.count
    }

    private mutating func update(_ pairs: [(tree: EventTree, source: SourceEvent)]) async throws {
        guard !pairs.isEmpty else { return }
        let withBets = try await marketsWithBets(pairs)
        var diffs: [(tree: EventTree, source: SourceEvent, diff: EventDiff)] = []
        for (tree, source) in pairs {
            diffs.append((tree, source, EventDiff(tree, source) { withBets.contains($0) }))
        }
        let markets = diffs.flatMap { entry in
            entry.diff.markets.map { ($0, entry.diff.lines[$0.id] ?? $0.line) }
        }
        let outcomes = diffs.flatMap(\.diff.outcomes)
        let events = diffs.compactMap(\.diff.event)
        var queries: [Query] = []
        if !events.isEmpty { queries.append(update(events)) }
        if !markets.isEmpty {
            queries.append(
                TreeImportStore.updateMarkets(
                    .id(work.tenant),
                    .integers(markets.map(\.0.id.rawValue)),
                    .integers(markets.map { $0.1?.quarters }),
                    .texts(markets.map(\.0.status.rawValue)),
                    .texts(markets.map(\.0.holder?.rawValue)),
                    .texts(markets.map(\.0.prices.rawValue))
                )
            )
        }
        if !outcomes.isEmpty {
            queries.append(
                TreeImportStore.updateOutcomes(
                    .id(work.tenant),
                    .integers(outcomes.map(\.id.rawValue)),
                    .texts(outcomes.map(\.name)),
                    .integers(outcomes.map { Int64($0.price.rawValue) })
                )
            )
        }
        if !queries.isEmpty { try await work.run(queries) }
        try await create(
            diffs.flatMap { entry in entry.diff.newMarkets.map { (entry.tree.event.id, entry.source, $0) } }
        )
        for entry in diffs { note(entry.tree, entry.diff) }
    }

    private func update(_ events: [EventRow]) -> Query {
        TreeImportStore.updateEvents(
            .id(work.tenant),
            .time(work.now),
            .integers(events.map(\.id.rawValue)),
            .texts(events.map(\.home)),
            .texts(events.map(\.away)),
            .texts(events.map(\.startsAt.description)),
            .integers(events.map(\.week)),
            .texts(events.map(\.status.rawValue)),
            .integers(events.map(\.score?.home)),
            .integers(events.map(\.score?.away))
        )
    }

    /// Markets whose line may have to move, and that have bets.
    private func marketsWithBets(_ pairs: [(tree: EventTree, source: SourceEvent)]) async throws -> Set<
        MarketID
    > {
        let asked = pairs.flatMap { pair in
            pair.tree.markets.map(\.market).filter { market in
                market.status == .open
                    && pair.source.markets.contains { $0.kind == market.kind && $0.line != market.line }
            }
        }
        guard !asked.isEmpty else { return [] }
        let query = TreeImportStore.withBets(.id(work.tenant), .integers(asked.map(\.id.rawValue)))
        return Set(try await work.read(query).all)
    }

    /// Counts what has changed about an event, and keeps its result for later.
    private mutating func note(_ tree: EventTree, _ diff: EventDiff) {
        let outcomes = Set(diff.outcomes.map(\.id))
        let markets = Set(diff.markets.map(\.id))
        let changed = markets.count + outcomes.count + (diff.event != nil ? 1 : 0)
        counts.updated += changed
        counts.unchanged += tree.markets.flatMap(\.outcomes).count + tree.markets.count + 1 - changed
        guard let result = diff.result, maySettle(tree.event) else { return }
        results.append(EnteredResult(event: tree.event.id, result: result, isCounted: diff.event != nil))
    }

    private func maySettle(_ event: EventRow) -> Bool {
        guard let limit = correctionLimit, let first = event.firstResultAt else { return true }
        return work.now < first.adding(seconds: limit)
    }

    /// Last of all and many at a time: bets on these events wait from here to the end of the transaction. The events are
    /// locked in the order of their ids, as bets lock them, and read again: what was written above belongs to them.
    private mutating func enterResults() async throws {
        var rest = results.sorted { $0.event.rawValue < $1.event.rawValue }[...]
        while !rest.isEmpty {
            let batch = Dictionary(rest.prefix(Self.batch).map { ($0.event, $0) }) { first, _ in first }
            rest = rest.dropFirst(Self.batch)
            let ids = Parameter.integers(batch.keys.map(\.rawValue))
            let (_, lines) = try await work.read(
                TreeImportStore.lockEvents(.id(work.tenant), ids),
                TreeStore.eventsByID(.id(work.tenant), ids)
            )
            let decided = try lines.trees.compactMap { tree in batch[tree.event.id].map { (tree, $0.result) }
            }
            let changed = try await ResultService(work).enter(decided)
            let uncounted = changed.count { batch[$0]?.isCounted == false }
            counts.updated += uncounted
            counts.unchanged -= uncounted
        }
    }
}

extension SourceEvent {
    /// The score that a new event gets.
    fileprivate var shownScore: Score? { status == .final || status == .live ? score : nil }

    fileprivate var marketStatus: MarketStatus {
        switch status {
        case .final: .settled
        case .cancelled: .void
        case .scheduled, .live, .postponed: .open
        }
    }

    fileprivate func outcomeStatus(of side: OutcomeSide, in market: SourceMarket) -> OutcomeStatus {
        switch status {
        case .final:
            score.flatMap { market.kind.rule.result(of: side, line: market.line, score: $0) } ?? .active
        case .cancelled: .void
        case .scheduled, .live, .postponed: .active
        }
    }
}
