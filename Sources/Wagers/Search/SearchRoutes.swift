internal import Accounts
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Search by regular expression. An expression can be as expensive as its author likes; see `LimitedSearch`.
package struct SearchRoutes: Sendable {
    private let searches: SearchService

    /// - Parameter limiter: decides which searches run at once.
    package init(_ limiter: FairLimiter) { searches = SearchService(LimitedSearch(limiter)) }

    package var routes: [TenantRoute] {
        [
            TenantRoute(SearchCalls.search, handler: search)
        ]
    }

    private func search(_ call: Call) async throws -> Response {
        let subject = try call.query[SearchCalls.subject]
        let expression = try call.query[SearchCalls.expression]
        let page = try call.page(
            filters: [
                (SearchCalls.subject.name, subject.rawValue), (SearchCalls.expression.name, expression),
            ],
            keys: 1
        )
        switch subject {
        case .people:
            let people = try await searches.people(expression, page, in: call.session)
            return try await call.list(people, page) { [people[$0].id] }
        case .wagers:
            let wagers = try await searches.wagers(expression, page, in: call.session)
            return try await call.list(wagers, page) { [wagers[$0].id] }
        }
    }
}
