internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Finds people and wagers by regular expression.
struct SearchService: Sendable {
    private let searches: LimitedSearch

    init(_ searches: LimitedSearch) { self.searches = searches }

    func people(_ expression: String, _ page: Page, in session: Session) async throws -> [Person] {
        try await run(SearchStore.people, expression, page, session).map { $0.person(in: session.tenant) }
    }

    func wagers(_ expression: String, _ page: Page, in session: Session) async throws -> [Wager] {
        try await run(SearchStore.wagers, expression, page, session)
            .map { $0.resource(at: session.now, in: session.tenant) }
    }

    private func run<Row>(
        _ statement: RowStatement<Row>,
        _ expression: String,
        _ page: Page,
        _ session: Session
    ) async throws -> [Row] {
        let tenant = Parameter.id(session.tenant.id)
        return try await searches.run(in: session) {
            do {
                let (_, rows) = try await session.readWithinLimit(
                    SearchStore.check(tenant, .text(expression)),
                    statement(
                        tenant,
                        .text(expression),
                        .integer(page.after?.first ?? .max),
                        .integer(page.fetchLimit)
                    )
                )
                return try rows.all
            } catch DatabaseError.statement(let failure) where failure.sqlState == .invalidRegularExpression {
                let lengths = try await session.readWithinLimit(
                    SearchStore.validLength(tenant, .text(expression))
                )
                throw SearchError.invalidExpression(
                    position: try lengths.first ?? 0,
                    reason: failure.message
                )
            }
        }
    }
}
