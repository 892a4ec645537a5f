internal import Database
package import ParlayAPI
package import Tenancy

/// Profiles with what modules add to them.
extension AccountService {
    /// A profile that the caller may see; without `id` the caller's own.
    func shownProfile(_ id: AccountID?, in session: Session) async throws -> ShownProfile {
        try shownProfile(id, try await session.read(profileQuery(id, in: session.tenant)), in: session)
    }

    /// The query for `shownProfile`.
    func profileQuery(_ id: AccountID?, in tenant: Tenant) -> [Query] {
        let reader = profiles[tenant]
        return [id.map { reader.visible($0, in: tenant) } ?? reader.me(in: tenant)]
    }

    /// - Parameter results: of `profileQuery`. Read in a function of its own: a suspended caller would hold all these values.
    func shownProfile(_ id: AccountID?, _ results: [ResultSet], in session: Session) throws -> ShownProfile {
        let caller = try session.caller().accountID
        let reader = profiles[session.tenant]
        guard let shown = try reader.profile(results[0], for: caller, in: session.tenant) else {
            throw AccountError.notOne(id ?? caller)
        }
        return shown
    }

    /// The profiles of different accounts that were read, as their owners see them.
    package func ownProfiles(_ accounts: [Account], in session: Session) async throws -> [Profile] {
        var profiles = accounts.map { $0.profile(in: session.tenant, isOwn: true) }
        try await complete(&profiles, in: session)
        return profiles
    }

    /// Adds what modules add to the profiles of different accounts. Costs a round trip if they add anything.
    ///
    /// - Parameter read: modules whose parts are there already, with those of every tenant; `nil` if none is.
    package func complete(
        _ profiles: inout [Profile],
        with read: Set<Module>? = nil,
        in session: Session
    ) async throws {
        let tenant = session.tenant
        let readers = self.profiles
        let reader = read.map { readers.parts(of: tenant.modules.subtracting($0)) } ?? readers[tenant.modules]
        guard reader.addsAnything else { return }
        let added = reader.added(to: profiles.map(\.person.id), in: tenant)
        guard !added.isEmpty else { return }
        for rows in try await session.read(added) { try reader.add(rows, to: &profiles) }
    }

    /// The profile of an account that was read, as its owner sees it.
    package func ownProfile(_ account: Account, in session: Session) async throws -> ShownProfile {
        let reader = profiles[session.tenant.modules]
        let added = reader.added(to: [account.id.rawValue], in: session.tenant)
        let rows = added.isEmpty ? nil : try await session.read(added).first
        return try reader.ownProfile(account, rows, in: session.tenant)
    }

    /// Those parts of a tenant's profiles that people fill in.
    func fields(of tenant: Tenant) -> [ProfileFields] {
        profiles.fields.filter { tenant.modules.contains($0.module) }.map(\.fields)
    }

    /// For the reference: what modules ask of people who register, and an example of their fields.
    var registrationNotes: [String] {
        profiles.fields.filter { !$0.fields.note.isEmpty }.map { module, fields in
            "With the module `\(module.rawValue)`, \(fields.note)"
        }
    }

    var exampleFields: [JSONObject.Member] { profiles.fields.flatMap(\.fields.example.members) }
}
