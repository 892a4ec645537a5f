internal import Database
package import ParlayAPI

/// Profiles with what modules add to them.
extension AccountService {
    /// A profile that the caller may see; the caller's own without `id`.
    func shownProfile(_ id: AccountID?, in session: Session) async throws -> ShownProfile {
        let tenant = session.tenant
        let reader = profiles[tenant.modules]
        let query = id.map { reader.visible($0, in: tenant) } ?? reader.me(in: tenant)
        let results = try await session.read(query)
        let caller = try await session.principal().accountID
        guard let shown = try reader.profile(results[0], for: caller, in: tenant) else {
            throw AccountError.notOne(id ?? caller)
        }
        return shown
    }

    /// The profiles of different accounts that were read.
    ///
    /// - Parameters:
    ///   - isOwn: whether they are shown as to their owners, with their emails.
    ///   - without: modules whose parts the caller adds.
    package func profiles(
        _ accounts: [Account],
        isOwn: Bool,
        without: Set<Module> = [],
        in session: Session
    ) async throws -> [ShownProfile] {
        let tenant = session.tenant
        let reader = profiles[without.isEmpty ? tenant.modules : tenant.modules.subtracting(without)]
        let added = reader.added(to: accounts, in: tenant)
        let rows = added.isEmpty ? nil : try await session.read(added).first
        return try reader.profiles(accounts, isOwn: isOwn, rows, in: tenant)
    }

    func profile(_ account: Account, isOwn: Bool, in session: Session) async throws -> ShownProfile {
        guard let shown = try await profiles([account], isOwn: isOwn, in: session).first else {
            throw AccountError.notOne(account.id)
        }
        return shown
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
