internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The shelves of all people who show them.
struct ShelvesRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(ShelvesCalls.list, openWhere: ShelfTenantSettings.publicShelves, handler: list)
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let ofFriends = try call.query[ShelvesCalls.friends]
        let person = try call.query[ShelvesCalls.person].map { AccountID(rawValue: Int64($0)) }
        let page = try call.page(
            filters: [
                (ShelvesCalls.friends.name, ofFriends ? "true" : nil),
                (ShelvesCalls.person.name, person.map { "\($0.rawValue)" }),
            ],
            keys: 2
        )
        let shelves = try await ShelfService(call.session).shelves(page, ofFriends: ofFriends, of: person)
        return try await call.list(shelves, page) {
            [shelves[$0].updatedAt.milliseconds, shelves[$0].person.id]
        }
    }
}
