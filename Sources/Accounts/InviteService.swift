internal import Database
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The invites of a tenant, which its admins create.
struct InviteService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func page(_ page: Page) async throws -> [Invite] {
        try await session.read(
            InviteStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map { $0.invite(in: session.tenant) }
    }

    func validate(_ request: InviteRequest, _ body: inout BodyReader) {
        guard let end = request.expiresAt, end <= session.now else { return }
        body.refuse(InviteRequest.expiresAt, .timeInFuture)
    }

    /// - Returns: the invite with its code, which is shown once.
    func create(_ request: InviteRequest) async throws -> NewInvite {
        let code = try InviteCode.generate()
        let made = try await session.write(
            InviteStore.create(
                .id(session.tenant.id),
                .bytes(code.digest.bytes),
                .text(code.prefix),
                .integer(request.uses),
                .time(request.expiresAt),
                .time(session.now),
                .id(session.author)
            )
        )
        return NewInvite(code: code.text, invite: try made.one.invite(in: session.tenant))
    }

    func delete(_ id: InviteID) async throws {
        let query = InviteStore.delete(.id(session.tenant.id), .id(id), .time(session.now))
        guard try await !session.write(query)[0].isEmpty else {
            throw TenancyError.notFound("There is no invite \(id.rawValue).")
        }
    }
}

package struct InviteID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The code of an invite: 16 base62 characters (95 bits). Guesses are throttled with registrations.
struct InviteCode {
    let text: String

    static func generate() throws(SecureRandomError) -> InviteCode {
        InviteCode(text: try SecureRandom.base62(count: 16))
    }

    var digest: SHA256Digest { sha256(text) }
    /// 71 bits stay secret.
    var prefix: String { String(text.prefix(4)) }
}
