public import ParlayAPI

extension Parlay {
    /// Search for people and wagers.
    public var search: Search { Search(engine: engine) }

    /// See `Parlay.search`.
    public struct Search: Sendable {
        let engine: Engine
    }
}

extension Parlay.Search {
    /// People by username, first and last name.
    ///
    /// - Parameter expression: a regular expression of PostgreSQL's, regardless of case, 1–100 characters; most words
    ///     find themselves. If it is not valid, the problem is `invalid_expression`, and
    ///     `ParlayError.expressionPosition` says where it goes wrong; when it takes too long, `search_too_broad`.
    public func people(_ expression: String) -> Listing<Person> {
        search(.people, expression)
    }

    /// Wagers that the caller may see, by name and description.
    ///
    /// - Parameter expression: as for people.
    public func wagers(_ expression: String) -> Listing<Wager> {
        search(.wagers, expression)
    }

    private func search<Item>(_ subject: SearchCalls.Subject, _ expression: String) -> Listing<Item> {
        let call = Call(SearchCalls.search).asking(SearchCalls.subject, subject.rawValue)
            .asking(SearchCalls.expression, expression)
        return Listing(Call(call, as: ListPage<Item>.self), of: engine)
    }

    /// An expression that finds exactly this text, for people who type text instead of expressions.
    public static func literally(_ text: String) -> String {
        String(text.flatMap { #"\^$.|?*+()[]{}"#.contains($0) ? [#"\"#, $0] : [$0] })
    }
}

extension ParlayError {
    /// How many characters of the expression are valid; `nil` for problems other than `invalid_expression`.
    public var expressionPosition: Int? {
        guard case .integer(let position)? = problem?.extensions["position"] else { return nil }
        return Int(position)
    }
}
