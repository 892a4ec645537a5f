internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The shelves of all people who show them.
struct ShelvesRoutes: Sendable {
    private static let friends = QueryField.boolean("friends", "Only the shelves of your friends.")
        .defaulting(to: false)

    var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "shelves",
                "List the people who show their shelves",
                module: .shelf,
                handler: list
            )
            .named("listShelves")
            .explained(
                "Shelves with games on them; the one that was updated last comes first. Your own is among them."
            )
            .query(Self.friends).paged
            .answering(200, .page(of: PublicShelf.self))
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let ofFriends = try call.query[Self.friends]
        let page = try call.page(filters: [(Self.friends.name, ofFriends ? "true" : nil)], keys: 2)
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
