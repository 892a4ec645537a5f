package import Database

/// Tests read what their own statements return without a type for each. The program reads rows by `RowReadable`.
extension ResultSet: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package subscript(row: Int) -> Row {
        precondition(row >= 0 && row < count, "row out of range")
        return Row(results: self, row: Int32(row))
    }
}

/// One row. Columns are numbered from 0 in the order of the statement's `select` or `returning`.
package struct Row: Sendable {
    fileprivate let results: ResultSet
    fileprivate let row: Int32

    private func read<Value: RowReadable>(_ column: Int) throws(DatabaseError) -> Value {
        var columns = ColumnReader(results, row: row, from: column)
        return try Value(&columns)
    }

    /// `nil` for NULL and for what is of another type.
    private func optional<Value: ColumnValue>(_ column: Int) -> Value? {
        do throws(DatabaseError) {
            let value: Value = try read(column)
            return value
        } catch {
            return nil
        }
    }

    /// A `smallint`, `integer` or `bigint`.
    package func integer(_ column: Int) throws(DatabaseError) -> Int64 { try read(column) }
    package func optionalInteger(_ column: Int) -> Int64? { optional(column) }
    package func text(_ column: Int) throws(DatabaseError) -> String { try read(column) }
    package func optionalText(_ column: Int) -> String? { optional(column) }
    package func boolean(_ column: Int) throws(DatabaseError) -> Bool { try read(column) }
    package func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] { try read(column) }
    /// A `double precision`.
    package func double(_ column: Int) throws(DatabaseError) -> Double { try read(column) }
    /// A `timestamptz` as milliseconds since the Unix epoch.
    package func milliseconds(_ column: Int) throws(DatabaseError) -> Int64 {
        var columns = ColumnReader(results, row: row, from: column)
        return try columns.milliseconds()
    }
    package func optionalMilliseconds(_ column: Int) -> Int64? {
        do throws(DatabaseError) { return try milliseconds(column) } catch { return nil }
    }

    package func isNull(_ column: Int) -> Bool {
        var columns = ColumnReader(results, row: row, from: column)
        return columns.isNull
    }
}
