internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The shelves of all people who show them.
struct ShelvesRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(ShelvesCalls.list, handler: list)
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let ofFriends = try call.query[ShelvesCalls.friends]
        let page = try call.page(filters: [(ShelvesCalls.friends.name, ofFriends ? "true" : nil)], keys: 2)
        let shelves = try await ShelfService(call.session).shelves(page, ofFriends: ofFriends)
        return try await call.list(shelves, page) {
            [shelves[$0].updatedAt.milliseconds, shelves[$0].person.id]
        }
    }
}
