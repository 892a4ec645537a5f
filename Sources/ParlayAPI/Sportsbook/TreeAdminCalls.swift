/// The calls of admins that create and edit the tree.
package enum TreeAdminCalls {
    package static let createTournament = Endpoint<Void, TournamentDraft, Tournament>(
        .post,
        "admin/tournaments"
    )
    .module(.sportsbook).access(.role(.admin)).keys(.writeEvents).titled("Create a tournament").named(
        "createTournament"
    )
    .taking(example: ["sport": "american_football", "name": "NFL", "season": "2026"]).answering(201)

    package static let tournament = Endpoint<Int64, Never, Tournament>(.get, "admin/tournaments/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.readEvents).titled("Show a tournament")
        .path("id", "The tournament's id.").answering(200)

    package static let updateTournament = Endpoint<Int64, TournamentUpdate, Tournament>(
        .patch,
        "admin/tournaments/{id:id}"
    )
    .module(.sportsbook).access(.role(.admin))
    .keys(.writeEvents).titled("Change a tournament").named("updateTournament").path(
        "id",
        "The tournament's id."
    )
    .explained("A closed tournament takes no bets.")
    .taking(mode: .merge, example: ["status": "closed"]).answering(200)

    package static let deleteTournament = Endpoint<Int64, Never, Void>(.delete, "admin/tournaments/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeEvents).titled("Delete a tournament").named("deleteTournament").path(
            "id",
            "The tournament's id."
        )
        .irreversible("Deletes the tournament with its events.")
        .answering(204)
        .refusing(409, "has_bets", "There are bets on its events.")

    package static let createEvent = Endpoint<Void, EventDraft, SportsEvent>(.post, "admin/events")
        .module(.sportsbook).access(.role(.admin)).keys(.writeEvents).titled("Create an event").named(
            "createEvent"
        )
        .taking(example: [
            "tournament_id": 1, "home": "Kansas City Chiefs", "away": "Buffalo Bills",
            "starts_at": "2026-12-06T18:00:00Z", "week": 13,
        ])
        .answering(201, example: SportsEvent.scheduled)

    package static let event = Endpoint<Int64, Never, SportsEvent>(.get, "admin/events/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.readEvents).titled("Show an event with its odds")
        .path("id", "The event's id.").answering(200)

    package static let updateEvent = Endpoint<Int64, EventUpdate, SportsEvent>(.patch, "admin/events/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeEvents).titled("Change an event, or enter its result").named("updateEvent").path(
            "id",
            "The event's id."
        )
        .explained(
            """
            The status `final` with both scores is the result: outcomes are graded immediately, and bets are settled by the \
            worker. Other scores later are a correction. `live` with both scores is a running score, which settles \
            nothing. `cancelled` pays all stakes back.
            """
        )
        .taking(mode: .merge, example: ["status": "final", "home_score": 27, "away_score": 20])
        .answering(200)
        .refusing(409, "event_state", "The event has a result or is cancelled.")

    package static let deleteEvent = Endpoint<Int64, Never, Void>(.delete, "admin/events/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeEvents).titled("Delete an event").named("deleteEvent").path("id", "The event's id.")
        .irreversible("Deletes the event with its markets.")
        .answering(204)
        .refusing(409, "has_bets", "There are bets on it. Cancel it instead.")

    package static let createMarket = Endpoint<Void, MarketDraft, Market>(.post, "admin/markets")
        .module(.sportsbook).access(.role(.admin)).keys(.writeEvents).titled("Create a market").named(
            "createMarket"
        )
        .taking(example: [
            "event_id": 1, "kind": "spread", "line": -3,
            "outcomes": [["side": "home", "price": "-110"], ["side": "away", "price": "-110"]],
        ])
        .answering(201, example: Market.open)
        .refusing(409, "market_exists", "The event has a market of this kind with this line.")
        .refusing(409, "event_state", "The event has a result or is cancelled.")

    package static let market = Endpoint<Int64, Never, Market>(.get, "admin/markets/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.readEvents).titled("Show a market")
        .path("id", "The market's id.").answering(200)

    package static let updateMarket = Endpoint<Int64, MarketUpdate, Market>(.patch, "admin/markets/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeEvents).titled("Suspend, open, void or move a market").named("updateMarket")
        .path("id", "The market's id.").explained("`void` pays the stakes back, and cannot be undone.")
        .taking(mode: .merge, example: ["status": "suspended"]).answering(200, example: Market.open)
        .refusing(409, "has_bets", "The line of a market with bets cannot change.")
        .refusing(409, "market_exists", "The event has a market of this kind with that line.")
        .refusing(409, "market_state", "The market is settled or void.")
        .refusing(409, "event_state", "The event has a result or is cancelled.")

    package static let deleteMarket = Endpoint<Int64, Never, Void>(.delete, "admin/markets/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeEvents).titled("Delete a market").named("deleteMarket").path("id", "The market's id.")
        .irreversible("Deletes the market.")
        .answering(204)
        .refusing(409, "has_bets", "There are bets on it. Void it instead.")

    package static let outcome = Endpoint<Int64, Never, Outcome>(.get, "admin/outcomes/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.readEvents).titled("Show an outcome")
        .path("id", "The outcome's id.").answering(200)

    package static let updateOutcome = Endpoint<Int64, OutcomeUpdate, Outcome>(
        .patch,
        "admin/outcomes/{id:id}"
    )
    .module(.sportsbook).access(.role(.admin))
    .keys(.writeEvents).titled("Move a price, or suspend an outcome").named("updateOutcome")
    .path("id", "The outcome's id.").explained("Bets that are placed keep their price.")
    .taking(mode: .merge, example: ["price": "+120"]).answering(200, example: Outcome.repriced)
    .refusing(409, "market_state", "The market is settled or void.")
}
