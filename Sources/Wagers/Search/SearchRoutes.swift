internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Search by regular expression. An expression can be as expensive as its author likes; see `LimitedSearch`.
package struct SearchRoutes: Sendable {
    private let searches: LimitedSearch

    /// - Parameter limiter: decides which searches run at once.
    package init(_ limiter: FairLimiter) { searches = LimitedSearch(limiter) }

    private enum Subject: String, CaseIterable { case people, wagers }

    private static let subject = QueryField.choice(
        "in",
        of: Subject.self,
        "What to search: people or wagers."
    )
    .required("Send in=people or in=wagers.")
    private static let expression = QueryField.text("q", 1...100, "The regular expression.")
        .required("Send the expression to search for.")

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "search", "Search people or wagers", module: .wagers, handler: search)
                .named("search")
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
        ]
    }

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

    private func search(_ call: Call) async throws -> Response {
        let subject = try call.query[Self.subject]
        let expression = try call.query[Self.expression]
        let page = try call.page(
            filters: [(Self.subject.name, subject.rawValue), (Self.expression.name, expression)],
            keys: 1
        )
        switch subject {
        case .people:
            let people = try await run(SearchStore.people, expression, page, call)
                .map { $0.person(in: call.tenant) }
            return try await call.list(people, page) { [people[$0].id] }
        case .wagers:
            let wagers = try await run(SearchStore.wagers, expression, page, call)
            return try await call.list(wagers.map { $0.resource(at: call.now, in: call.tenant) }, page) {
                [wagers[$0].id.rawValue]
            }
        }
    }

    private func run<Row>(
        _ statement: RowStatement<Row>,
        _ expression: String,
        _ page: Page,
        _ call: Call
    ) async throws -> [Row] {
        try await searches.run(for: call) {
            do {
                let (_, rows) = try await call.session.readWithinLimit(
                    SearchStore.check(.id(call.tenant.id), .text(expression)),
                    statement(
                        .id(call.tenant.id),
                        .text(expression),
                        .integer(page.after?.first ?? .max),
                        .integer(page.fetchLimit)
                    )
                )
                return try rows.all
            } catch DatabaseError.statement(let failure) where failure.sqlState == .invalidRegularExpression {
                let query = SearchStore.validLength(.id(call.tenant.id), .text(expression))
                let lengths = try await call.session.readWithinLimit(query)
                throw SearchError.invalidExpression(
                    position: try lengths.first ?? 0,
                    reason: failure.message
                )
            }
        }
    }
}
