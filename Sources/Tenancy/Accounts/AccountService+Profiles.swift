internal import Database
package import ParlayAPI

/// A profile as the caller may see it.
package struct ShownProfile: Sendable {
    package fileprivate(set) var profile: Profile
    /// The profile's ETag.
    package fileprivate(set) var tag: String
    let isOwn: Bool
}

/// Profiles with what modules add to them: a statement for each module of the tenant, of the same round trip where the
/// account is read too.
extension AccountService {
    /// A profile that the caller may see; the caller's own without `id`.
    func shownProfile(_ id: AccountID?, in session: Session) async throws -> ShownProfile {
        let tenant = Parameter.id(session.tenant.id)
        let query = id.map { AccountStore.visible(tenant, .id($0)) } ?? AccountStore.me(tenant)
        let parts = parts(in: session.tenant)
        let results = try await session.read(
            [query] + parts.map { $0.statement(tenant, id.map { .integers([$0.rawValue]) } ?? .null) }
        )
        let caller = try await session.principal().accountID
        guard let row = results[0].first else { throw AccountError.notOne(id ?? caller) }
        let account = try Account(row)
        var shown = Self.show(account, isOwn: account.id == caller, in: session.tenant)
        for (part, rows) in zip(parts, results.dropFirst()) {
            if let row = rows.first { try shown.add(part, row) }
        }
        return shown
    }

    /// The profiles of accounts that were read.
    ///
    /// - Parameter isOwn: whether they are shown as to their owners, with their emails.
    package func profiles(_ accounts: [Account], isOwn: Bool, in session: Session) async throws
        -> [ShownProfile]
    {
        var shown = accounts.map { Self.show($0, isOwn: isOwn, in: session.tenant) }
        let parts = parts(in: session.tenant)
        guard !parts.isEmpty, !accounts.isEmpty else { return shown }
        let ids = Parameter.integers(accounts.map(\.id.rawValue))
        let results = try await session.read(parts.map { $0.statement(.id(session.tenant.id), ids) })
        for (part, rows) in zip(parts, results) {
            var byID: [AccountID: Row] = [:]
            for row in rows { byID[try row.id(0)] = row }
            for index in shown.indices {
                if let row = byID[accounts[index].id] { try shown[index].add(part, row) }
            }
        }
        return shown
    }

    func profile(_ account: Account, isOwn: Bool, in session: Session) async throws -> ShownProfile {
        guard let shown = try await profiles([account], isOwn: isOwn, in: session).first else {
            throw AccountError.notOne(account.id)
        }
        return shown
    }

    private func parts(in tenant: Tenant) -> [ProfilePart] {
        profileParts.filter { tenant.modules.contains($0.module) }
    }

    private static func show(_ account: Account, isOwn: Bool, in tenant: Tenant) -> ShownProfile {
        ShownProfile(profile: account.profile(in: tenant, isOwn: isOwn), tag: account.tag, isOwn: isOwn)
    }
}

extension ShownProfile {
    fileprivate mutating func add(_ part: ProfilePart, _ row: Row) throws {
        try part.add(row, &profile)
        tag += ".\(try part.tag(row))"
    }
}
