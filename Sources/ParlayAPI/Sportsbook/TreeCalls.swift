/// Reads of the tree by everybody.
package enum TreeCalls {
    package static let week = QueryField<String?>.text(
        "week",
        "Only events of this week of their season; `current` for the week of each tournament's next game. Games without a "
            + "week are in the present ISO week, unless they are American football."
    )
    package static let inTournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only events of these tournaments."
    )
    package static let from = QueryField.time("from", "Only events that start at this time or later.")
    package static let to = QueryField.time("to", "Only events that start before this time.")
    package static let eventStatus = QueryField.choices(
        "status",
        of: EventStatus.self,
        "Only events in these states."
    )
    package static let team = QueryField.text(
        "team",
        1...100,
        "Only events with a team whose name has this text, in any case."
    )
    package static let status = QueryField.choice(
        "status",
        of: TournamentStatus.self,
        "Only tournaments in this state."
    )

    package static let tournaments = Endpoint<Void, Never, ListPage<Tournament>>(.get, "tournaments")
        .module(.sportsbook).keys(.readEvents).titled("List tournaments").named("listTournaments")
        .explained("Newest first.")
        .query(Self.status).paged.answering(200)

    package static let tournament = Endpoint<Int64, Never, Tournament>(.get, "tournaments/{id:id}")
        .module(.sportsbook)
        .keys(.readEvents).titled("Show a tournament").named("getTournament").path(
            "id",
            "The tournament's id."
        )
        .answering(200)

    package static let events = Endpoint<Void, Never, ListPage<SportsEvent>>(.get, "events")
        .module(.sportsbook).keys(.readEvents).titled("List events with their odds").named("listEvents")
        .explained("In the order of their start, each with its markets and outcomes.")
        .query(Self.week, Self.inTournament, Self.from, Self.to, Self.eventStatus).query(Self.team).paged
        .answering(200)

    package static let event = Endpoint<Int64, Never, SportsEvent>(.get, "events/{id:id}")
        .module(.sportsbook)
        .keys(.readEvents).titled("Show an event with its odds").named("getEvent").path(
            "id",
            "The event's id."
        )
        .answering(200)

    package static let market = Endpoint<Int64, Never, Market>(.get, "markets/{id:id}")
        .module(.sportsbook)
        .keys(.readEvents).titled("Show a market").named("getMarket").path("id", "The market's id.")
        .answering(200)

    package static let outcome = Endpoint<Int64, Never, Outcome>(.get, "outcomes/{id:id}")
        .module(.sportsbook)
        .keys(.readEvents).titled("Show an outcome").named("getOutcome").path("id", "The outcome's id.")
        .answering(200)
}
