/// The calls about wishlists.
package enum WishlistCalls {
    package static let list = Endpoint<Void, Never, ListPage<Wish>>(.get, "wishlist")
        .positioned
        .module(.shelf).titled("List the games you wish for").named("listWishlist")
        .explained("The latest additions come first.").paged.answering(200)

    package static let add = Endpoint<Int64, Never, Void>(.put, "wishlist/{id:id}")
        .module(.shelf).titled("Wish for a game").named("addToWishlist").path("id", "The game's id.")
        .explained("Takes no body. Doing it again changes nothing.").answering(204)
        .refusing(409, "already_on_shelf", "The game is on your shelf.")

    package static let remove = Endpoint<Int64, Never, Void>(.delete, "wishlist/{id:id}")
        .module(.shelf)
        .titled("Take a game off your wishlist").named("removeFromWishlist").path("id", "The game's id.")
        .answering(204)
}
