internal import Database

/// A table of tenants, as the catalog describes it.
struct TenantTable: Equatable {
    struct Column: Equatable {
        let name: String
        /// Ready for SQL.
        let quoted: String
        /// `timestamp with time zone`.
        let type: String
        /// The database computes it.
        let isGenerated: Bool
        /// From a sequence.
        let isIdentity: Bool
        /// The transaction that wrote the row, whose number means nothing in another database.
        let isTransaction: Bool
        /// Its place in the primary key; `nil` for the others.
        let keyPosition: Int64?
    }

    let name: String
    let quoted: String
    /// Without `tenant_id`.
    let columns: [Column]

    /// Without `tenant_id`, in the order of the primary key.
    var key: [Column] {
        columns.filter { $0.keyPosition != nil }.sorted { ($0.keyPosition ?? 0) < ($1.keyPosition ?? 0) }
    }

    /// What goes along to another cell: the rest is made there.
    var moving: [Column] { columns.filter { !$0.isGenerated && !$0.isTransaction } }
    /// The same with `tenant_id`, for SQL.
    var movingList: String { (["tenant_id"] + moving.map(\.quoted)).joined(separator: ", ") }
    var hasBytes: Bool { columns.contains { $0.type == "bytea" } }
    var identity: Column? { columns.first { $0.isIdentity } }
}

/// A row of the catalog.
struct CatalogColumn: RowReadable {
    let table: String
    let quotedTable: String
    let column: TenantTable.Column

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        table = try columns.text()
        quotedTable = try columns.text()
        let name = try columns.text()
        let quoted = try columns.text()
        let type = try columns.text()
        let isGenerated = try columns.boolean()
        let isIdentity = try columns.boolean()
        let isTransaction = try columns.boolean()
        column = TenantTable.Column(
            name: name,
            quoted: quoted,
            type: type,
            isGenerated: isGenerated,
            isIdentity: isIdentity,
            isTransaction: isTransaction,
            keyPosition: try columns.optionalInteger()
        )
    }
}

/// A foreign key between two tables.
struct CatalogReference: RowReadable {
    let child: String
    let parent: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        child = try columns.text()
        parent = try columns.text()
    }
}
