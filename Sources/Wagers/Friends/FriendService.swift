internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of friendships: one asks, the other accepts, and either ends it.
struct FriendService: Sendable {
    let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: Tenant { session.tenant }

    /// - Parameter after: milliseconds and the id of the last person of the page before.
    func friends(after: [Int64]?, limit: Int, states: [Friend.State]?) async throws -> [Friend] {
        let query = FriendStore.page(
            .id(tenant.id),
            .time(after.map { Timestamp(milliseconds: $0[0]) }),
            .integer(after?.last),
            states.map { .texts($0.map(\.rawValue)) } ?? .null,
            .integer(limit)
        )
        return try await session.read(query)[0].map { row throws(DatabaseError) in
            try Friend(row, in: tenant)
        }
    }

    /// Asks a person, or accepts when they have asked.
    func ask(_ username: String) async throws -> Friend {
        // Usernames are ASCII; the database's lower() makes some of other letters.
        guard username.utf8.allSatisfy({ $0 < 0x80 }) else { throw FriendError.personNotFound }
        let results: [ResultSet]
        do {
            results = try await session.write(
                FriendStore.lockNamed(.id(tenant.id), .text(username)),
                FriendStore.ask(username, in: tenant.id, now: session.now)
            )
        } catch let error as DatabaseError where error.constraint == "friendships_blocked_check" {
            // One of the two has just been deleted.
            throw FriendError.personNotFound
        }
        guard let row = results[1].first else { throw FriendError.personNotFound }
        if try await session.principal().accountID == row.id(0) { throw FriendError.oneself }
        let friend = try Friend(row, in: tenant)
        if try row.boolean(8) { return friend }
        throw friend.state == .friend ? FriendError.alreadyFriends : .alreadyAsked
    }

    func accept(_ other: AccountID) async throws -> Friend {
        let results = try await session.write(
            FriendStore.lock(.id(tenant.id), .id(other)),
            FriendStore.accept(other, in: tenant.id, now: session.now)
        )
        guard let row = results[1].first else { throw FriendError.notAsked(other) }
        return try Friend(row, in: tenant)
    }

    /// Withdraws, refuses or removes.
    func remove(_ other: AccountID) async throws {
        let results = try await session.write(
            FriendStore.lock(.id(tenant.id), .id(other)),
            FriendStore.remove(.id(tenant.id), .id(other))
        )
        guard results[1].affectedRows > 0 else { throw FriendError.notOne(other) }
    }
}
