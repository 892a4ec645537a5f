/// The search for people by what they are called.
package enum PeopleCalls {
    package static let words = QueryField.text("q", 1...100, "Parts of the person's names, between blanks.")
        .required("Send part of a name to search for.")

    package static let find = Endpoint<Void, Never, ListPage<Person>>(.get, "people")
        .titled("Find people by name").named("findPeople")
        .explained(
            """
            Each word of `q` must be part of the username, the first or the last name, in any case. Newest accounts first. \
            It leaves out people who set `searchable` to false, who are suspended or who have blocked you, and people \
            you have blocked. A search may take 250 ms; three or more letters in a row make it fast.
            """
        )
        .query(Self.words).paged.answering(200)
        .refusing(400, "search_too_broad", "The search took too long.")
}
