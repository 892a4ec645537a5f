package import Database
package import ParlayAPI
internal import Tenancy

/// The parts of friendships in other calls.
package enum FriendParts {
    package static let export = ExportPart("friends", FriendStore.own) { row, tenant in
        row.friend(in: tenant)
    }

    /// How the caller and the person stand to each other.
    package static let profile = ProfilePart(
        nil,
        FriendshipColumn.self,
        columns: FriendshipColumn.of("a.id"),
        ownColumns: FriendshipColumn.own
    )

    /// `$1` is the tenant's id and `$2` the account's; see `Component.deletionSteps`.
    package static let deletionSteps = [FriendStore.removeAll]

    /// See `Component.blockingSteps`.
    package static let blockingSteps = [FriendStore.removeBetween]
}

/// How the caller and a person stand to each other.
package struct FriendshipColumn: ProfileColumns, Equatable {
    /// No one is their own friend.
    static let own: SQLFragment = "'none'"

    /// - Parameter id: of the person, such as `p.id`. `$1` is the tenant's id.
    package static func of(_ id: StaticString) -> SQLFragment {
        SQLFragment(
            joining: """
                coalesce((
                    select case when s.accepted_at is not null then 'friend'
                                when s.asked_by = current_account_id() then 'sent'
                                else 'received' end
                      from friendships s
                     where s.tenant_id = $1 and s.account_a = least(current_account_id(),
                """,
            SQLFragment(id),
            ") and s.account_b = greatest(current_account_id(),",
            SQLFragment(id),
            ")), 'none')"
        )
    }

    /// The same for many rows: looks for each pair only if the caller has any friendship or request, which the statement asks
    /// once.
    package static func ofMany(_ id: StaticString) -> SQLFragment {
        SQLFragment(
            joining: """
                case when exists (
                         select from friendships s where s.tenant_id = $1 and s.account_a = current_account_id()
                     ) or exists (
                         select from friendships s where s.tenant_id = $1 and s.account_b = current_account_id()
                     )
                     then
                """,
            of(id),
            "else 'none' end"
        )
    }

    private let friendship: Profile.Friendship

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        friendship = try columns.choice(mostly: .none)
    }

    package func add(to profile: inout Profile) { profile.friendship = Extensible(friendship) }

    package func add(to tag: inout String) { tag += ".\(friendship.rawValue)" }
}
