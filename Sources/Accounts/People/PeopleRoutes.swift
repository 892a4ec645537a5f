internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The search for people by what they are called.
package struct PeopleRoutes: Sendable {
    private let searches: LimitedSearch

    /// - Parameter limiter: decides which searches run at once.
    package init(_ limiter: FairLimiter) { searches = LimitedSearch(limiter) }

    private static let words = PeopleCalls.words.interpreted("q must contain a letter or a digit.") {
        PeopleQuery($0)
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(PeopleCalls.find, handler: find)
        ]
    }

    private func find(_ call: Call) async throws -> Response {
        let query = try call.query[Self.words]
        let page = try call.page(filters: [(Self.words.name, query.text)], keys: 1)
        let people = try await searches.run(for: call) {
            try await call.session.readWithinLimit(
                PeopleStore.named(
                    .id(call.tenant.id),
                    .texts(query.patterns),
                    .integer(page.after?.first ?? .max),
                    .integer(page.fetchLimit)
                )
            ).map { $0.person(in: call.tenant) }
        }
        return try await call.list(people, page) { [people[$0].id] }
    }
}

/// What to find in people's names.
struct PeopleQuery: Sendable, Equatable {
    let text: String
    /// For PostgreSQL's `like`, one a word; the longest first, which the index is asked for.
    let patterns: [String]

    /// `nil` if the text is blank.
    init?(_ text: String) {
        let words = Set(text.split(whereSeparator: \.isWhitespace))
        guard !words.isEmpty else { return nil }
        self.text = text
        patterns = words.sorted { ($1.count, $0) < ($0.count, $1) }.map(Self.pattern)
    }

    private static func pattern(_ word: Substring) -> String {
        var pattern = "%"
        for character in word {
            if #"\%_"#.contains(character) { pattern.append(#"\"#) }
            pattern.append(character)
        }
        return pattern + "%"
    }
}
