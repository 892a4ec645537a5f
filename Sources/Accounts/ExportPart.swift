package import Database
package import ParlayAPI
package import Tenancy

/// One member of `GET /export/`.
package struct ExportPart: Sendable {
    package let name: String
    /// The part is absent if the module is off.
    package let module: Module?
    let isList: Bool
    let isNullable: Bool
    /// `$1` is the tenant's id; the caller is `current_account_id()`.
    package let statement: Statement
    let value: @Sendable (ResultSet, Tenant) throws -> any JSONWritable & Sendable

    /// `payment_notes` is "Your payment notes."
    var summary: String { "Your \(name.split(separator: "_").joined(separator: " "))." }

    /// All rows, as a list.
    package init<Row: RowReadable, Item: JSONWritable & Sendable>(
        _ name: String,
        module: Module? = nil,
        _ statement: RowStatement<Row>,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.init(name, module: module, statement) { rows, tenant in try rows.map { try item($0, tenant) } }
    }

    /// All rows, as a list of items that may take several rows each.
    package init<Row: RowReadable, Item: JSONWritable & Sendable>(
        _ name: String,
        module: Module? = nil,
        _ statement: RowStatement<Row>,
        items: @escaping @Sendable (Rows<Row>, Tenant) throws -> [Item]
    ) {
        self.name = name
        self.module = module
        isList = true
        isNullable = false
        self.statement = statement.statement
        value = { results, tenant in try items(Rows<Row>(results), tenant) }
    }

    /// The only row.
    init<Row: RowReadable, Item: JSONWritable & Sendable>(
        one name: String,
        _ statement: RowStatement<Row>,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.name = name
        module = nil
        isList = false
        isNullable = false
        self.statement = statement.statement
        value = { results, tenant in
            guard let row = try Rows<Row>(results).first else { throw TenancyError.unauthorized }
            return try item(row, tenant)
        }
    }

    /// The only row, or null.
    init<Row: RowReadable, Item: JSONWritable & Sendable>(
        ifThere name: String,
        _ statement: RowStatement<Row>,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.name = name
        module = nil
        isList = false
        isNullable = true
        self.statement = statement.statement
        value = { results, tenant in try Rows<Row>(results).first.map { try item($0, tenant) } }
    }
}
