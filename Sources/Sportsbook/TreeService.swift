internal import Administration
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The tree: reads for everybody, and edits by admins. Each edit locks the event, so that neither its result nor a bet
/// interferes.
struct TreeService {
    /// Refuses a row that is not the one that the call means.
    typealias Condition<Row> = (Row) throws -> Void

    let session: Session

    init(_ session: Session) { self.session = session }

    var tenant: TenantID { session.tenant.id }

    // MARK: Tournaments

    func create(_ draft: TournamentDraft) async throws -> TournamentRow {
        try await session.transaction {
            let query = TreeStore.createTournament(
                .id(tenant),
                .text(draft.sport),
                .text(draft.name),
                .text(draft.season),
                .text(draft.iconURL)
            )
            let row = try await session.write(query).one
            try await audit(.tournamentCreate, "tournament", row.id)
            return row
        }
    }

    func update(_ id: TournamentID, _ update: TournamentUpdate, _ condition: Condition<TournamentRow>)
        async throws -> TournamentRow
    {
        try await session.transaction {
            let old = try await tournament(id)
            try condition(old)
            let query = TreeStore.updateTournament(
                .id(tenant),
                .id(id),
                .text(update.sport.applied(to: old.sport)),
                .text(update.name.applied(to: old.name)),
                .text(update.season.applied(to: old.season)),
                .text(update.iconURL.applied(to: old.iconURL)),
                .text(update.status.applied(to: old.status).rawValue)
            )
            let new = try await session.write(query).one
            if new != old { try await audit(.tournamentChange, "tournament", id, new.changes(since: old)) }
            return new
        }
    }

    func delete(_ id: TournamentID, _ condition: Condition<TournamentRow>) async throws {
        try await session.transaction {
            try condition(try await tournament(id))
            try await delete(TreeStore.deleteTournament(.id(tenant), .id(id)), "tournament")
            try await audit(.tournamentDelete, "tournament", id)
        }
    }

    private func tournament(_ id: TournamentID) async throws -> TournamentRow {
        guard let row = try await session.write(TreeStore.lockTournament(.id(tenant), .id(id))).first else {
            throw SportsbookError.notFound("tournament")
        }
        return row
    }

    // MARK: Events

    func create(_ draft: EventDraft) async throws -> EventTree {
        try await session.transaction {
            let query = TreeStore.createEvent(
                .id(tenant),
                .integer(draft.tournamentID),
                .text(draft.home),
                .text(draft.away),
                .time(draft.startsAt),
                .integer(draft.week)
            )
            guard let id = try await session.write(query).first else {
                throw SportsbookError.field(
                    EventDraft.tournamentID.name,
                    FieldRule("tournamentKnown", "There is no such tournament.")
                )
            }
            try await audit(.eventCreate, "event", id)
            return try await event(id)
        }
    }

    func update(_ id: EventID, _ update: EventUpdate, _ condition: Condition<EventTree>) async throws
        -> EventTree
    {
        try await session.transaction {
            let old = try await event(id)
            try condition(old)
            try await edit(old, update)
            try await decide(old, update)
            let new = try await event(id)
            if new != old {
                try await audit(.eventChange, "event", id, new.event.changes(since: old.event))
            }
            return new
        }
    }

    /// Writes everything but a result.
    private func edit(_ old: EventTree, _ update: EventUpdate) async throws {
        var new = old.event
        new.home = update.home.applied(to: new.home)
        new.away = update.away.applied(to: new.away)
        new.startsAt = update.startsAt.applied(to: new.startsAt)
        new.week = update.week.applied(to: new.week)
        guard new.home != new.away else {
            throw SportsbookError.field(
                "away",
                FieldRule("teamsDiffer", "A team does not play against itself.")
            )
        }
        if case .set(let status) = update.status, status != .final, status != .cancelled {
            if old.event.isDecided { throw SportsbookError.eventDecided(old.event.status) }
            new.status = status
            if status != .live {
                new.score = nil
            } else if let score = update.score {
                new.score = score
            }
        }
        guard new != old.event else { return }
        try await session.transaction {
            _ = try await session.write([TreeStore.update(new, in: tenant, at: session.now)])
            let renamed = [(old.event.home, new.home), (old.event.away, new.away)].filter { $0.0 != $0.1 }
            guard !renamed.isEmpty else { return }
            let outcomes = old.markets.flatMap(\.outcomes).compactMap { outcome -> Query? in
                guard let name = renamed.first(where: { $0.0 == outcome.name })?.1 else { return nil }
                return TreeStore.update(outcome, named: name, in: tenant)
            }
            _ = try await session.write(outcomes)
        }
    }

    private func decide(_ old: EventTree, _ update: EventUpdate) async throws {
        let results = ResultService(TenantTransaction(session))
        switch update.status {
        case .set(.final):
            guard let score = update.score else { return }
            try await results.finish(old, score)
        case .set(.cancelled): try await results.cancel(old)
        case .keep, .set: break
        }
    }

    func delete(_ id: EventID, _ condition: Condition<EventTree>) async throws {
        try await session.transaction {
            try condition(try await event(id))
            try await delete(TreeStore.deleteEvent(.id(tenant), .id(id)), "event")
            try await audit(.eventDelete, "event", id)
        }
    }

    /// Locks the event and reads its tree.
    private func event(_ id: EventID) async throws -> EventTree {
        let (_, tree) = try await session.write(
            TreeStore.lockEvent(.id(tenant), .id(id)),
            TreeStore.event(.id(tenant), .id(id))
        )
        guard let tree = try tree.trees.first else { throw SportsbookError.notFound("event") }
        return tree
    }

    // MARK: Markets

    func create(_ draft: MarketDraft) async throws -> MarketTree {
        try await session.transaction {
            let tree: EventTree
            do {
                tree = try await event(EventID(rawValue: draft.eventID))
            } catch SportsbookError.notFound {
                throw SportsbookError.field(
                    MarketDraft.eventID.name,
                    FieldRule("eventKnown", "There is no such event.")
                )
            }
            if tree.event.isDecided { throw SportsbookError.eventDecided(tree.event.status) }
            let query = TreeStore.createMarket(
                .id(tenant),
                .id(tree.event.id),
                .text(draft.kind.rawValue),
                .integer(draft.line?.quarters),
                .text(PriceOrigin.quoted.rawValue)
            )
            guard let id = try await session.write(query).first else { throw SportsbookError.marketExists }
            let outcomes = draft.kind.sides.compactMap { side in
                draft.outcomes.first { $0.side == side }
            }
            let names = outcomes.map {
                $0.name ?? $0.side.name(home: tree.event.home, away: tree.event.away, line: draft.line)
            }
            _ = try await session.write(
                TreeStore.createOutcomes(
                    .id(tenant),
                    .id(id),
                    .texts(outcomes.map(\.side.rawValue)),
                    .texts(names),
                    .integers(outcomes.map { Int64($0.price.rawValue) })
                )
            )
            try await audit(.marketCreate, "market", id)
            return try await market(id).market
        }
    }

    func update(_ id: MarketID, _ update: MarketUpdate, _ condition: Condition<MarketTree>) async throws
        -> MarketTree
    {
        try await session.transaction {
            let (event, old) = try await market(id)
            try condition(old)
            if case .set(let line) = update.line { try await move(old, to: line, in: event) }
            if case .set(let status) = update.status {
                try await set(status, of: try await market(id).market, in: event)
            }
            let new = try await market(id).market
            if new != old {
                try await audit(.marketChange, "market", id, new.market.changes(since: old.market))
            }
            return new
        }
    }

    private func set(_ status: MarketUpdate.Status, of tree: MarketTree, in event: EventTree) async throws {
        let market = tree.market
        guard status.rawValue != market.status.rawValue || market.holder != .admin else { return }
        if market.status == .settled || market.status == .void {
            throw SportsbookError.marketDecided(market.status)
        }
        switch status {
        case .void: try await ResultService(TenantTransaction(session)).void(tree)
        case .open, .suspended:
            if event.event.isDecided { throw SportsbookError.eventDecided(event.event.status) }
            var new = market
            new.status = status == .open ? .open : .suspended
            new.holder = status == .open ? nil : .admin
            _ = try await session.write([TreeStore.update(new, in: tenant)])
        }
    }

    /// Gives a market without bets another line.
    private func move(_ tree: MarketTree, to line: MarketLine, in event: EventTree) async throws {
        let market = tree.market
        guard market.kind.hasLine else {
            throw SportsbookError.field(
                MarketUpdate.line.name,
                FieldRule("noLine", "A \(market.kind.rawValue) has no line.")
            )
        }
        guard market.kind.permits(line) else {
            throw SportsbookError.field(MarketUpdate.line.name, MarketDraft.lineRule(of: market.kind))
        }
        guard line != market.line else { return }
        if market.status == .settled || market.status == .void {
            throw SportsbookError.marketDecided(market.status)
        }
        guard !(try await session.write(TreeStore.marketHasBets(.id(tenant), .id(market.id))).one) else {
            throw SportsbookError.hasBets("market")
        }
        do {
            _ = try await session.write(TreeStore.move(tree, to: line, event.event, in: tenant))
        } catch DatabaseError.statement(let failure) where failure.constraint == "markets_key" {
            throw SportsbookError.marketExists
        }
    }

    func delete(_ id: MarketID, _ condition: Condition<MarketTree>) async throws {
        try await session.transaction {
            try condition(try await market(id).market)
            try await delete(TreeStore.deleteMarket(.id(tenant), .id(id)), "market")
            try await audit(.marketDelete, "market", id)
        }
    }

    private func market(_ id: MarketID) async throws -> (event: EventTree, market: MarketTree) {
        let events = try await session.write(TreeStore.eventOfMarket(.id(tenant), .id(id)))
        guard let event = try events.first else { throw SportsbookError.notFound("market") }
        let tree = try await self.event(event)
        guard let market = tree.markets.first(where: { $0.market.id == id }) else {
            throw SportsbookError.notFound("market")
        }
        return (tree, market)
    }

    // MARK: Outcomes

    func update(
        _ id: OutcomeID,
        _ update: OutcomeUpdate,
        _ condition: Condition<(MarketRow, OutcomeRow)>
    ) async throws -> (MarketRow, OutcomeRow) {
        try await session.transaction {
            let (market, old) = try await outcome(id)
            try condition((market, old))
            var new = old
            new.price = update.price.applied(to: old.price)
            if case .set(let status) = update.status { new.status = status == .active ? .active : .suspended }
            guard new != old else { return (market, old) }
            if market.status == .settled || market.status == .void {
                throw SportsbookError.marketDecided(market.status)
            }
            var queries = [TreeStore.update(new, named: new.name, in: tenant)]
            if new.price != old.price && market.prices != .quoted {
                var quoted = market
                quoted.prices = .quoted
                queries.append(TreeStore.update(quoted, in: tenant))
            }
            _ = try await session.write(queries)
            try await audit(.outcomeChange, "outcome", id, new.changes(since: old))
            return (market, new)
        }
    }

    private func outcome(_ id: OutcomeID) async throws -> (MarketRow, OutcomeRow) {
        let events = try await session.write(TreeStore.eventOfOutcome(.id(tenant), .id(id)))
        guard let event = try events.first else { throw SportsbookError.notFound("outcome") }
        for market in try await self.event(event).markets {
            if let outcome = market.outcomes.first(where: { $0.id == id }) { return (market.market, outcome) }
        }
        throw SportsbookError.notFound("outcome")
    }

    // MARK: Common to them

    private func delete(_ query: Query, _ what: String) async throws {
        do {
            _ = try await session.write([query])
        } catch DatabaseError.statement(let failure)
            where failure.constraint == "bet_legs_event_fkey" || failure.constraint == "bet_legs_outcome_fkey"
        {
            throw SportsbookError.hasBets(what)
        }
    }

    private func audit(
        _ action: AuditAction,
        _ type: String,
        _ id: some RowID,
        _ details: JSONObject = JSONObject()
    ) async throws {
        let entry = AuditDraft(action, details, on: Subject(type: type, id: id.rawValue))
        _ = try await session.write([entry.query(tenant, at: session.now)])
    }
}

extension EventUpdate {
    /// The scores that it sets, if it sets both.
    fileprivate var score: Score? {
        guard case .set(let home) = homeScore, case .set(let away) = awayScore else { return nil }
        return Score(home: home, away: away)
    }
}
