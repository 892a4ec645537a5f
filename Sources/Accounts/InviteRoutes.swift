internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// Invites: codes to register with.
package struct InviteRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(InviteCalls.list, handler: list),
            TenantRoute(InviteCalls.create, handler: create)
                .showingSecret(),
            TenantRoute(InviteCalls.delete, handler: delete),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await call.session.read(
            InviteStore.page(.id(call.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        )
        let invites = try rows.map { $0.invite(in: call.tenant) }
        return try await call.list(invites, page) { [invites[$0].id] }
    }

    private func create(_ call: Call) async throws -> Response {
        let request = try await call.decode(try call.object(), as: InviteRequest.self) { request, body in
            if let end = request.expiresAt, end <= call.now {
                body.refuse(InviteRequest.expiresAt, "Must be in the future.")
            }
        }
        let code = try InviteCode.generate()
        let made = try await call.session.write(
            InviteStore.create(
                .id(call.tenant.id),
                .bytes(code.digest.bytes),
                .text(code.prefix),
                .integer(request.uses),
                .time(request.expiresAt),
                .time(call.now)
            )
        )
        return .json(NewInvite(code: code.text, invite: try made.one.invite(in: call.tenant)), status: 201)
    }

    private func delete(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: InviteID.self)
        let query = InviteStore.delete(.id(call.tenant.id), .id(id), .time(call.now))
        try await call.changeUntagged {
            guard try await !call.session.write(query)[0].isEmpty else {
                throw TenancyError.notFound("There is no invite \(id.rawValue).")
            }
        }
        return .noContent
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
