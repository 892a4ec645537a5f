internal import CPostgreSQL
internal import Glibc
internal import Reactor

/// The rows of one statement, in the server's binary format, which `Rows` reads. Owns the `PGresult` and clears it once.
///
/// `@unchecked Sendable`: a `PGresult` is never written after libpq hands it out, and libpq allows reading it from
/// any thread (PostgreSQL manual, 34.20).
@safe package final class ResultSet: @unchecked Sendable {
    fileprivate let raw: OpaquePointer
    package let count: Int
    fileprivate let columnCount: Int
    /// Whether the only column is a record, `select row(a, b, …)`, whose fields are read as columns.
    fileprivate let isRecords: Bool

    init(adopting raw: OpaquePointer) {
        unsafe self.raw = raw
        count = Int(unsafe PQntuples(raw))
        columnCount = Int(unsafe PQnfields(raw))
        isRecords = unsafe columnCount == 1 && PQftype(raw, 0) == Self.record
    }

    deinit {
        guard unsafe PQresultMemorySize(raw) > Allocator.muchMemory else { return unsafe PQclear(raw) }
        Allocator.freeTogether { unsafe PQclear(raw) }
    }

    /// The type `record` (PostgreSQL source, pg_type.dat).
    private static let record: UInt32 = 2249

    package var isEmpty: Bool { count == 0 }

    /// Rows that an `insert`, `update` or `delete` changed; for a `select` those it returned.
    package var affectedRows: Int {
        guard let text = unsafe PQcmdTuples(raw) else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }

    /// The executed command; `ROLLBACK` for the `commit` of a failed transaction.
    var commandTag: String { unsafe String(cString: PQcmdStatus(raw)) }

    /// The name of a column; its number if it is only a field of a record, or not there.
    fileprivate func name(of column: Int) -> String {
        let isThere = !isRecords && column >= 0 && column < columnCount
        return unsafe (isThere ? PQfname(raw, Int32(column)) : nil).map { unsafe String(cString: $0) }
            ?? "\(column)"
    }
}

/// Walks over the cells of one row.
///
/// A record is a count of its fields, then of each its type, its length and its bytes; the length of NULL is -1
/// (PostgreSQL source, `record_send`). One that breaks off gives no further values, and is not complete.
///
/// `raw` is that of `results`, which is kept until the end of the cursor: asked through the object, each cell would count
/// the references to it up and down.
@safe struct RowCursor: ~Copyable {
    private let results: ResultSet
    private let raw: OpaquePointer
    private let row: Int32
    /// The number of columns.
    let count: Int
    /// The number of the next column.
    private(set) var next = 0
    /// Whether the last cell was NULL, or after the last column.
    private(set) var wasNull = false
    /// The row, if it came as a record; `results` owns the bytes.
    private let record: UnsafeRawBufferPointer?
    /// Where the next field of the record begins; negative after an error.
    private var offset = 0

    init(_ results: ResultSet, row: Int32) {
        self.results = results
        unsafe raw = results.raw
        self.row = row
        guard results.isRecords, let record = unsafe Self.cell(results.raw, row, 0) else {
            unsafe self.record = nil
            count = results.columnCount
            return
        }
        unsafe self.record = record
        let isWhole = record.count >= 4
        count = isWhole ? Int(Int32(bigEndian: unsafe record.loadUnaligned(as: Int32.self))) : 0
        offset = isWhole ? 4 : -1
    }

    /// Whether every column was read, and no more.
    var isComplete: Bool {
        guard let record = unsafe record else { return next == count }
        return next == count && offset == record.count
    }

    /// The error for a column with an unexpected value, with its name.
    func mismatch(_ column: Int, _ expected: String) -> DatabaseError {
        .decoding("column \(results.name(of: column)) is not of type \(expected)")
    }

    /// Keeps the results at least until here, for code that uses only their pointer.
    deinit { withExtendedLifetime(results) {} }

    // MARK: Cells

    /// The bytes of a cell, which live as long as the results; `nil` for NULL and where there is no cell.
    @inline(__always)
    private static func cell(_ raw: OpaquePointer, _ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        let length = unsafe PQgetlength(raw, row, column)
        // The length of NULL is 0 too.
        guard unsafe length > 0 || PQgetisnull(raw, row, column) == 0,
            let start = unsafe PQgetvalue(raw, row, column)
        else { return nil }
        return unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
    }

    @inline(__always)
    private mutating func cell() -> UnsafeRawBufferPointer? {
        let column = next
        next += 1
        guard column >= 0, column < count else {
            wasNull = true
            return nil
        }
        guard let record = unsafe record else {
            let cell = unsafe Self.cell(raw, row, Int32(truncatingIfNeeded: column))
            wasNull = unsafe cell == nil
            return unsafe cell
        }
        return unsafe field(of: record)
    }

    private mutating func field(of record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        wasNull = false
        guard offset >= 0, record.count - offset >= 8 else {
            offset = -1
            return nil
        }
        let length = Int(
            Int32(bigEndian: unsafe record.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self))
        )
        let start = offset + 8
        if length == -1 {
            wasNull = true
            offset = start
            return nil
        }
        guard length >= 0, record.count - start >= length else {
            offset = -1
            return nil
        }
        offset = start + length
        return unsafe UnsafeRawBufferPointer(rebasing: record[start..<offset])
    }

    /// Looks at the next cell and stays before it.
    @inline(__always)
    private mutating func peek<Value>(_ body: (UnsafeRawBufferPointer?) -> Value) -> Value {
        let (column, start) = (next, offset)
        let value = unsafe body(cell())
        (next, offset) = (column, start)
        return value
    }

    /// Whether the next cell is NULL.
    mutating func isNull() -> Bool {
        unsafe peek { _ in }
        return wasNull
    }

    mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = unsafe cell() }
    }

    /// Steps over the next cell if it is this text.
    mutating func skip(_ text: String) -> Bool {
        let isText = unsafe peek { cell in
            guard let cell = unsafe cell, let start = cell.baseAddress else { return text.isEmpty }
            let isEqual = unsafe text.utf8.withContiguousStorageIfAvailable { text in
                guard let other = text.baseAddress, text.count == cell.count else { return false }
                return unsafe memcmp(other, start, cell.count) == 0
            }
            return isEqual ?? false
        }
        if isText { skip(1) }
        return isText
    }

    // MARK: Values; `nil` for NULL and for what is of another type

    /// The big-endian integer of 2, 4 or 8 bytes.
    mutating func integer() -> Int64? {
        guard let cell = unsafe cell() else { return nil }
        switch cell.count {
        case 8: return Int64(bigEndian: unsafe cell.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: unsafe cell.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: unsafe cell.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }

    mutating func text() -> String? {
        guard let cell = unsafe cell() else { return nil }
        let others = unsafe Self.others(cell)
        if !others.isEmpty {
            let between = unsafe UnsafeRawBufferPointer(rebasing: cell[others]).bindMemory(to: UInt8.self)
            guard (try? UTF8Span(validating: unsafe between.span)) != nil else { return nil }
        }
        let bytes = unsafe cell.bindMemory(to: UInt8.self).span
        return String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: others.isEmpty))
    }

    /// The part of a text that may be other than ASCII: what is before and after it is ASCII, so the text is UTF-8
    /// if this part is. Words of eight bytes are looked at.
    @inline(__always)
    private static func others(_ cell: UnsafeRawBufferPointer) -> Range<Int> {
        var (start, end) = (0, cell.count)
        while end - start >= 8 {
            let word = unsafe cell.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            start += 8
        }
        while end - start >= 8 {
            let word = unsafe cell.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            end -= 8
        }
        while start < end, unsafe cell[start] < 0x80 { start += 1 }
        return start..<end
    }

    mutating func boolean() -> Bool? {
        guard let cell = unsafe cell(), cell.count == 1 else { return nil }
        return unsafe cell[0] != 0
    }

    mutating func byteArray() -> [UInt8]? {
        guard let cell = unsafe cell() else { return nil }
        return unsafe [UInt8](cell)
    }

    /// A `timestamptz` as milliseconds since the Unix epoch; the server counts microseconds from 2000-01-01.
    mutating func milliseconds() -> Int64? {
        guard let microseconds = integer() else { return nil }
        let (milliseconds, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return milliseconds - (remainder < 0 ? 1 : 0) + 946_684_800_000
    }

    mutating func double() -> Double? {
        guard let cell = unsafe cell(), cell.count == 8 else { return nil }
        return Double(bitPattern: UInt64(bigEndian: unsafe cell.loadUnaligned(as: UInt64.self)))
    }
}
