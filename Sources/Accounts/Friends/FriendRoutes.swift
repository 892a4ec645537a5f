internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Friends and requests, seen from both sides.
package struct FriendRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(FriendCalls.list, handler: list),
            TenantRoute(FriendCalls.ask, handler: ask),
            TenantRoute(FriendCalls.accept, handler: accept),
            TenantRoute(FriendCalls.remove, handler: remove),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let states = try call.query[FriendCalls.state]
        let filter = states.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(filters: [(FriendCalls.state.name, filter)], keys: 2)
        let friends = try await FriendService(call.session).friends(
            after: page.after,
            limit: page.fetchLimit,
            states: states
        )
        return try await call.list(friends, page) {
            [friends[$0].since.milliseconds, friends[$0].person.id]
        }
    }

    private func ask(_ call: Call) async throws -> Response {
        let request: FriendRequest = try call.decode()
        let friend = try await FriendService(call.session).ask(request.username)
        return .json(friend, status: friend.state == .friend ? 200 : 201)
    }

    private func accept(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: AccountID.self)
        return try await call.changeUntagged { .json(try await FriendService(call.session).accept(id)) }
    }

    private func remove(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: AccountID.self)
        try await call.changeUntagged { try await FriendService(call.session).remove(id) }
        return .noContent
    }
}
