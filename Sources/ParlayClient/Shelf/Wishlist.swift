public import ParlayAPI

extension Parlay {
    /// The games that you wish for.
    public var wishlist: Wishlist { Wishlist(engine: engine) }

    /// See `Parlay.wishlist`.
    public struct Wishlist: Sendable {
        let engine: Engine
    }
}

extension Parlay.Wishlist {
    /// The latest additions come first.
    public func games() -> Listing<Wish> { Listing(Call(WishlistCalls.list), of: engine) }

    /// Wishes for a game; doing it again changes nothing. If you have it, the problem is `already_on_shelf`.
    public func add(_ game: Game.ID) async throws(ParlayError) {
        try await engine.send(Call(WishlistCalls.add, at: game))
    }

    /// Takes a game off the wishlist.
    public func remove(_ game: Game.ID) async throws(ParlayError) {
        try await engine.send(Call(WishlistCalls.remove, at: game))
    }
}
