internal import Database
package import Tenancy

/// Searches cost what their text makes them cost, so few run at the same time, each with a time limit, on connections
/// that nothing else waits for.
package struct LimitedSearch: Sendable {
    private let limiter: FairLimiter

    /// - Parameter limiter: decides which searches run at once.
    package init(_ limiter: FairLimiter) { self.limiter = limiter }

    /// Waits for a permit and holds it during `search`, which reads with `readWithinLimit`.
    ///
    /// - Throws: `SearchError.tooBroad` when that takes too long.
    package func run<Found>(in session: Session, _ search: () async throws -> Found) async throws -> Found {
        try session.requireNoTransaction("waiting for a permit")
        let account = try await session.principal().accountID
        let permit = try await limiter.acquire(for: .init(tenant: session.tenant.id, account: account))
        defer { withExtendedLifetime(permit) {} }
        do {
            return try await search()
        } catch DatabaseError.statement(let failure) {
            switch failure.sqlState {
            case .queryCanceled, .outOfMemory, .statementTooComplex: throw SearchError.tooBroad
            default: throw DatabaseError.statement(failure)
            }
        }
    }
}
