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
        Listing("tournaments/", query: status.map { [("status", $0.rawValue)] } ?? [], of: engine)
    }

    /// If there is none, the problem is `not_found`.
    public func tournament(_ id: Tournament.ID) async throws(ParlayError) -> Tournament {
        try await engine.value(.get("tournaments/\(id)/"))
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
    public func events(
        week: Week? = nil,
        tournament: Tournament.ID? = nil,
        from: Date? = nil,
        to: Date? = nil
    ) -> Listing<SportsEvent> {
        var query: [(name: String, value: String)] = []
        switch week {
        case .number(let number)?: query.append(("week", String(number)))
        case .current?: query.append(("week", "current"))
        case nil: break
        }
        if let tournament { query.append(("tournament", String(tournament))) }
        if let from { query.append(("from", Timestamp(from).description)) }
        if let to { query.append(("to", Timestamp(to).description)) }
        return Listing("events/", query: query, of: engine)
    }

    /// With its markets and outcomes. If there is none, the problem is `not_found`.
    public func event(_ id: SportsEvent.ID) async throws(ParlayError) -> SportsEvent {
        try await engine.value(.get("events/\(id)/"))
    }

    /// With its outcomes. If there is none, the problem is `not_found`.
    public func market(_ id: Market.ID) async throws(ParlayError) -> Market {
        try await engine.value(.get("markets/\(id)/"))
    }

    /// With its price now. If there is none, the problem is `not_found`.
    public func outcome(_ id: Outcome.ID) async throws(ParlayError) -> Outcome {
        try await engine.value(.get("outcomes/\(id)/"))
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
        var query: [(name: String, value: String)] = []
        if let tournament { query.append(("tournament", String(tournament))) }
        if let from { query.append(("from", Timestamp(from).description)) }
        if friends { query.append(("friends", "true")) }
        return Listing("leaderboard/", query: query, of: engine)
    }
}

// MARK: - The whole tree

extension Parlay.Sportsbook {
    /// All open tournaments with their events, markets and outcomes, as one document. `live()` keeps it up to date. Where
    /// the sportsbook is public, this needs no sign-in.
    public func tree() async throws(ParlayError) -> SportsbookTree {
        try await engine.value(Call.get("sportsbook/").openWhereAllowed)
    }

    /// A secret that opens one stream within a minute, for a web page, whose sockets cannot send a token:
    /// `new WebSocket(".../live/?ticket=" + ticket)`. `live()` needs none.
    public func liveTicket() async throws(ParlayError) -> LiveTicket {
        try await engine.value(.post("live/tickets/"))
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
