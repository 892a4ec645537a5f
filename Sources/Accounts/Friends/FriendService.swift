internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of friendships: one asks, the other accepts, and either ends it.
struct FriendService: Sendable {
    let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: Tenant { session.tenant }

    /// - Parameter after: milliseconds and the id of the last person of the previous page.
    func friends(after: [Int64]?, limit: Int, states: [Friend.State]?) async throws -> [Friend] {
        let query = FriendStore.page(
            .id(tenant.id),
            .time(after.map { Timestamp(milliseconds: $0[0]) }),
            .integer(after?.last),
            states.map { .texts($0.map(\.rawValue)) } ?? .null,
            .integer(limit)
        )
        return try await session.read(query).all.map { $0.friend(in: tenant) }
    }

    /// Sends a request, or accepts if the person has already asked.
    func ask(_ username: String) async throws -> Friend {
        // Usernames are ASCII, but the database's lower() turns some other letters into ASCII.
        guard username.utf8.allSatisfy({ $0 < 0x80 }) else { throw FriendError.personNotFound }
        let people: Rows<AskedPerson>
        do {
            (_, people) = try await session.write(
                FriendStore.lockNamed(.id(tenant.id), .text(username)),
                FriendStore.ask(username, in: tenant.id, now: session.now)
            )
        } catch let error as DatabaseError where error.constraint == "friendships_blocked_check" {
            // One of the two was just deleted.
            throw FriendError.personNotFound
        }
        guard let asked = try people.first else { throw FriendError.personNotFound }
        guard let friend = asked.friendship?.friend(asked.person, in: tenant) else {
            throw FriendError.oneself
        }
        if asked.isWritten { return friend }
        throw friend.state == .friend ? FriendError.alreadyFriends : .alreadyAsked
    }

    func accept(_ other: AccountID) async throws -> Friend {
        let (_, accepted) = try await session.write(
            FriendStore.lock(.id(tenant.id), .id(other)),
            FriendStore.accept(other, in: tenant.id, now: session.now)
        )
        guard let row = try accepted.first else { throw FriendError.notAsked(other) }
        return row.friend(in: tenant)
    }

    /// Withdraws, refuses or removes.
    func remove(_ other: AccountID) async throws {
        let (_, removed) = try await session.write(
            FriendStore.lock(.id(tenant.id), .id(other)),
            FriendStore.remove(.id(tenant.id), .id(other), .time(session.now))
        )
        guard removed.affectedRows > 0 else { throw FriendError.notOne(other) }
    }
}
