internal import Accounts
internal import Database
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
        let shelves = try await call.session.read(
            ShelvesStore.page(
                .id(call.tenant.id),
                .laterThan(page.after?.first),
                .integer(page.after?.last ?? .max),
                .integer(page.fetchLimit),
                .boolean(ofFriends)
            )
        ).map { $0.resource(in: call.tenant) }
        return try await call.list(shelves, page) {
            [shelves[$0].updatedAt.milliseconds, shelves[$0].person.id]
        }
    }
}
