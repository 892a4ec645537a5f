package import Database
package import ParlayAPI

extension ExportPart {
    /// All rows of a statement that knows what they are read as, as a list.
    package init<Value: RowReadable, Item: JSONWritable & Sendable>(
        _ name: String,
        module: Module? = nil,
        _ statement: RowStatement<Value>,
        item: @escaping @Sendable (Value, Tenant) throws -> Item
    ) {
        self.init(name, module: module, statement.statement) { row, tenant in
            try item(try row.read(), tenant)
        }
    }
}
