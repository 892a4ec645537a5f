package import Accounts
package import Database
internal import ParlayAPI
package import Tenancy

/// A person to meet: an account with its languages. The table is called `p`.
package struct Partner: ColumnGroup, Equatable {
    package static let columns: SQLFragment = Account.columns.of("p") + MeetupProfile.columns.of("p")

    package let account: Account
    let meetups: MeetupProfile

    package var id: AccountID { account.id }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try Account(&columns)
        meetups = try MeetupProfile(&columns)
    }

    /// As others see them, with what this module adds.
    func profile(in tenant: Tenant) -> Profile {
        var profile = account.profile(in: tenant, isOwn: false)
        meetups.add(to: &profile)
        return profile
    }
}

extension AccountService {
    /// Partners as the caller sees them, with what other modules add to profiles.
    func profiles(of partners: [Partner], in session: Session) async throws -> [Profile] {
        var profiles = partners.map { $0.profile(in: session.tenant) }
        try await complete(&profiles, without: [.meetups], in: session)
        return profiles
    }
}
