package import Database
package import ParlayAPI
package import Tenancy

/// A transaction on one tenant, whoever holds it: a call, a job of the worker or a command of the operator.
package struct TenantTransaction {
    package let tenant: TenantID
    package let now: Timestamp
    private let send: ([Query]) async throws -> [ResultSet]

    /// - Parameter send: runs statements in one round trip, inside the transaction.
    package init(
        _ tenant: TenantID,
        at now: Timestamp,
        send: @escaping ([Query]) async throws -> [ResultSet]
    ) {
        self.tenant = tenant
        self.now = now
        self.send = send
    }

    package init(_ tenant: TenantID, at now: Timestamp, _ transaction: Transaction) {
        self.init(tenant, at: now) { try await transaction.run($0) }
    }

    /// Inside `Session.transaction`.
    package init(_ session: Session) {
        self.init(session.tenant.id, at: session.now) { try await session.write($0) }
    }

    @discardableResult
    package func run(_ queries: Query...) async throws -> [ResultSet] { try await send(queries) }

    @discardableResult
    package func run(_ queries: [Query]) async throws -> [ResultSet] { try await send(queries) }

    /// The rows of each query, read by its type.
    package func read<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>) async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await send(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }
}
