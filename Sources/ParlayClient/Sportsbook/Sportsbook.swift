public import Foundation
public import ParlayAPI

extension Parlay {
    /// Games to bet on with paper money: the tree of tournaments, events, markets and outcomes.
    public var sportsbook: Sportsbook { Sportsbook(engine: engine) }

    /// See `Parlay.sportsbook`.
    public struct Sportsbook: Sendable {
        let engine: Engine

        /// A week of a season.
        public enum Week: Hashable, Sendable {
            case number(Int)
            /// The week that is being played, or starts within seven days.
            case current
        }
    }
}

extension Parlay.Sportsbook {
    /// The newest first.
    ///
    /// - Parameter status: only those in this state.
    public func tournaments(_ status: TournamentStatus? = nil) -> Listing<Tournament> {
        Listing(Call(TreeCalls.tournaments).asking(TreeCalls.status, status?.rawValue), of: engine)
    }

    /// If there is none, the problem is `not_found`.
    public func tournament(_ id: Tournament.ID) async throws(ParlayError) -> Tournament {
        try await engine.value(Call(TreeCalls.tournament, at: id))
    }

    /// Events with their markets and outcomes, the earliest first.
    ///
    ///     for try await event in parlay.sportsbook.events(week: .current) { … }
    ///
    /// - Parameters:
    ///   - week: only those of this week of their tournament.
    ///   - tournament: only those of this tournament.
    ///   - from: only those that start at this time or later.
    ///   - to: only those that start before this time.
    ///   - statuses: only those in these states; empty for all.
    public func events(
        week: Week? = nil,
        tournament: Tournament.ID? = nil,
        from: Date? = nil,
        to: Date? = nil,
        statuses: Set<EventStatus> = []
    ) -> Listing<SportsEvent> {
        let text: String? =
            switch week {
            case .number(let number)?: String(number)
            case .current?: "current"
            case nil: nil
            }
        let call = Call(TreeCalls.events).asking(TreeCalls.week, text)
            .asking(TreeCalls.inTournament, tournament.map { String($0) })
            .asking(TreeCalls.from, from.map { Timestamp($0).description })
            .asking(TreeCalls.to, to.map { Timestamp($0).description })
            .asking(TreeCalls.eventStatus, anyOf: statuses.map(\.rawValue))
        return Listing(call, of: engine)
    }

    /// With its markets and outcomes. If there is none, the problem is `not_found`.
    public func event(_ id: SportsEvent.ID) async throws(ParlayError) -> SportsEvent {
        try await engine.value(Call(TreeCalls.event, at: id))
    }

    /// With its outcomes. If there is none, the problem is `not_found`.
    public func market(_ id: Market.ID) async throws(ParlayError) -> Market {
        try await engine.value(Call(TreeCalls.market, at: id))
    }

    /// With its price now. If there is none, the problem is `not_found`.
    public func outcome(_ id: Outcome.ID) async throws(ParlayError) -> Outcome {
        try await engine.value(Call(TreeCalls.outcome, at: id))
    }

    /// People by profit, the highest first.
    ///
    /// - Parameters:
    ///   - tournament: only bets on its events count.
    ///   - from: only bets settled at this time or later count.
    ///   - friends: only the caller and the caller's friends, ranked among themselves.
    public func leaderboard(
        tournament: Tournament.ID? = nil,
        from: Date? = nil,
        friends: Bool = false
    ) -> Listing<LeaderboardEntry> {
        let call = Call(BetCalls.leaderboard)
            .asking(BetCalls.tournament, tournament.map { String($0) })
            .asking(BetCalls.from, from.map { Timestamp($0).description })
            .asking(BetCalls.friends, if: friends)
        return Listing(call, of: engine)
    }
}

// MARK: - The whole tree

extension Parlay.Sportsbook {
    /// All open tournaments with their events, markets and outcomes, as one document. `live()` keeps it up to date. Where
    /// the sportsbook is public, this needs no sign-in.
    public func tree() async throws(ParlayError) -> SportsbookTree {
        try await engine.value(Call(LiveCalls.tree))
    }

    /// A secret that opens one stream within a minute, for a web page, whose sockets cannot send a token:
    /// `new WebSocket(".../live/?ticket=" + ticket)`. `live()` needs none.
    public func liveTicket() async throws(ParlayError) -> LiveTicket {
        try await engine.value(Call(LiveCalls.createTicket))
    }
}

extension SportsEvent {
    /// Whether the server can take a bet on the outcome, so that an app knows which buttons to show. The server
    /// decides: it may know more than this copy of the event.
    public func takesBets(on outcome: Outcome.ID, at time: Date = Date()) -> Bool {
        guard status == .scheduled, time < startsAt.date else { return false }
        return markets.contains { market in
            market.status == .open
                && market.outcomes.contains { $0.id == outcome && $0.status == .active }
        }
    }
}
