internal import Database
internal import HTTPServer
internal import Notifications
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The API keys of a tenant, which its admins make for their servers.
struct KeyService {
    private let session: Session
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ session: Session) { self.session = session }

    /// Refuses what no field can judge alone.
    static func validate(_ update: APIKeyUpdate, at now: Timestamp) -> FieldErrors {
        var errors = FieldErrors()
        if let end = update.expiresAt.new ?? nil, end <= now {
            errors.add(APIKeyUpdate.expiresAt.name, .timeInFuture)
        }
        for (position, network) in (update.networks.new ?? []).enumerated() where PeerNetwork(network) == nil
        {
            errors.add(
                "\(APIKeyUpdate.networks.name).\(position)",
                FieldRule("aNetwork", "Must be an address or a network in CIDR form: 192.0.2.0/24.")
            )
        }
        return errors
    }

    func page(_ page: Page) async throws -> [APIKey] {
        try await session.read(
            KeyStore.page(tenant, .integer(page.after?.first), .integer(page.fetchLimit))
        ).map(\.key)
    }

    func find(_ id: KeyID) async throws -> KeyRow {
        guard let row = try await session.read(KeyStore.find(tenant, .id(id))).first else {
            throw TenancyError.notFound("There is no key \(id.rawValue).")
        }
        return row
    }

    /// - Returns: the key with its secret, which is shown once.
    func create(_ draft: APIKeyUpdate) async throws -> (key: CreatedAPIKey, tag: String) {
        let secret = try TokenSecret.generate(.key)
        let made = try await session.write(
            KeyStore.create(draft, secret, in: session.tenant.id, at: session.now)
        )
        let row = try made.one
        let caller = try await session.principal()
        if caller.isPerson {
            _ = try await session.write(
                SecurityNotice(
                    to: caller.accountID,
                    AdministrationNoticeText.securityKey,
                    ["label": .string(row.key.label)]
                )
                .query(session.tenant.id, at: session.now)
            )
        }
        return (CreatedAPIKey(secret: secret.text, key: row.key), row.tag)
    }

    /// - Parameter version: that the row must have; `nil` for any.
    func change(_ id: KeyID, _ version: Int64?, _ update: APIKeyUpdate) async throws -> KeyRow {
        let changed = try await session.write(
            KeyStore.change(
                tenant,
                .id(id),
                .integer(version),
                .text(update.label.new),
                update.scopes.new.map { .texts($0.map(\.rawValue)) } ?? .null,
                update.networks.new.map { .texts($0) } ?? .null,
                .boolean(update.expiresAt != .keep),
                .time(update.expiresAt.new ?? nil),
                .time(session.now)
            )
        )
        guard let row = try changed.first else { throw try await missed(id) }
        return row
    }

    func revoke(_ id: KeyID, _ version: Int64?) async throws {
        let revoked = try await session.write(
            KeyStore.revoke(tenant, .id(id), .integer(version), .time(session.now))
        )
        guard try revoked.first != nil else { throw try await missed(id) }
    }

    /// Why a write to an existing key changed nothing.
    private func missed(_ id: KeyID) async throws -> any Error {
        TenancyError.preconditionFailed(present: try await find(id).tag)
    }
}

extension KeyStore {
    /// Stores a new key. The fields of the draft were checked.
    static func create(
        _ draft: APIKeyUpdate,
        _ secret: TokenSecret,
        in tenant: TenantID,
        at now: Timestamp
    ) -> RowQuery<KeyRow> {
        create(
            .id(tenant),
            .text(draft.label.new),
            .bytes(secret.digest.bytes),
            .text(secret.displayPrefix),
            .texts((draft.scopes.new ?? []).map(\.rawValue)),
            .texts(draft.networks.new ?? []),
            .time(draft.expiresAt.new ?? nil),
            .time(now)
        )
    }
}
