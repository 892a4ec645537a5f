internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Friends and requests, seen from both sides.
package struct FriendRoutes: Sendable {
    private static let state = QueryField.choices("state", of: Friend.State.self, "Only in these states.")

    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "friends",
                "List friends and requests",
                handler: list
            )
            .named("listFriends")
            .explained("Includes requests that you sent or received. Latest change first.")
            .query(Self.state).paged
            .answering(200, .page(of: Friend.self)),
            TenantRoute(
                .post,
                "friends",
                "Send a friend request",
                body: .json,
                handler: ask
            )
            .named("askFriend")
            .explained("If they already asked you, this accepts.")
            .taking(FriendRequest.self, example: ["username": "dora"])
            .answering(201, .resource(Friend.self), "The request is sent.", example: Friend.asked)
            .answering(200, .resource(Friend.self), "They had already asked you, so you are now friends.")
            .refusing(404, "person_not_found", "There is no person with this username.")
            .refusing(409, "already_asked", "You have already asked this person.")
            .refusing(409, "already_friends", "You are already friends."),
            TenantRoute(
                .put,
                "friends/{id:id}",
                "Accept a friend request",
                handler: accept
            )
            .named("acceptFriend").ofPerson
            .explained("Takes no body.")
            .answering(200, .resource(Friend.self))
            .refusing(404, "not_found", "This person has not asked you."),
            TenantRoute(
                .delete,
                "friends/{id:id}",
                "Remove a friend or a request",
                handler: remove
            )
            .named("removeFriend").ofPerson
            .explained(
                "Ends a friendship, refuses a request, or withdraws your own. The other person is not told."
            )
            .answering(204, .none)
            .refusing(404, "not_found", "There is neither a friendship nor a request."),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let states = try call.query[Self.state]
        let filter = states.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(filters: [(Self.state.name, filter)], keys: 2)
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

extension TenantRoute {
    fileprivate var ofPerson: TenantRoute { path("id", "The other person's account id.") }
}
