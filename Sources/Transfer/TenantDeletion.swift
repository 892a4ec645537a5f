package import Database
internal import Glibc
internal import Tenancy

/// Deletes a tenant with all its rows, in transactions of 10,000, so that none holds locks for long. One that was
/// interrupted is continued by the next.
package struct TenantDeletion {
    package typealias Count = (table: String, count: Int64)

    private let connection: BlockingConnection
    private static let batch: Int64 = 10_000

    private static let takeOffline = RowStatement<String>(
        """
        with offline as (
            update tenants set status = 'deleting', updated_at = now() where id = $1 returning slug, name
        ), logged as (
        """,
        Audit.insertOfInstallation(
            "'tenant.delete'",
            on: ("'tenant'", "o.slug"),
            details: "jsonb_build_object('name', o.name)",
            from: "offline o"
        ),
        ") select pg_current_xact_id()::text from offline"
    )
    private static let deleteTenant = Statement("delete from tenants where id = $1")
    private static let now = RowStatement<String>("select pg_current_xact_id()::text")
    /// Whether every transaction of before `$1` has ended.
    private static let isPast = RowStatement<Bool>(
        "select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8"
    )
    static let statements = [takeOffline.statement, deleteTenant, now.statement, isPast.statement]

    /// - Parameter connection: as `parlay_owner`. Its session is changed.
    package init(_ connection: BlockingConnection) { self.connection = connection }

    /// How many rows each table has of the tenant; tables without any are left out.
    package func count(_ slug: String) throws -> [Count] {
        try TransferSession.prepare(connection, isSilent: false)
        let tenant = try tenant(slug)
        return try rows(of: tenant, in: try TenantTables(connection)) + [("tenants", 1)]
    }

    /// - Parameters:
    ///   - timeout: how long to wait for transactions of others that are older than the deletion.
    ///   - progress: is called with how many rows of how many are deleted.
    /// - Returns: the rows that were deleted from each table.
    package func run(
        _ slug: String,
        timeout: Duration = .seconds(60),
        progress: (Int64, Int64) -> Void = { _, _ in }
    ) throws -> [Count] {
        try TransferSession.prepare(connection, isSilent: true)
        let tenant = try tenant(slug)
        let tables = try TenantTables(connection)
        // Fronts drop the tenant within a second, and what they have begun for it ends.
        let offline = try connection.query(Self.takeOffline(.integer(tenant))).one
        try wait(for: offline, timeout)
        let total = try rows(of: tenant, in: tables).reduce(1) { $0 + $1.count }
        var counts: [String: Int64] = [:]
        var done: Int64 = 0
        func sweep() throws {
            // What refers to other rows first; before them what would become jobs and the jobs, so that workers begin no more.
            let queue = ["notice_outbox", "jobs"].compactMap { name in tables.all.first { $0.name == name } }
            for table in queue + tables.all.reversed() {
                try delete(table, of: tenant) { count in
                    counts[table.name, default: 0] += count
                    done += count
                    progress(min(done, total - 1), total)
                }
            }
        }
        try sweep()
        // Takes with it what jobs in flight have added meanwhile; from here on every foreign key refuses more.
        try retrying { () throws(DatabaseError) in
            _ = try connection.query(Self.deleteTenant(.integer(tenant)))
        }
        counts["tenants"] = 1
        // Tables without a foreign key, such as the queue, may get rows from transactions that began before.
        try wait(for: try connection.query(Self.now()).one, timeout)
        try sweep()
        progress(total, total)
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func tenant(_ slug: String) throws -> Int64 {
        guard let tenant = try connection.query(TransferSession.tenant(.text(slug))).first else {
            throw TransferError.unknownTenant(slug)
        }
        return tenant
    }

    private func rows(of tenant: Int64, in tables: TenantTables) throws -> [Count] {
        try tables.all.compactMap { table in
            let rows: Rows<Int64> = try connection.rows(
                "select count(*) from parlay.\(table.quoted) where tenant_id = $1",
                .integer(tenant)
            )
            let count = try rows.one
            return count > 0 ? (table.name, count) : nil
        }
    }

    /// Deletes the rows of one table from the first key to the last, so that no batch reads what others have deleted.
    private func delete(_ table: TenantTable, of tenant: Int64, _ deleted: (Int64) -> Void) throws {
        let batch = DeletionBatch(table)
        var last: [String]?
        while true {
            let (count, next) = try retrying { () throws(DatabaseError) in
                try batch.run(connection, tenant, after: last, limit: Self.batch)
            }
            if count > 0 { deleted(count) }
            guard let next else { return }
            last = next
        }
    }

    /// Others may hold locks on rows of the tenant for a moment.
    private func retrying<Value>(_ body: () throws(DatabaseError) -> Value) throws -> Value {
        var tries = 0
        while true {
            do throws(DatabaseError) {
                return try body()
            } catch {
                tries += 1
                let isLock = error.sqlState == .lockNotAvailable || error.sqlState?.isTransient == true
                guard isLock, tries < 20 else {
                    throw TransferError.database(
                        error,
                        while:
                            "The deletion stopped; the tenant is offline. Run the command again to continue"
                    )
                }
            }
        }
    }

    /// Waits until all transactions that began before have ended, or `timeout` is over.
    private func wait(for transaction: String, _ timeout: Duration) throws {
        let end = ContinuousClock.now + timeout
        while ContinuousClock.now < end {
            if try connection.query(Self.isPast(.text(transaction))).one { return }
            usleep(20_000)
        }
    }
}

/// The statement that deletes the next rows of one table.
struct DeletionBatch {
    private let table: TenantTable
    private let first: String
    private let next: String

    init(_ table: TenantTable) {
        self.table = table
        let key = table.key.map { "t.\($0.quoted)" }
        let behind = table.key.enumerated().map { "$\($0.offset + 3)::text::\($0.element.type)" }
        // One row a tenant.
        let order = key.isEmpty ? "" : "order by \(key.joined(separator: ", "))"
        let range =
            key.isEmpty ? "" : "and (\(key.joined(separator: ", "))) > (\(behind.joined(separator: ", ")))"
        func statement(_ range: String) -> String {
            """
            with doomed as materialized (
                select t.ctid as place, row_number() over (\(order)) as number
                       \(key.enumerated().map { ", \($0.element)::text as key\($0.offset)" }.joined())
                  from parlay.\(table.quoted) t
                 where t.tenant_id = $1 \(range)
                 \(order)
                 limit $2
            ), gone as (
                delete from parlay.\(table.quoted) t
                 where t.tenant_id = $1 and t.ctid = any (array(select place from doomed))
                returning 1
            )
            select (select count(*) from gone), (select count(*) from doomed)
                   \(key.indices.map { ", (select key\($0) from doomed order by number desc limit 1)" }.joined())
            """
        }
        first = statement("")
        next = statement(range)
    }

    /// Deletes up to `limit` rows after a key; returns how many, and the last key if there may be more.
    func run(
        _ connection: BlockingConnection,
        _ tenant: Int64,
        after key: [String]?,
        limit: Int64
    ) throws(DatabaseError) -> (count: Int64, next: [String]?) {
        let result = try connection.query(
            key == nil ? first : next,
            [.integer(tenant), .integer(limit)] + (key ?? []).map { .text($0) }
        )
        return try result.read(0) { (columns) throws(DatabaseError) in
            let count = try columns.integer()
            let seen = try columns.integer()
            var last: [String] = []
            for _ in table.key { if let part = try columns.optionalText() { last.append(part) } }
            return (count, seen < limit || last.isEmpty ? nil : last)
        }
    }
}
