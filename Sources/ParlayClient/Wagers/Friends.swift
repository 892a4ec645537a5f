public import ParlayAPI

extension Parlay {
    /// The caller's friends: who sees the wagers that are for friends.
    public var friends: Friends { Friends(engine: engine) }

    public struct Friends: Sendable {
        let engine: Engine
    }
}

extension Parlay.Friends {
    /// The latest change first.
    ///
    /// - Parameter states: those in one of these, such as `received` for the requests to answer; all when empty.
    public func all(in states: Set<Friend.State> = []) -> Listing<Friend> {
        let filter = states.map(\.rawValue).sorted().joined(separator: ",")
        return Listing("friends/", query: filter.isEmpty ? [] : [("state", filter)], of: engine)
    }

    /// Asks somebody to be a friend; who has asked the caller is one then. The problem is `person_not_found`,
    /// `already_asked` or `already_friends`.
    @discardableResult
    public func ask(_ username: String) async throws(ParlayError) -> Friend {
        try await engine.value(.post("friends/", FriendRequest(username: username)))
    }

    /// Accepts somebody's request; without one the problem is `not_found`.
    @discardableResult
    public func accept(_ person: Person.ID) async throws(ParlayError) -> Friend {
        try await engine.value(.put("friends/\(person)/", repetition: .harmless))
    }

    /// Takes one's own request back, refuses the person's, or ends the friendship. The other is not told.
    public func remove(_ person: Person.ID) async throws(ParlayError) {
        try await engine.send(.delete("friends/\(person)/"))
    }
}
