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
