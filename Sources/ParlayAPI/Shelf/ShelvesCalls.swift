/// The list of the people who show their shelves.
package enum ShelvesCalls {
    package static let friends = QueryField.boolean("friends", "Only the shelves of your friends.")
        .defaulting(to: false)

    package static let person = QueryField.integer("person", 1...Int.max, "Only the shelf of this person.")

    package static let list = Endpoint<Void, Never, ListPage<PublicShelf>>(.get, "shelves")
        .module(.shelf).access(.tokenUnlessPublic).titled("List the people who show their shelves").named(
            "listShelves"
        )
        .explained(
            """
            Shelves with games on them; the one that was updated last comes first. Your own is among them. Where the tenant has \
            `public_shelves`, no token is needed.
            """
        )
        .query(Self.friends, Self.person).paged.answering(200)
}
