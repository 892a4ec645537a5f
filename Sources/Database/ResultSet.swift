internal import CPostgreSQL

/// The rows of one statement, in the server's binary format, which `Rows` reads. Owns the `PGresult` and clears it once.
///
/// `@unchecked Sendable`: a `PGresult` is never written after libpq hands it out, and libpq allows reading it from
/// any thread (PostgreSQL manual, 34.20).
@safe package final class ResultSet: @unchecked Sendable {
    private let raw: OpaquePointer
    package let count: Int
    let columnCount: Int

    init(adopting raw: OpaquePointer) {
        unsafe self.raw = raw
        count = Int(unsafe PQntuples(raw))
        columnCount = Int(unsafe PQnfields(raw))
    }

    deinit { unsafe PQclear(raw) }

    package var isEmpty: Bool { count == 0 }

    /// Rows that an `insert`, `update` or `delete` changed; for a `select` those it returned.
    package var affectedRows: Int {
        guard let text = unsafe PQcmdTuples(raw) else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }

    /// The executed command; `ROLLBACK` for the `commit` of a failed transaction.
    var commandTag: String { unsafe String(cString: PQcmdStatus(raw)) }

    /// The error for a column with an unexpected value, with its name.
    func mismatch(_ column: Int, _ expected: String) -> DatabaseError {
        let isThere = column >= 0 && column < columnCount
        let name =
            unsafe (isThere ? PQfname(raw, Int32(column)) : nil).map { unsafe String(cString: $0) }
            ?? "\(column)"
        return .decoding("column \(name) is not of type \(expected)")
    }

    private func bytes(_ row: Int32, _ column: Int) -> UnsafeRawBufferPointer? {
        guard column >= 0, column < columnCount,
            unsafe PQgetisnull(raw, row, Int32(column)) == 0,
            let start = unsafe PQgetvalue(raw, row, Int32(column))
        else { return nil }
        return unsafe UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(raw, row, Int32(column))))
    }

    /// The big-endian integer of 2, 4 or 8 bytes in a cell; `nil` for NULL and other lengths.
    func integer(_ row: Int32, _ column: Int) -> Int64? {
        guard let cell = unsafe bytes(row, column) else { return nil }
        switch cell.count {
        case 8: return Int64(bigEndian: unsafe cell.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: unsafe cell.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: unsafe cell.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }

    func text(_ row: Int32, _ column: Int) -> String? {
        guard let cell = unsafe bytes(row, column),
            let text = unsafe try? UTF8Span(validating: cell.bindMemory(to: UInt8.self).span)
        else { return nil }
        return String(copying: text)
    }

    func boolean(_ row: Int32, _ column: Int) -> Bool? {
        guard let cell = unsafe bytes(row, column), cell.count == 1 else { return nil }
        return unsafe cell[0] != 0
    }

    func byteArray(_ row: Int32, _ column: Int) -> [UInt8]? {
        guard let cell = unsafe bytes(row, column) else { return nil }
        return unsafe [UInt8](cell)
    }

    /// A `timestamptz` as milliseconds since the Unix epoch; the server counts microseconds from 2000-01-01.
    func milliseconds(_ row: Int32, _ column: Int) -> Int64? {
        guard let microseconds = integer(row, column) else { return nil }
        let (milliseconds, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return milliseconds - (remainder < 0 ? 1 : 0) + 946_684_800_000
    }

    func double(_ row: Int32, _ column: Int) -> Double? {
        guard let cell = unsafe bytes(row, column), cell.count == 8 else { return nil }
        return Double(bitPattern: UInt64(bigEndian: unsafe cell.loadUnaligned(as: UInt64.self)))
    }

    func isNull(_ row: Int32, _ column: Int) -> Bool {
        guard column >= 0, column < columnCount else { return true }
        return unsafe PQgetisnull(raw, row, Int32(column)) != 0
    }
}
