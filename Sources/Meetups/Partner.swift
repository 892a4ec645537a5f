package import Accounts
package import Database
internal import ParlayAPI
package import Tenancy

/// A person to meet: an account with its languages. The table is called `p`.
package struct Partner: ColumnGroup, Equatable {
    package static let columns = all(FriendshipColumn.of("p.id"))
    /// The same for a list.
    static let columnsOfMany = all(FriendshipColumn.ofMany("p.id"))

    private static func all(_ friendship: SQLFragment) -> SQLFragment {
        Account.shownColumns.of("p") + MeetupProfile.columns.of("p") + friendship
    }

    package let account: Account
    let meetups: MeetupProfile
    private let friendship: FriendshipColumn

    package var id: AccountID { account.id }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try Account(&columns)
        meetups = try MeetupProfile(&columns)
        friendship = try FriendshipColumn(&columns)
    }

    /// As others see them, with what this module adds. Consumes the partner: the texts move into the profile.
    consuming func profile(in tenant: Tenant) -> Profile {
        let (meetups, friendship) = (meetups, friendship)
        var profile = account.profile(in: tenant, isOwn: false)
        meetups.add(to: &profile)
        friendship.add(to: &profile)
        return profile
    }
}

extension AccountService {
    /// Partners as the caller sees them, with what other modules add to profiles.
    func profiles(of partners: [Partner], in session: Session) async throws -> [Profile] {
        try await completed(partners.map { $0.profile(in: session.tenant) }, in: session)
    }

    /// The same for rows that are not read yet: each becomes a profile, without a `Partner` in between.
    func profiles(of partners: Rows<Partner>, in session: Session) async throws -> [Profile] {
        let tenant = session.tenant
        let caller = try await session.principal().accountID
        var profiles: [Profile] = []
        profiles.reserveCapacity(partners.count)
        var version: Int64 = 0
        for row in 0..<partners.count {
            try partners.results.read(row) { columns throws(DatabaseError) in
                profiles.append(
                    try Account.profile(&columns, for: caller, in: tenant, version: &version)
                )
                try MeetupProfile(&columns).add(to: &profiles[row])
                try FriendshipColumn(&columns).add(to: &profiles[row])
            }
        }
        return try await completed(profiles, in: session)
    }

    private func completed(_ profiles: consuming [Profile], in session: Session) async throws -> [Profile] {
        try await complete(&profiles, with: [.meetups], in: session)
        return profiles
    }
}
