/// The lists of wagers: the feed, and a person's.
package enum WagerFeedCalls {
    package static let status = QueryField.choices(
        "status",
        of: WagerStatus.self,
        "Only wagers in these states."
    )

    package static let feed = Endpoint<Void, Never, ListPage<Wager>>(.get, "wagers")
        .positioned
        .module(.wagers).keys(.readWagers).titled("List wagers").named("listWagers")
        .explained(
            """
            Open wagers that you may see, newest first. Without filters in the query, your saved `feed_filters` \
            apply, unless `filters=none`. With `near`, each wager has its `distance_km`, and wagers without a place \
            are left out.
            """
        )
        .query(
            FeedQuery.friends,
            FeedQuery.status,
            FeedQuery.category,
            FeedQuery.around,
            FeedQuery.radius,
            FeedQuery.sort
        )
        .query(FeedQuery.lowest, FeedQuery.highest, FeedQuery.mine, FeedQuery.saved).paged.answering(200)

    package static let addressed = Endpoint<Void, Never, ListPage<Wager>>(.get, "wagers/addressed")
        .module(.wagers).titled("List wagers that are offered to you alone").named("listAddressedWagers")
        .explained("Open wagers with the audience `account` that you can take or decline, newest first.")
        .paged.answering(200)

    package static let ofPerson = Endpoint<Int64, Never, ListPage<Wager>>(.get, "profiles/{id:id}/wagers")
        .module(.wagers).titled("List a person's wagers").named("listWagersOfPerson")
        .explained("Wagers the person posed or took, as far as you can see them, newest first.")
        .path("id", "The account's id.")
        .query(Self.status).paged.answering(200)
        .refusing(404, "not_found", "There is no such person, or the person has blocked you.")
}

/// What the feed can be filtered and sorted by.
package enum FeedQuery {
    package enum Sort: String, CaseIterable, Sendable { case newest, distance }
    package enum Saved: String, CaseIterable, Sendable { case none }

    package static let cents = 1...100_000_000

    package static let friends = QueryField.boolean("friends", "Only wagers posed by your friends.")
    package static let status = QueryField.choices(
        "status",
        of: WagerStatus.self,
        "Only wagers in these states; `open` by default, and all with `mine`."
    )
    package static let category = QueryField.texts("category", 1...50, "Only these categories.")
    package static let around = QueryField.place("near", "Only wagers around this point: `51.5074,-0.1278`.")
    package static let radius = QueryField.number(
        "radius_km",
        0.1...500,
        "The radius around `near` in kilometres; 25 by default."
    )
    package static let lowest = QueryField.integer("min_cents", cents, "The minimum amount, in cents.")
    package static let highest = QueryField.integer("max_cents", cents, "The maximum amount, in cents.")
    package static let mine = QueryField.boolean("mine", "Only wagers you posed or took.")
    package static let sort = QueryField.choice(
        "sort",
        of: Sort.self,
        "`distance` lists the nearest first and requires `near`."
    )
    package static let saved = QueryField.choice(
        "filters",
        of: Saved.self,
        "`none` ignores your saved filters."
    )
}
