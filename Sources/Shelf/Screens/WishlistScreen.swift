internal import Localization
internal import Pages
internal import ParlayAPI

extension Screen {
    /// The games that the person wishes for.
    static let wishlist = Screen(
        "wishlist",
        "Wishlist",
        module: .shelf,
        writes: [
            ScreenWrite(ShelfCalls.add) { _, _ in "wishlist?done=added" },
            ScreenWrite(WishlistCalls.remove) { _, _ in "wishlist?done=unwished" },
        ]
    ) { visit in
        let page = try await visit.read(
            WishlistCalls.list,
            [("cursor", visit.query("cursor")), ("limit", "30")]
        )
        let find = Button(
            visit.text(ShelfText.findGames),
            .primary,
            icon: .search,
            .link(visit.link("games"))
        )
        let empty = EmptyState(
            .heart,
            visit.text(ShelfText.emptyWishlist),
            visit.text(ShelfText.emptyWishlistText),
            action: find.html
        )
        return Document(
            visit.text(ShelfText.wishlist),
            in: "wishlist",
            """
            \(PageHead(visit.text(ShelfText.wishlist)))
            \(ShelfFlash.html(visit))\(ScreenForm(visit, ShelfCalls.add).alert)
            <div class="region" id="wishes" data-subject="game/*">
            \(CoverGrid(page.items.map { item($0, visit) }, label: visit.text(ShelfText.wishlist), empty: empty))
            \(Pager(visit, page.nextCursor, query: []))</div>
            """
        )
    }

    private static func item(_ wish: Wish, _ visit: Visit) -> CoverGrid.Item {
        let add = ScreenForm(visit, ShelfCalls.add)
        let remove = ScreenForm(visit, WishlistCalls.remove, wish.gameID)
        let unwish = Button(visit.text(ShelfText.unwish), .plain, icon: .cross, hidesText: true)
        let addButton = Button(visit.text(ShelfText.add), .quiet, icon: .plus, isWide: true)
        return CoverGrid.Item(
            visit.cover(wish.game),
            href: visit.gameLink(wish.gameID),
            detail: visit.facts(wish.game),
            action: """
                <div class="pair">\(add("\(add.hidden("game_id", "\(wish.gameID)"))\(addButton)", class: "add"))\
                \(remove("\(unwish)", class: "add"))</div>
                """,
            id: "game-\(wish.gameID)"
        )
    }
}
