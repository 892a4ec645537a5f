/// Reads the columns of one row, one after the other, in the order of the statement's `select` or `returning`.
package struct ColumnReader: ~Copyable {
    private let results: ResultSet
    private let row: Int32
    /// The index of the next column.
    @usableFromInline private(set) var next: Int

    /// - Parameter first: the column to begin with; only tests begin behind the first.
    package init(_ results: ResultSet, row: Int32, from first: Int = 0) {
        self.results = results
        self.row = row
        next = first
    }

    private mutating func step() -> Int {
        defer { next += 1 }
        return next
    }

    @usableFromInline func mismatch(_ column: Int, _ expected: String) -> DatabaseError {
        results.mismatch(column, expected)
    }

    /// Why a column gave no value, for a reader that turns NULL into `nil`.
    private func requireNull(_ column: Int, _ expected: String) throws(DatabaseError) {
        guard results.isNull(row, column) else { throw mismatch(column, expected) }
    }

    /// Whether the next column is NULL.
    package var isNull: Bool { results.isNull(row, next) }

    @usableFromInline mutating func skip(_ count: Int) { next += count }

    // MARK: Values

    package mutating func text() throws(DatabaseError) -> String {
        let column = step()
        guard let value = results.text(row, column) else { throw mismatch(column, "text") }
        return value
    }

    package mutating func optionalText() throws(DatabaseError) -> String? {
        let column = step()
        if let value = results.text(row, column) { return value }
        try requireNull(column, "text")
        return nil
    }

    /// A `smallint`, `integer` or `bigint`.
    package mutating func integer() throws(DatabaseError) -> Int64 {
        let column = step()
        guard let value = results.integer(row, column) else { throw mismatch(column, "integer") }
        return value
    }

    package mutating func optionalInteger() throws(DatabaseError) -> Int64? {
        let column = step()
        if let value = results.integer(row, column) { return value }
        try requireNull(column, "integer")
        return nil
    }

    package mutating func boolean() throws(DatabaseError) -> Bool {
        let column = step()
        guard let value = results.boolean(row, column) else { throw mismatch(column, "boolean") }
        return value
    }

    package mutating func optionalBoolean() throws(DatabaseError) -> Bool? {
        let column = step()
        if let value = results.boolean(row, column) { return value }
        try requireNull(column, "boolean")
        return nil
    }

    package mutating func bytes() throws(DatabaseError) -> [UInt8] {
        let column = step()
        guard let value = results.byteArray(row, column) else { throw mismatch(column, "bytea") }
        return value
    }

    package mutating func optionalBytes() throws(DatabaseError) -> [UInt8]? {
        let column = step()
        if let value = results.byteArray(row, column) { return value }
        try requireNull(column, "bytea")
        return nil
    }

    /// A `double precision`.
    package mutating func double() throws(DatabaseError) -> Double {
        let column = step()
        guard let value = results.double(row, column) else { throw mismatch(column, "double") }
        return value
    }

    package mutating func optionalDouble() throws(DatabaseError) -> Double? {
        let column = step()
        if let value = results.double(row, column) { return value }
        try requireNull(column, "double")
        return nil
    }

    /// A `timestamptz` as milliseconds since the Unix epoch.
    package mutating func milliseconds() throws(DatabaseError) -> Int64 {
        let column = step()
        guard let value = results.milliseconds(row, column) else { throw mismatch(column, "timestamp") }
        return value
    }

    package mutating func optionalMilliseconds() throws(DatabaseError) -> Int64? {
        let column = step()
        if let value = results.milliseconds(row, column) { return value }
        try requireNull(column, "timestamp")
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
        guard next == results.columnCount else {
            throw .decoding("\(next) columns were read from a row of \(results.columnCount)")
        }
    }
}
