/// The search by regular expression.
package enum SearchCalls {
    package enum Subject: String, CaseIterable, Sendable { case people, wagers }

    package static let subject = QueryField.choice(
        "in",
        of: Subject.self,
        "What to search: people or wagers."
    )
    .required("Send in=people or in=wagers.")
    package static let expression = QueryField.text("q", 1...100, "The regular expression.")
        .required("Send the expression to search for.")

    package static let search = Endpoint<Void, Never, ListPage<JSONValue>>(.get, "search")
        .module(.wagers).titled("Search people or wagers").named("search")
        .explained(
            """
            By a regular expression (PostgreSQL's), in any case: over the names of people, or the name and description of \
            wagers that you may see. The newest first. A search may take 250 ms; three or more letters in a row \
            make it fast.
            """
        )
        .query(Self.subject, Self.expression).paged
        .answering(200, Self.answer, "People with `in=people`, wagers with `in=wagers`.")
        .refusing(
            400,
            "invalid_expression",
            "The expression is invalid; its first `position` characters are valid."
        )
        .refusing(400, "search_too_broad", "The search took too long.")

    /// Items are persons or wagers.
    private static var answer: RouteDescription.Content {
        let wager = Wager.fields
        let person = Person.fields.filter { field in !wager.contains { $0.name == field.name } }
        let members = (person + wager).map { field in
            var member = field
            member.isRequired = field.name == "id"
            return member
        }
        return .object(
            name: "SearchResults",
            [
                .member("items", .list(.member("", .object(members))), "People or wagers."),
                .member("next_cursor", .text, "For `cursor`; `null` on the last page.", isNullable: true),
            ],
            example: [
                "items": [
                    ["id": 12, "username": "dora", "first_name": "Dora", "last_name": "Weiss", "photo": nil]
                ], "next_cursor": nil,
            ]
        )
    }
}
