/// The calls of admins about feeds.
package enum OddsFeedCalls {
    private static let example: JSONValue = [
        "source": "odds_api", "name": "NFL", "key": "0123456789abcdef",
        "options": ["sport": "americanfootball_nfl", "regions": "us", "bookmaker": "draftkings"],
    ]

    package static let list = Endpoint<Void, Never, ListPage<OddsFeed>>(.get, "admin/feeds")
        .module(.sportsbook).access(.role(.admin)).keys(.readSportsbook).titled("List feeds")
        .explained("With the state of each. Keys are never shown.").paged.answering(200)

    package static let create = Endpoint<Void, OddsFeedDraft, OddsFeed>(.post, "admin/feeds")
        .module(.sportsbook).access(.role(.admin)).keys(.writeSportsbook).titled("Create a feed")
        .explained(
            "The worker reads it within a minute, and then on its schedule. The options of The Odds API need `sport` and `regions`,"
                + " those of a page `tournament` and `sport`; others that are absent take their defaults."
        )
        .taking(example: Self.example).answering(201)
        .refusing(409, "feed_limit", "The tenant already has 20 feeds.")

    package static let show = Endpoint<Int64, Never, OddsFeed>(.get, "admin/feeds/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.readSportsbook).titled("Show a feed")
        .path("id", "The feed's id.").answering(200)

    package static let change = Endpoint<Int64, OddsFeedUpdate, OddsFeed>(.patch, "admin/feeds/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.writeSportsbook).titled("Change a feed")
        .path("id", "The feed's id.")
        .explained("Can also turn it off and on. `options` replaces all options.")
        .taking(mode: .merge, example: ["schedule": "*/15 * * * *"]).answering(200)

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "admin/feeds/{id:id}")
        .module(.sportsbook).access(.role(.admin)).keys(.writeSportsbook).titled("Delete a feed")
        .path("id", "The feed's id.").explained("Its games stay, and their open markets are suspended.")
        .irreversible("Deletes the feed and its key.")
        .answering(204)

    package static let run = Endpoint<Int64, Never, OddsFeed>(.post, "admin/feeds/{id:id}/run")
        .module(.sportsbook).access(.role(.admin)).keys(.writeSportsbook)
        .titled("Read a feed now").named("runFeed")
        .path("id", "The feed's id.")
        .explained("The worker reads it in the next seconds; the answer does not wait for that.")
        .answering(200)
        .refusing(409, "feed_disabled", "The feed is off.")

    package static let preview = Endpoint<Void, FeedPreviewDraft, FeedPreview>(.post, "admin/feeds/preview")
        .module(.sportsbook).access(.role(.admin)).keys(.writeSportsbook).titled("Preview a feed").named(
            "previewFeed"
        )
        .explained(
            """
            Reads the source now, as the worker would, and stores nothing. `games` are those that would be imported, \
            `problems` says in sentences what is wrong. Of The Odds API this is one request for odds.
            """
        )
        .taking(example: [
            "source": "html", "url": "https://odds.example.org/nfl",
            "options": ["tournament": "NFL 2026", "sport": "american_football"],
        ])
        .answering(200)
}
