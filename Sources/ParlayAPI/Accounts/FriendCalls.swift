/// The calls about friends and requests.
package enum FriendCalls {
    package static let state = QueryField.choices("state", of: Friend.State.self, "Only in these states.")

    package static let list = Endpoint<Void, Never, ListPage<Friend>>(.get, "friends")
        .positioned
        .titled("List friends and requests").named("listFriends")
        .explained("Includes requests that you sent or received. Latest change first.")
        .query(Self.state).paged.answering(200)

    package static let ask = Endpoint<Void, FriendRequest, Friend>(.post, "friends")
        .titled("Send a friend request").named("askFriend")
        .explained("If they already asked you, this accepts.")
        .taking(example: ["username": "dora"])
        .answering(201, "The request is sent.", example: Friend.asked)
        .answering(200, "They had already asked you, so you are now friends.")
        .refusing(404, "person_not_found", "There is no person with this username.")
        .refusing(409, "already_asked", "You have already asked this person.")
        .refusing(409, "already_friends", "You are already friends.")

    package static let accept = Endpoint<Int64, Never, Friend>(.put, "friends/{id:id}")
        .titled("Accept a friend request").named("acceptFriend").ofPerson
        .explained("Takes no body.").answering(200)
        .refusing(404, "not_found", "This person has not asked you.")

    package static let remove = Endpoint<Int64, Never, Void>(.delete, "friends/{id:id}")
        .titled("Remove a friend or a request").named("removeFriend").ofPerson
        .explained(
            "Ends a friendship, refuses a request, or withdraws your own. The other person is not notified."
        )
        .answering(204)
        .refusing(404, "not_found", "There is neither a friendship nor a request.")
}

extension Endpoint {
    fileprivate var ofPerson: Endpoint { path("id", "The other person's account id.") }
}
