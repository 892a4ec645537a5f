/// Reads the columns of one row, one after the other, in the order of the statement's `select` or `returning`.
package struct ColumnReader: ~Copyable {
    private var cursor: RowCursor

    /// - Parameter first: the column to begin with; only tests begin after the first.
    package init(_ results: ResultSet, row: Int32, from first: Int = 0) {
        cursor = RowCursor(results, row: row)
        cursor.skip(first)
    }

    /// The index of the next column.
    @usableFromInline var next: Int { cursor.next }

    @usableFromInline func mismatch(_ column: Int, _ expected: String) -> DatabaseError {
        cursor.mismatch(column, expected)
    }

    /// Why the last column gave no value.
    private func mismatch(_ expected: String) -> DatabaseError { mismatch(next - 1, expected) }

    /// Whether the next column is NULL.
    package var isNull: Bool { mutating get { cursor.isNull() } }

    @usableFromInline mutating func skip(_ count: Int) { cursor.skip(count) }

    /// Steps over the next column if it holds this text.
    @usableFromInline mutating func skip(_ text: String) -> Bool { cursor.skip(text) }

    // MARK: Values

    package mutating func text() throws(DatabaseError) -> String {
        guard let value = cursor.text() else { throw mismatch("text") }
        return value
    }

    package mutating func optionalText() throws(DatabaseError) -> String? {
        if let value = cursor.text() { return value }
        guard cursor.wasNull else { throw mismatch("text") }
        return nil
    }

    /// A `smallint`, `integer` or `bigint`.
    package mutating func integer() throws(DatabaseError) -> Int64 {
        guard let value = cursor.integer() else { throw mismatch("integer") }
        return value
    }

    package mutating func optionalInteger() throws(DatabaseError) -> Int64? {
        if let value = cursor.integer() { return value }
        guard cursor.wasNull else { throw mismatch("integer") }
        return nil
    }

    package mutating func boolean() throws(DatabaseError) -> Bool {
        guard let value = cursor.boolean() else { throw mismatch("boolean") }
        return value
    }

    package mutating func optionalBoolean() throws(DatabaseError) -> Bool? {
        if let value = cursor.boolean() { return value }
        guard cursor.wasNull else { throw mismatch("boolean") }
        return nil
    }

    package mutating func bytes() throws(DatabaseError) -> [UInt8] {
        guard let value = cursor.byteArray() else { throw mismatch("bytea") }
        return value
    }

    package mutating func optionalBytes() throws(DatabaseError) -> [UInt8]? {
        if let value = cursor.byteArray() { return value }
        guard cursor.wasNull else { throw mismatch("bytea") }
        return nil
    }

    /// A `double precision`.
    package mutating func double() throws(DatabaseError) -> Double {
        guard let value = cursor.double() else { throw mismatch("double") }
        return value
    }

    package mutating func optionalDouble() throws(DatabaseError) -> Double? {
        if let value = cursor.double() { return value }
        guard cursor.wasNull else { throw mismatch("double") }
        return nil
    }

    /// A `timestamptz` as milliseconds since the Unix epoch.
    package mutating func milliseconds() throws(DatabaseError) -> Int64 {
        guard let value = cursor.milliseconds() else { throw mismatch("timestamp") }
        return value
    }

    package mutating func optionalMilliseconds() throws(DatabaseError) -> Int64? {
        if let value = cursor.milliseconds() { return value }
        guard cursor.wasNull else { throw mismatch("timestamp") }
        return nil
    }

    /// A value of an enumeration that is stored by its raw value.
    @inlinable package mutating func choice<Choice: RawRepresentable<String>>(
        _ type: Choice.Type = Choice.self
    )
        throws(DatabaseError) -> Choice
    {
        let column = next
        guard let choice = Choice(rawValue: try text()) else { throw mismatch(column, "\(Choice.self)") }
        return choice
    }

    /// The same for a column that mostly holds one value, which is compared with it before anything else.
    @inlinable package mutating func choice<Choice: RawRepresentable<String>>(mostly usual: Choice)
        throws(DatabaseError) -> Choice
    {
        skip(usual.rawValue) ? usual : try choice()
    }

    @inlinable package mutating func optionalChoice<Choice: RawRepresentable<String>>(
        _ type: Choice.Type = Choice.self
    ) throws(DatabaseError) -> Choice? {
        let column = next
        guard let text = try optionalText() else { return nil }
        guard let choice = Choice(rawValue: text) else { throw mismatch(column, "\(Choice.self)") }
        return choice
    }

    // MARK: Groups of columns

    /// A group of columns, or `nil` if its first column is NULL, as after an outer join.
    @inlinable package mutating func optional<Group: ColumnGroup>(_ type: Group.Type = Group.self)
        throws(DatabaseError) -> Group?
    {
        guard isNull else { return try Group(&self) }
        skip(Group.columns.count)
        return nil
    }

    /// Checks that all columns of the row were read, and no more.
    @usableFromInline func finish() throws(DatabaseError) {
        guard cursor.isComplete else {
            throw .decoding("\(next) columns were read from a row of \(cursor.count)")
        }
    }
}
