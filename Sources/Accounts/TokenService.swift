internal import Database
internal import ParlayAPI
package import Tenancy

/// The caller's tokens.
package struct TokenService {
    private let session: Session

    package init(_ session: Session) { self.session = session }

    func page(_ page: Page) async throws -> [TokenInfo] {
        let rows = try await session.read(
            TokenStore.page(
                .id(session.tenant.id),
                .time(session.now),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let current = try session.caller().tokenID
        return try rows.map { $0.token(current: current) }
    }

    func revoke(_ id: TokenID) async throws {
        let results = try await session.write(TokenStore.revoke(.id(session.tenant.id), .id(id)))
        guard results[0].affectedRows > 0 else {
            throw TenancyError.notFound("You have no token \(id.rawValue).")
        }
    }

    /// Revokes the token of the call, or all of its account.
    package func logOut(everywhere: Bool = false) async throws {
        let tenant = Parameter.id(session.tenant.id)
        if everywhere {
            _ = try await session.write(TokenStore.revokeAll(tenant))
        } else {
            _ = try await session.write(TokenStore.revoke(tenant, .id(try await session.principal().tokenID)))
        }
    }
}
