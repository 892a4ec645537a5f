public import Foundation
public import ParlayAPI

extension Parlay.Administration {
    /// The tree, results and wallets of the sportsbook.
    public var sportsbook: Parlay.SportsbookAdministration {
        Parlay.SportsbookAdministration(engine: engine)
    }
}

extension Parlay {
    /// See `Parlay.Administration.sportsbook`.
    public struct SportsbookAdministration: Sendable {
        let engine: Engine

        /// A file of odds.
        public enum OddsFormat: Sendable {
            /// NFL games as nflverse publishes them.
            case csv
            /// A tree of tournaments, events and markets.
            case json
        }
    }
}

// MARK: - Tournaments and events

extension Parlay.SportsbookAdministration {
    /// Adds a tournament without events.
    @discardableResult
    public func add(_ tournament: TournamentDraft) async throws(ParlayError) -> Versioned<Tournament> {
        try await engine.versioned(Call(TreeAdminCalls.createTournament, tournament))
    }

    /// A tournament with the version that `ifUnchanged` takes.
    public func tournament(_ id: Tournament.ID) async throws(ParlayError) -> Versioned<Tournament> {
        try await engine.versioned(Call(TreeAdminCalls.tournament, at: id))
    }

    /// Changes some fields of a tournament, or closes it.
    @discardableResult
    public func update(
        tournament id: Tournament.ID,
        ifUnchanged version: Versioned<Tournament>? = nil,
        _ change: @Sendable (inout TournamentUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Tournament> {
        var update = TournamentUpdate()
        change(&update)
        return try await engine.versioned(
            Call(TreeAdminCalls.updateTournament, at: id, update, ifMatch: version?.version)
        )
    }

    /// Only without bets on its events.
    public func remove(tournament id: Tournament.ID) async throws(ParlayError) {
        try await engine.send(Call(TreeAdminCalls.deleteTournament, at: id))
    }

    /// Adds an event without markets.
    @discardableResult
    public func add(_ event: EventDraft) async throws(ParlayError) -> Versioned<SportsEvent> {
        try await engine.versioned(Call(TreeAdminCalls.createEvent, event))
    }

    /// An event with the version that `ifUnchanged` takes.
    public func event(_ id: SportsEvent.ID) async throws(ParlayError) -> Versioned<SportsEvent> {
        try await engine.versioned(Call(TreeAdminCalls.event, at: id))
    }

    /// Changes some fields of an event, or its state: `cancelled` pays the stakes back.
    @discardableResult
    public func update(
        event id: SportsEvent.ID,
        ifUnchanged version: Versioned<SportsEvent>? = nil,
        _ change: @Sendable (inout EventUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<SportsEvent> {
        var update = EventUpdate()
        change(&update)
        return try await engine.versioned(
            Call(TreeAdminCalls.updateEvent, at: id, update, ifMatch: version?.version)
        )
    }

    /// Enters the result of an event, which settles its bets within seconds. Entered again with other scores, it is a
    /// correction: what was paid wrongly is taken back.
    @discardableResult
    public func enterResult(of id: SportsEvent.ID, home: Int, away: Int) async throws(ParlayError)
        -> Versioned<SportsEvent>
    {
        try await engine.versioned(
            Call(TreeAdminCalls.updateEvent, at: id, EventUpdate.result(home: home, away: away))
        )
    }

    /// What a result, or a correction, would pay. Nothing is written.
    public func previewResult(of id: SportsEvent.ID, home: Int, away: Int) async throws(ParlayError)
        -> ResultPreview
    {
        try await engine.value(
            Call(BetAdminCalls.preview, at: id)
                .asking(BetAdminCalls.decision, BetAdminCalls.Decision.final.rawValue)
                .asking(BetAdminCalls.homeScore, String(home)).asking(BetAdminCalls.awayScore, String(away))
        )
    }

    /// What cancelling an event would pay back. Nothing is written.
    public func previewCancellation(of id: SportsEvent.ID) async throws(ParlayError) -> ResultPreview {
        try await engine.value(
            Call(BetAdminCalls.preview, at: id)
                .asking(BetAdminCalls.decision, BetAdminCalls.Decision.cancelled.rawValue)
        )
    }

    /// What making a market void would pay back. Nothing is written.
    public func previewVoid(of market: Market.ID, on id: SportsEvent.ID) async throws(ParlayError)
        -> ResultPreview
    {
        try await engine.value(
            Call(BetAdminCalls.preview, at: id)
                .asking(BetAdminCalls.decision, BetAdminCalls.Decision.void.rawValue)
                .asking(BetAdminCalls.market, String(market))
        )
    }

    /// Enters the score of a game that is being played, which settles nothing.
    @discardableResult
    public func enterRunningScore(of id: SportsEvent.ID, home: Int, away: Int) async throws(ParlayError)
        -> Versioned<SportsEvent>
    {
        let update = EventUpdate.runningScore(home: home, away: away)
        return try await engine.versioned(Call(TreeAdminCalls.updateEvent, at: id, update))
    }

    /// All people's bets with a leg on an event, the latest first.
    public func bets(on id: SportsEvent.ID) -> Listing<PlacedBet> {
        Listing(Call(Call(BetAdminCalls.bets, at: id), as: ListPage<PlacedBet>.self), of: engine)
    }

    /// What all open bets on an event stake and may pay, for each outcome that has any.
    public func exposure(of id: SportsEvent.ID) async throws(ParlayError) -> [OutcomeExposure] {
        try await engine.value(Call(BetAdminCalls.bets, at: id).page(after: nil, limit: 1)).exposure
    }

    /// Only without bets.
    public func remove(event id: SportsEvent.ID) async throws(ParlayError) {
        try await engine.send(Call(TreeAdminCalls.deleteEvent, at: id))
    }
}

// MARK: - Markets and prices

extension Parlay.SportsbookAdministration {
    /// Opens a market with an outcome for each side.
    ///
    ///     let market = MarketDraft(
    ///         eventID: event.id, kind: .spread, line: MarketLine(-3.5),
    ///         outcomes: [OutcomeDraft(side: .home, price: .assumed), OutcomeDraft(side: .away, price: .assumed)]
    ///     )
    @discardableResult
    public func add(_ market: MarketDraft) async throws(ParlayError) -> Versioned<Market> {
        try await engine.versioned(Call(TreeAdminCalls.createMarket, market))
    }

    /// A market with the version that `ifUnchanged` takes.
    public func market(_ id: Market.ID) async throws(ParlayError) -> Versioned<Market> {
        try await engine.versioned(Call(TreeAdminCalls.market, at: id))
    }

    /// Suspends, reopens or voids a market, or moves its line while there are no bets.
    @discardableResult
    public func update(
        market id: Market.ID,
        ifUnchanged version: Versioned<Market>? = nil,
        _ change: @Sendable (inout MarketUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Market> {
        var update = MarketUpdate()
        change(&update)
        return try await engine.versioned(
            Call(TreeAdminCalls.updateMarket, at: id, update, ifMatch: version?.version)
        )
    }

    /// Only without bets.
    public func remove(market id: Market.ID) async throws(ParlayError) {
        try await engine.send(Call(TreeAdminCalls.deleteMarket, at: id))
    }

    /// An outcome with the version that `ifUnchanged` takes.
    public func outcome(_ id: Outcome.ID) async throws(ParlayError) -> Versioned<Outcome> {
        try await engine.versioned(Call(TreeAdminCalls.outcome, at: id))
    }

    /// Moves a price, or suspends one side. Bets that were placed keep their price.
    @discardableResult
    public func update(
        outcome id: Outcome.ID,
        ifUnchanged version: Versioned<Outcome>? = nil,
        _ change: @Sendable (inout OutcomeUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Outcome> {
        var update = OutcomeUpdate()
        change(&update)
        return try await engine.versioned(
            Call(TreeAdminCalls.updateOutcome, at: id, update, ifMatch: version?.version)
        )
    }

    /// Imports a file of odds, as a whole or not at all: a wrong line is an error at `lines.<number>`.
    ///
    /// - Parameters:
    ///   - file: up to 16 MiB.
    ///   - season: only its lines.
    ///   - week: only its lines.
    ///   - moveTo: such as `2026-09-10`: moves all games by whole weeks, so that the first one is then, or up to six
    ///     days later.
    ///   - withResults: whether games that were moved keep their scores.
    @discardableResult
    public func importOdds(
        _ file: Data,
        as format: OddsFormat,
        season: String? = nil,
        week: Int? = nil,
        moveTo: String? = nil,
        withResults: Bool = false
    ) async throws(ParlayError) -> ImportCounts {
        let type = format == .csv ? "text/csv" : "application/json"
        return try await engine.value(
            Call(OddsImportCalls.importFile, raw: file, contentType: type)
                .asking(OddsImportCalls.season, season)
                .asking(OddsImportCalls.week, week.map { String($0) })
                .asking(OddsImportCalls.moveTo, moveTo)
                .asking(OddsImportCalls.results, if: withResults)
        )
    }
}

// MARK: - Wallets

extension Parlay.SportsbookAdministration {
    /// Anyone's paper money.
    public func wallet(of account: Profile.ID) async throws(ParlayError) -> Wallet {
        try await engine.value(Call(BetAdminCalls.showWallet, at: account))
    }

    /// Every change of someone's balance, the latest first.
    public func entries(of account: Profile.ID) -> Listing<WalletEntry> {
        Listing(Call(BetAdminCalls.entries, at: account), of: engine)
    }

    /// Someone's bets, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func bets(of account: Profile.ID, in statuses: Set<BetStatus> = []) -> Listing<Bet> {
        Listing(
            Call(BetAdminCalls.betsOf, at: account).asking(BetCalls.status, anyOf: statuses.map(\.rawValue)),
            of: engine
        )
    }

    /// Gives an account paper money.
    ///
    /// - Parameter reason: 1–200 characters, for the audit log.
    @discardableResult
    public func grant(_ amountCents: Int64, to account: Profile.ID, reason: String) async throws(ParlayError)
        -> Wallet
    {
        let grant = WalletGrant(amountCents: amountCents, reason: reason)
        return try await engine.value(Call(BetAdminCalls.grant, at: account, grant))
    }
}

// MARK: - Feeds

extension Parlay.SportsbookAdministration {
    /// Where games, odds and scores are read from, with the state of each.
    public func feeds() -> Listing<OddsFeed> { Listing(Call(OddsFeedCalls.list), of: engine) }

    /// One of them. If there is none, the problem is `not_found`.
    public func feed(_ id: OddsFeed.ID) async throws(ParlayError) -> OddsFeed {
        try await engine.value(Call(OddsFeedCalls.show, at: id))
    }

    /// The worker reads it within a minute, then on its schedule.
    @discardableResult
    public func add(_ feed: OddsFeedDraft) async throws(ParlayError) -> OddsFeed {
        try await engine.value(Call(OddsFeedCalls.create, feed))
    }

    /// Reads a source once, without storing anything: what it would import, and what is wrong.
    public func preview(_ feed: FeedPreviewDraft) async throws(ParlayError) -> FeedPreview {
        try await engine.value(Call(OddsFeedCalls.preview, feed))
    }

    /// Changes some fields. Options are replaced as a whole; a key cannot be read back.
    @discardableResult
    public func update(feed id: OddsFeed.ID, _ change: @Sendable (inout OddsFeedUpdate) -> Void)
        async throws(ParlayError) -> OddsFeed
    {
        var update = OddsFeedUpdate()
        change(&update)
        return try await engine.value(Call(OddsFeedCalls.change, at: id, update))
    }

    /// Asks the worker to read it now, which it does within seconds. A feed that is off is refused with `feed_disabled`.
    @discardableResult
    public func run(feed id: OddsFeed.ID) async throws(ParlayError) -> OddsFeed {
        try await engine.value(Call(OddsFeedCalls.run, at: id))
    }

    /// Its games stay, and their open markets are suspended.
    public func remove(feed id: OddsFeed.ID) async throws(ParlayError) {
        try await engine.send(Call(OddsFeedCalls.delete, at: id))
    }
}
