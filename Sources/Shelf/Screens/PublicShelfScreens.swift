internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The people who show their shelves.
    static let shelves = Screen("shelves", "Shelves that people show", module: .shelf, for: .anyone) {
        visit in
        let page = try await visit.read(
            ShelvesCalls.list,
            [("cursor", visit.query("cursor")), ("limit", "30")]
        )
        let rows = page.items.map { shelf in
            let count = visit.text(ShelfText.gamesCount, ["count": .number(Int64(shelf.games))])
            let time = visit.localizer.relative(shelf.updatedAt, to: visit.now)
            return ListRow(
                shelf.person.fullName,
                href: visit.link(visit.personalShelfPath(shelf.person.id)),
                leading: Avatar(shelf.person.fullName, photo: visit.photo(of: shelf.person)).html,
                badge: shelf.person.id == visit.accountID ? "\(Badge(visit.text(ShelfText.you)))" : .none,
                detail: "\(visit.text(ShelfText.updated, ["time": .text(time)]))",
                trailing: "\(count)"
            )
        }
        let empty = EmptyState(.book, visit.text(ShelfText.noShelves), visit.text(ShelfText.noShelvesText))
        return Document(
            visit.text(ShelfText.shelves),
            in: "games",
            """
            \(PageHead(visit.text(ShelfText.shelves), lead: "\(visit.text(ShelfText.shelvesLead))"))
            \(List(rows, label: visit.text(ShelfText.shelves), empty: empty))
            \(visit.pager(page.nextCursor))
            \(visit.isSignedIn ? .none : GuestCard.html(visit, visit.text(ShelfText.guestText)))
            """
        )
    }

    /// A person's shelf, as others see it.
    static let personalShelf = Screen(
        "shelves/{id:id}",
        "A person's shelf",
        module: .shelf,
        for: .anyone
    ) { visit in try await PersonalShelf.document(visit) }
}

private struct PersonalShelf {
    private static let limit = 30

    let visit: Visit
    let id: Int64
    let name: String
    let tab: ShelfTab
    let page: ListPage<ShelfEntry>

    static func document(_ visit: Visit) async throws -> Document {
        let id = try visit.id()
        let tab = ShelfTab(visit.query("status")) ?? .all
        do {
            let page = try await visit.read(
                ShelfCalls.shelf,
                id,
                [("status", tab.filter), ("cursor", visit.query("cursor")), ("limit", "\(limit)")]
            )
            // An empty shelf is in no list.
            let shelves = try await visit.read(ShelvesCalls.list, [("person", "\(id)")])
            let name = shelves.items.first?.person.fullName
            return PersonalShelf(visit: visit, id: id, name: name ?? "", tab: tab, page: page).document
        } catch let error as any ProblemConvertible where error.problem.code == "shelf_private" {
            return isPrivate(visit)
        }
    }

    private static func isPrivate(_ visit: Visit) -> Document {
        var document = Document(
            visit.text(ShelfText.privateShelf),
            in: "games",
            """
            \(PageHead(visit.text(ShelfText.privateShelf)))
            \(EmptyState(
                .lock,
                visit.text(ShelfText.privateShelf),
                visit.text(ShelfText.privateShelfText),
                action: Button(visit.text(ShelfText.shelves), .quiet, .link(visit.link("shelves"))).html
            ))
            """
        )
        document.status = 403
        return document
    }

    private var title: String {
        name.isEmpty ? visit.text(ShelfText.shelves) : visit.text(ShelfText.shelfOf, ["name": .text(name)])
    }

    private var document: Document {
        let tabs = ShelfTab.every.map { tab in
            Tabs.Tab(
                visit.text(tab.text),
                href: visit.link(visit.personalShelfPath(id), [("status", tab.filter)]),
                isCurrent: tab == self.tab
            )
        }
        let empty = EmptyState(.game, visit.text(ShelfText.emptyShelfOf))
        return Document(
            title,
            in: "games",
            """
            \(PageHead(title, back: (visit.text(ShelfText.shelves), visit.link("shelves"))))
            \(visit.isSignedIn ? .none : GuestCard.html(visit, visit.text(ShelfText.guestText)))
            \(Tabs(tabs, label: visit.text(ShelfText.status)))
            \(CoverGrid(page.items.map(item), label: visit.text(tab.text), empty: empty))
            \(Pager(visit, page.nextCursor, query: [("status", tab.filter)]))
            """
        )
    }

    private func item(_ entry: ShelfEntry) -> CoverGrid.Item {
        let rating = entry.userRating.map { visit.stars($0) } ?? .none
        let played = entry.userHours > .zero ? "<span>\(visit.hours(entry.userHours))</span>" as HTML : .none
        return CoverGrid.Item(
            visit.cover(entry.game, badge: tab == .all ? visit.badge(entry.status) : .none),
            href: visit.gameLink(entry.gameID),
            detail: "\(rating)\(played)",
            action: optional(entry.note) { "<p class=\"clamped\">\($0)</p>" },
            id: "game-\(entry.gameID)"
        )
    }
}
