/// A type that reads one row of a statement. It takes every column, in the order of the statement.
///
/// The reading code is `@inlinable`, so that each type gets specialized code in its module.
package protocol RowReadable: Sendable {
    init(_ columns: inout ColumnReader) throws(DatabaseError)
}

/// A group of columns that belong together, as a whole row or part of one: declared once, beside their reader.
package protocol ColumnGroup: RowReadable {
    static var columns: SQLFragment { get }
}

/// A statement with the type of its rows.
package struct RowStatement<Row: RowReadable>: Sendable {
    package let statement: Statement

    package init(_ parts: SQLFragment..., fileID: StaticString = #fileID, line: UInt = #line) {
        statement = Statement(parts, fileID, line)
    }

    package func callAsFunction(_ parameters: Parameter...) -> RowQuery<Row> {
        RowQuery(Query(statement, parameters))
    }

    package func callAsFunction(_ parameters: [Parameter]) -> RowQuery<Row> {
        RowQuery(Query(statement, parameters))
    }
}

/// A query with the type of its rows.
package struct RowQuery<Row: RowReadable>: Sendable {
    package let query: Query

    package init(_ query: Query) { self.query = query }

    /// Its rows among the results of queries that were sent together.
    package func rows(_ results: ResultSet) -> Rows<Row> { Rows(results) }
}

/// The rows of a `RowQuery`. Each is read when it is accessed.
package struct Rows<Element: RowReadable>: Sendable {
    package let results: ResultSet

    package init(_ results: ResultSet) { self.results = results }

    package var count: Int { results.count }
    package var isEmpty: Bool { results.isEmpty }
    /// Rows that an `insert`, `update` or `delete` touched.
    package var affectedRows: Int { results.affectedRows }

    @inlinable package var first: Element? {
        get throws(DatabaseError) { isEmpty ? nil : try read(0) }
    }

    /// The first row, for queries that always return one, such as a count.
    @inlinable package var one: Element {
        get throws(DatabaseError) {
            guard let first = try first else { throw .decoding("no row") }
            return first
        }
    }

    @inlinable package var all: [Element] {
        get throws(DatabaseError) {
            var elements: [Element] = []
            elements.reserveCapacity(count)
            for row in 0..<count { elements.append(try read(row)) }
            return elements
        }
    }

    /// Maps each row.
    @inlinable package func map<Value>(_ transform: (consuming Element) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for row in 0..<count { values.append(try transform(try read(row))) }
        return values
    }

    @inlinable func read(_ row: Int) throws(DatabaseError) -> Element {
        var columns = ColumnReader(results, row: Int32(row))
        let element = try Element(&columns)
        try columns.finish()
        return element
    }
}

/// Assigns the results of queries that were sent together to their types.
package struct ResultsReader {
    /// The queries without their types.
    @inlinable package static func queries<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        -> [Query]
    {
        var list: [Query] = []
        repeat list.append((each queries).query)
        return list
    }

    @usableFromInline var sets: ArraySlice<ResultSet>

    package init(_ sets: [ResultSet]) { self.sets = sets[...] }

    @inlinable package mutating func rows<Row: RowReadable>(of query: RowQuery<Row>) -> Rows<Row> {
        Rows(sets.removeFirst())
    }
}

extension ResultSet {
    /// Reads the row with this number from its first column to its last, where no one type declares the columns.
    @inlinable package func read<Value>(
        _ row: Int,
        _ body: (inout ColumnReader) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        var columns = ColumnReader(self, row: Int32(row))
        let value = try body(&columns)
        try columns.finish()
        return value
    }
}

// MARK: - Rows of one column

/// A type that is read from one column.
package protocol ColumnValue: RowReadable {}

extension Int64: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.integer() }
}

extension String: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.text() }
}

extension Bool: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.boolean() }
}

extension Double: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.double() }
}

extension Array: ColumnValue where Element == UInt8 {}

extension Array: RowReadable where Element == UInt8 {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.bytes() }
}

/// One column that may be NULL.
extension Optional: RowReadable where Wrapped: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        guard columns.isNull else {
            self = try Wrapped(&columns)
            return
        }
        columns.skip(1)
        self = nil
    }
}

/// Rows that are only counted.
package enum UnreadRow: RowReadable {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        throw .decoding("a row that is only counted")
    }
}
