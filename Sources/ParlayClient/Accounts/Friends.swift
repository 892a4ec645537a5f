public import ParlayAPI

extension Parlay {
    /// The caller's friends, and friend requests.
    public var friends: Friends { Friends(engine: engine) }

    /// See `Parlay.friends`.
    public struct Friends: Sendable {
        let engine: Engine
    }
}

extension Parlay.Friends {
    /// The latest change first.
    ///
    /// - Parameter states: only in these states, such as `received` for requests to answer; all if empty.
    public func all(in states: Set<Friend.State> = []) -> Listing<Friend> {
        Listing(Call(FriendCalls.list).asking(FriendCalls.state, anyOf: states.map(\.rawValue)), of: engine)
    }

    /// Sends a friend request; if the person has already asked, this accepts. The problem is `person_not_found`,
    /// `already_asked` or `already_friends`.
    @discardableResult
    public func ask(_ username: String) async throws(ParlayError) -> Friend {
        try await engine.value(Call(FriendCalls.ask, FriendRequest(username: username)))
    }

    /// Accepts a friend request; if there is none, the problem is `not_found`.
    @discardableResult
    public func accept(_ person: Person.ID) async throws(ParlayError) -> Friend {
        try await engine.value(Call(FriendCalls.accept, at: person))
    }

    /// Withdraws your request, refuses the person's, or ends the friendship. The other person is not notified.
    public func remove(_ person: Person.ID) async throws(ParlayError) {
        try await engine.send(Call(FriendCalls.remove, at: person))
    }
}
