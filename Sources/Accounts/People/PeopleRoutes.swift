internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The search for people by what they are called.
package struct PeopleRoutes: Sendable {
    private let people: PeopleService

    /// - Parameter limiter: decides which searches run at once.
    package init(_ limiter: FairLimiter) { people = PeopleService(LimitedSearch(limiter)) }

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
        let found = try await people.find(query, page, in: call.session)
        return try await call.list(found, page) { [found[$0].id] }
    }
}
