/// Static SQL: a part of a statement, or a list of columns.
///
/// Every fragment consists of `StaticString`s and other fragments, so it cannot contain a value.
///
///     static let columns: SQLFragment = ["id", "name", "version"]
///     static let find = Statement("select", columns.of("i"), "from invites i where i.tenant_id = $1")
package struct SQLFragment: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One piece of text, or the columns of a list.
    private let items: [String]

    private init(items: [String]) { self.items = items }

    package init(_ text: StaticString) { items = ["\(text)"] }

    package init(stringLiteral text: StaticString) { self.init(text) }

    /// A list of columns.
    package init(arrayLiteral columns: StaticString...) { items = columns.map { "\($0)" } }

    /// Parts on separate lines, as one part.
    package init(joining pieces: SQLFragment...) { items = [Self.text(of: pieces)] }

    /// The text; columns are separated by commas.
    package var text: String { items.joined(separator: ", ") }

    static func text(of pieces: [SQLFragment]) -> String { pieces.map(\.text).joined(separator: "\n") }

    /// The number of columns in the list.
    package var count: Int { items.count }

    /// The columns with the table's alias: `w.id, w.name`.
    package func of(_ alias: StaticString) -> SQLFragment { prefixed("\(alias).") }

    /// The columns whose names begin so: `owner_id, owner_username`.
    package func prefixed(by prefix: StaticString) -> SQLFragment { prefixed("\(prefix)") }

    private func prefixed(_ prefix: String) -> SQLFragment { SQLFragment(items: items.map { prefix + $0 }) }

    /// The columns as the fields of one record, which is read like the columns: cheaper for statements that answer one
    /// row, slower for those that answer many (decision 121).
    package var record: SQLFragment { SQLFragment(items: ["row(\(text))"]) }

    /// A row of a table for each row of `source`, without the columns whose value is `nil`.
    package static func insert(
        into table: StaticString,
        _ values: KeyValuePairs<StaticString, SQLFragment?>,
        from source: SQLFragment? = nil
    ) -> SQLFragment {
        let given = values.compactMap { column, value in value.map { (column: "\(column)", value: $0.text) } }
        let columns = given.map(\.column).joined(separator: ", ")
        let values = given.map(\.value).joined(separator: ", ")
        return SQLFragment(
            items: [
                "insert into \(table) (\(columns))\nselect \(values)"
                    + (source.map { "\nfrom \($0.text)" } ?? "")
            ]
        )
    }

    /// Both lists of columns, joined.
    package static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
        SQLFragment(items: left.items + right.items)
    }
}
