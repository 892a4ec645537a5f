/// The calls about the games that come first in lists.
package enum FeaturedCalls {
    package static let show = Endpoint<Void, Never, FeaturedGames>(.get, "admin/featured-games")
        .module(.shelf).access(.role(.admin)).keys(.readShelf).titled("List the featured games").named(
            "getFeaturedGames"
        )
        .explained("In the order in which `GET /games/?featured=true` shows them.").answering(200)

    package static let replace = Endpoint<Void, FeaturedGames, FeaturedGames>(.put, "admin/featured-games")
        .module(.shelf).access(.role(.admin))
        .keys(.writeShelf).titled("Replace the featured games").named("replaceFeaturedGames")
        .explained(
            "At most 50. They come first in lists with `featured=true`, if they match the filters."
        )
        .taking(example: ["game_ids": [1942, 1416]]).answering(200)
}
