internal import Database
internal import ParlayAPI
package import Tenancy

/// The rules of wagers around what the store reads and writes.
package struct WagerService: Sendable {
    let session: Session

    package init(_ session: Session) { self.session = session }

    var tenant: TenantID { session.tenant.id }
    var now: Timestamp { session.now }

    /// A wager that the caller may see.
    func wager(_ id: WagerID) async throws -> WagerRow {
        let found = try await session.read(WagerStore.find(.id(tenant), .id(id)))[0]
        let isModerator = try await session.principal().role >= .moderator
        guard let row = found.first,
            try row.boolean(WagerRow.columnCount) || isModerator && row.boolean(WagerRow.columnCount + 1)
        else { throw WagerError.notFound }
        return try WagerRow(row, in: session.tenant)
    }
}
