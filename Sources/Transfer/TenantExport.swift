package import Database
package import ParlayAPI
internal import Security
internal import Tenancy

/// Writes a whole tenant into a file: see `docs/tenants.md` for the format.
package struct TenantExport {
    package struct Report: Sendable, Equatable {
        package let slug: String
        package let rows: [(table: String, count: Int64)]
        /// Of the file.
        package let bytes: Int64
        package let sha256: String

        package static func == (left: Report, right: Report) -> Bool {
            left.slug == right.slug && left.sha256 == right.sha256 && left.bytes == right.bytes
        }
    }

    private let connection: BlockingConnection
    private let rules: TransferRules

    /// Before anything is read, so that there is no file without an entry.
    private static let log = Statement(
        Audit.insert(
            "'tenant.export'",
            in: "t.id",
            by: nil,
            at: "$2",
            from: "tenants t where t.slug = $1 and t.status <> 'deleting'"
        )
    )
    static let statements = [log]

    /// - Parameter connection: as `parlay_owner`. Its session is changed.
    package init(_ connection: BlockingConnection, _ rules: TransferRules) {
        self.connection = connection
        self.rules = rules
    }

    /// - Parameter progress: is called with how many rows of how many are written.
    package func write(
        _ slug: String,
        to path: String,
        at now: Timestamp = .now,
        progress: @escaping (Int64, Int64) -> Void = { _, _ in }
    ) throws -> Report {
        try TransferSession.prepare(connection, isSilent: false)
        let tables = try TenantTables(connection)
        // No migration may change them from here on. Locked before the snapshot is taken.
        let names = ([tables.tenants] + tables.all).map { "parlay.\($0.quoted)" }.joined(separator: ", ")
        _ = try connection.query(Self.log(.text(slug), .time(now)))
        try connection.execute("begin isolation level repeatable read, read only")
        defer { connection.rollBack() }
        try connection.execute("lock table \(names) in access share mode")
        let plan = TransferPlan(try TenantTables(connection), rules)
        guard let tenant = try connection.query(TransferSession.tenant(.text(slug))).first else {
            throw TransferError.unknownTenant(slug)
        }
        guard try !connection.query(TransferSession.isDeleting(.integer(tenant))).one else {
            throw TransferError.beingDeleted(slug)
        }
        var writer = Writer(file: try GzipWriter(path), total: try count(plan, tenant), progress: progress)
        try writer.control([
            ("format", .string(TransferFile.format)), ("version", .integer(TransferFile.version)),
            ("schema", .integer(plan.schema)), ("slug", .string(slug)),
            ("exported_at", .string(now.description)),
        ])
        for part in plan.parts { try write(part, of: tenant, to: &writer) }
        try writer.control([("rows", .object(TransferFile.counts(writer.counts)))])
        let digest = writer.digest.finish().hex
        try writer.file.write(TransferFile.line([("sha256", .string(digest))]))
        return Report(slug: slug, rows: writer.counts, bytes: try writer.file.finish(), sha256: digest)
    }

    private struct Writer {
        let file: GzipWriter
        let digest = SHA256Stream()
        let total: Int64
        let progress: (Int64, Int64) -> Void
        var counts: [(table: String, count: Int64)] = []
        var done: Int64 = 0

        mutating func write(_ bytes: [UInt8]) throws(TransferError) {
            digest.append(bytes)
            try file.write(bytes)
        }

        mutating func control(_ members: [(String, JSONValue)]) throws(TransferError) {
            try write(TransferFile.line(members))
        }
    }

    /// Rows of all tables, for the progress.
    private func count(_ plan: TransferPlan, _ tenant: Int64) throws -> Int64 {
        try plan.parts.reduce(0) { sum, part in
            guard part.shared == nil, part.name != "tenants" else { return sum }
            let rows: Rows<Int64> = try connection.rows(
                "select count(*) from parlay.\(part.quoted) where tenant_id = $1",
                .integer(tenant)
            )
            return sum + (try rows.one)
        }
    }

    private func write(_ part: TransferPlan.Part, of tenant: Int64, to writer: inout Writer) throws {
        try writer.control([
            ("table", .string(part.name)), ("columns", .array(part.columns.map { .string($0.name) })),
        ])
        var count: Int64 = 0
        _ = try connection.query("declare rows no scroll cursor for \(part.select)", .integer(tenant))
        while true {
            let rows: Rows<String> = try connection.rows("fetch \(part.fetchCount) from rows")
            var bytes: [UInt8] = []
            for row in try rows.all {
                guard row.utf8.count <= GzipReader.lineLimit else {
                    throw TransferError.file(
                        "A row of \(part.name) is longer than 32 MiB and cannot be exported."
                    )
                }
                bytes += row.utf8
                bytes.append(0x0A)
            }
            try writer.write(bytes)
            count += Int64(rows.count)
            if part.shared == nil { writer.done += Int64(rows.count) }
            writer.progress(min(writer.done, writer.total), writer.total)
            if rows.count < part.fetchCount { break }
        }
        try connection.execute("close rows")
        writer.counts.append((part.name, count))
    }
}

/// The lines of a file that are not rows.
enum TransferFile {
    static let format = "parlay-tenant"
    static let version: Int64 = 1

    static func line(_ members: [(String, JSONValue)]) -> [UInt8] {
        var object = JSONObject()
        for (name, value) in members { _ = object.add(name, value) }
        return object.jsonBytes() + [0x0A]
    }

    static func counts(_ counts: [(table: String, count: Int64)]) -> JSONObject {
        var object = JSONObject()
        for (table, count) in counts { _ = object.add(table, .integer(count)) }
        return object
    }
}
