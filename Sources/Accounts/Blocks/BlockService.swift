package import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of blocking: neither sees the other in lists and search, and to the one who is blocked the other does
/// not exist.
package struct BlockService: Sendable {
    private let steps: [Statement]

    /// - Parameter steps: see `Component.blockingSteps`.
    package init(steps: [Statement]) { self.steps = steps }

    func page(_ page: Page, in session: Session) async throws -> [Block] {
        try await session.read(
            BlockStore.page(
                .id(session.tenant.id),
                .time(page.after.map { Timestamp(milliseconds: $0[0]) }),
                .integer(page.after?.last),
                .integer(page.fetchLimit)
            )
        ).map { $0.block(in: session.tenant) }
    }

    /// Blocks a person; doing it again changes nothing.
    ///
    /// - Returns: the block, and whether this call created it.
    func block(_ id: AccountID, in session: Session) async throws -> (block: Block, isNew: Bool) {
        let caller = try await session.principal().accountID
        guard caller != id else { throw BlockError.oneself }
        let (tenant, other) = (Parameter.id(session.tenant.id), Parameter.id(id))
        let opening = [BlockStore.lock(tenant, other), BlockStore.add(tenant, other, .time(session.now))]
        let find = BlockStore.find(tenant, other)
        let results = try await session.write(
            opening + steps.map { $0(tenant, .id(caller), other) }
                + [BlockStore.tellAdded(tenant, other, .time(session.now)), find.query]
        )
        guard let row = try results.last.flatMap({ try find.rows($0).first }) else {
            throw BlockError.notOne(id)
        }
        return (row.block(in: session.tenant), !results[1].isEmpty)
    }

    func block(of id: AccountID, in session: Session) async throws -> Block {
        let found = try await session.read(BlockStore.find(.id(session.tenant.id), .id(id))).first
        guard let found else { throw BlockError.notBlocked(id) }
        return found.block(in: session.tenant)
    }

    func unblock(_ id: AccountID, in session: Session) async throws {
        let results = try await session.write(BlockStore.remove(.id(session.tenant.id), .id(id)))
        guard results[0].affectedRows > 0 else { throw BlockError.notBlocked(id) }
    }
}
