/// The lists of genres and platforms.
package enum GroupCalls {
    package static let genres = Endpoint<Void, Never, ListPage<GameGroup>>(.get, "genres")
        .module(.shelf).keys(.readShelf).titled("List the genres of games").named("listGenres")
        .explained("By name. Use these names for `genre` in the list of games.").paged.answering(200)

    package static let platforms = Endpoint<Void, Never, ListPage<GameGroup>>(.get, "platforms")
        .module(.shelf).keys(.readShelf).titled("List the platforms of games").named("listPlatforms")
        .explained("By name. Use these names for `platform` in the list of games.").paged.answering(200)
}
