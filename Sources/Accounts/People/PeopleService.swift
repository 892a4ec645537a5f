internal import Database
internal import ParlayAPI
internal import Tenancy

/// Finds people by what they are called.
struct PeopleService: Sendable {
    private let searches: LimitedSearch

    init(_ searches: LimitedSearch) { self.searches = searches }

    func find(_ query: PeopleQuery, _ page: Page, in session: Session) async throws -> [Person] {
        try await searches.run(in: session) {
            try await session.readWithinLimit(
                PeopleStore.named(
                    .id(session.tenant.id),
                    .texts(query.patterns),
                    .integer(page.after?.first ?? .max),
                    .integer(page.fetchLimit)
                )
            ).map { $0.person(in: session.tenant) }
        }
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
