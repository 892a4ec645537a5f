package import Database
internal import ParlayAPI
package import Tenancy

/// Reads a tenant from a file that `TenantExport` wrote. All of it arrives, or nothing.
package struct TenantImport {
    package struct Report: Sendable {
        package let slug: String
        package let tenant: TenantID
        package let rows: [(table: String, count: Int64)]
        /// Shared rows that were missing here.
        package let created: [(table: String, count: Int64)]
        /// Rows that were left out, because they are the same as another row here.
        package let merged: [(table: String, count: Int64)]
    }

    private let connection: BlockingConnection
    private let rules: TransferRules

    private static let imported = RowStatement<TenantRow>(
        "select",
        TenantRow.columns,
        "from tenants where id = $1"
    )
    static let statements = [imported.statement]

    /// - Parameter connection: as `parlay_owner`. Its session is changed.
    package init(_ connection: BlockingConnection, _ rules: TransferRules) {
        self.connection = connection
        self.rules = rules
    }

    /// - Parameters:
    ///   - slug: another one than the file's.
    ///   - progress: is called with how many bytes of how many are read.
    package func read(
        _ path: String,
        as slug: String? = nil,
        progress: @escaping (Int64, Int64) -> Void = { _, _ in }
    ) throws -> Report {
        try TransferSession.prepare(connection, isSilent: true)
        let plan = TransferPlan(try TenantTables(connection), rules)
        var file = try ImportFile(path)
        let header = try file.control()
        guard header["format"] == .string(TransferFile.format),
            header["version"] == .integer(TransferFile.version),
            case .string(let written) = header["slug"], case .integer(let schema) = header["schema"]
        else { throw TransferError.file("\(path) is not an export of a tenant by this version of Parlay.") }
        guard schema == plan.schema else {
            throw TransferError.otherSchema(file: schema, database: plan.schema)
        }
        try connection.execute("begin")
        var isOpen = true
        defer { if isOpen { connection.rollBack() } }
        let load = TenantLoad(connection, slug: slug ?? written, progress: progress)
        for part in plan.parts { try load.read(part, from: &file) }
        guard try file.control()["rows"] == .object(TransferFile.counts(load.counts)) else {
            throw file.bad("the numbers of rows do not match the tables")
        }
        _ = try file.end()
        try load.finish(plan, rules, file)
        guard let tenant = try connection.query(Self.imported(.integer(load.tenant))).one.tenant else {
            throw file.bad("the settings of the tenant are not valid")
        }
        isOpen = false
        do throws(DatabaseError) {
            try connection.execute("commit")
        } catch {
            throw TransferError.database(
                error,
                while: "The end of the import is unknown; see `parlay admin tenant show \(load.slug)`"
            )
        }
        progress(file.size, file.size)
        return Report(
            slug: load.slug,
            tenant: tenant.id,
            rows: load.counts,
            created: load.created,
            merged: load.merged
        )
    }
}
