internal import Database
package import ParlayAPI

/// A profile as the caller may see it.
package struct ShownProfile: Sendable {
    package let profile: Profile
    /// The profile's ETag.
    package let tag: String
    let isOwn: Bool
}

/// Profiles with what another module adds to them: in its tenants one statement more, of the same round trip where the
/// account is read too.
extension AccountService {
    /// A profile that the caller may see; the caller's own without `id`.
    func shownProfile(_ id: AccountID?, in session: Session) async throws -> ShownProfile {
        let tenant = Parameter.id(session.tenant.id)
        let query = id.map { AccountStore.visible(tenant, .id($0)) } ?? AccountStore.me(tenant)
        let part = self.part(in: session.tenant).map { part in
            part.statement(tenant, id.map { .integers([$0.rawValue]) } ?? .null)
        }
        let results = try await session.read([query] + (part.map { [$0] } ?? []))
        let caller = try await session.principal().accountID
        guard let row = results[0].first else { throw AccountError.notOne(id ?? caller) }
        let account = try Account(row)
        return try show(account, isOwn: account.id == caller, results.last?.first, in: session.tenant)
    }

    /// The profiles of accounts that were read.
    ///
    /// - Parameter isOwn: whether they are shown as to their owners, with their emails.
    package func profiles(_ accounts: [Account], isOwn: Bool, in session: Session) async throws
        -> [ShownProfile]
    {
        guard let part = part(in: session.tenant), !accounts.isEmpty else {
            return try accounts.map { try show($0, isOwn: isOwn, nil, in: session.tenant) }
        }
        let ids = Parameter.integers(accounts.map(\.id.rawValue))
        let rows = try await session.read(part.statement(.id(session.tenant.id), ids))[0]
        var byID: [AccountID: Row] = [:]
        for row in rows { byID[try row.id(0)] = row }
        return try accounts.map { try show($0, isOwn: isOwn, byID[$0.id], in: session.tenant) }
    }

    func profile(_ account: Account, isOwn: Bool, in session: Session) async throws -> ShownProfile {
        guard let shown = try await profiles([account], isOwn: isOwn, in: session).first else {
            throw AccountError.notOne(account.id)
        }
        return shown
    }

    private func part(in tenant: Tenant) -> ProfilePart? {
        profilePart.flatMap { tenant.modules.contains($0.module) ? $0 : nil }
    }

    private func show(_ account: Account, isOwn: Bool, _ row: Row?, in tenant: Tenant) throws -> ShownProfile
    {
        var profile = account.profile(in: tenant, isOwn: isOwn)
        guard let part = part(in: tenant), let row else {
            return ShownProfile(profile: profile, tag: account.tag, isOwn: isOwn)
        }
        try part.add(row, &profile)
        return ShownProfile(profile: profile, tag: "\(account.tag).\(try part.tag(row))", isOwn: isOwn)
    }
}
