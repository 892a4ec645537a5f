internal import Database
package import ParlayAPI
package import Reactor
package import Tenancy

/// Writes everything that is stored about the caller into one document.
package struct ExportService: Sendable {
    private let accounts: AccountService
    private let parts: [ExportPart]
    private let pool: BlockingPool

    /// - Parameters:
    ///   - parts: what others hold, which follows what this target holds.
    ///   - pool: where the document is written, which takes a second for a large account.
    package init(
        _ accounts: AccountService,
        _ settings: SettingsService,
        _ parts: [ExportPart],
        on pool: BlockingPool
    ) {
        self.accounts = accounts
        self.pool = pool
        self.parts = ExportStore.parts(settings) + parts
    }

    /// JSON, and the caller's username.
    func document(in session: Session) async throws -> (username: String, document: [UInt8]) {
        let account = try await accounts.shownProfile(nil, in: session).profile
        let document = try await document(of: account, in: session) { try await session.read($0) }
        return (account.person.username, document)
    }

    /// What the person would get, for an admin.
    package func document(of account: Profile, for id: AccountID, in session: Session) async throws -> [UInt8]
    {
        try await document(of: account, in: session) { try await session.read(as: id, $0) }
    }

    private func document(
        of account: Profile,
        in session: Session,
        _ read: ([Query]) async throws -> [ResultSet]
    ) async throws -> [UInt8] {
        let (tenant, now) = (session.tenant, session.now)
        let parts = parts.filter { part in part.module.map(tenant.modules.contains) ?? true }
        let results = try await read(parts.map { $0.statement(.id(tenant.id)) })
        return try await pool.run {
            var writer = JSONWriter(capacity: 64 * 1024)
            // One part after the other, so that only one is in memory in three forms.
            try writer.object { writer in
                writer.member("tenant", tenant.slug)
                writer.member("exported_at", now)
                writer.member("account", account)
                for (part, rows) in zip(parts, results) {
                    writer.member(part.name, try part.value(rows, tenant))
                }
            }
            return writer.takeBytes()
        }
    }

    /// The members of the document.
    package var fields: [FieldDescription] {
        [
            .member("tenant", .text, "The tenant's name in paths."),
            .member("exported_at", .timestamp, "When the export was created."),
            .member("account", .object([]), "Your account."),
        ]
            + parts.map { part in
                .member(
                    part.name,
                    part.isList ? .list(.member("", .object([]))) : .object([]),
                    part.summary,
                    isNullable: part.isNullable,
                    isRequired: part.module == nil,
                    module: part.module
                )
            }
    }
}
