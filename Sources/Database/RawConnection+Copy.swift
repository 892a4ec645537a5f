internal import CPostgreSQL

/// Copies of rows from one database to another (PostgreSQL manual, 34.10), and the commands of replication (55.4). Blocks.
extension RawConnection {
    /// The rows of a command whose values are text, such as `create_replication_slot`; `nil` is null.
    func simple(_ sql: String) throws(DatabaseError) -> [[String?]] {
        let result = unsafe PQexec(raw, sql)
        defer { unsafe PQclear(result) }
        let status = unsafe PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw unsafe Self.failure(result, fallback: errorMessage)
        }
        let columns = unsafe PQnfields(result)
        let count = unsafe PQntuples(result)
        return (0..<count).map { row in
            (0..<columns).map { column in
                guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
                return unsafe PQgetvalue(result, row, column).map { unsafe String(cString: $0) }
            }
        }
    }

    private func begin(_ sql: String, _ expected: ExecStatusType) throws(DatabaseError) {
        let result = unsafe PQexec(raw, sql)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == expected else {
            throw unsafe Self.failure(result, fallback: errorMessage)
        }
    }

    /// Runs `copy … to stdout` here and `copy … from stdin` there; `progress` gets the bytes of each piece.
    func copy(
        _ output: String,
        to target: RawConnection,
        _ input: String,
        progress: (Int) -> Void
    ) throws(DatabaseError) {
        guard unsafe PQsetnonblocking(target.raw, 0) == 0 else { throw .unavailable(target.errorMessage) }
        try begin(output, PGRES_COPY_OUT)
        try target.begin(input, PGRES_COPY_IN)
        while true {
            var piece: UnsafeMutablePointer<CChar>?
            let count = unsafe PQgetCopyData(raw, &piece, 0)
            guard count > 0 else {
                guard count == -1 else {
                    _ = unsafe PQputCopyEnd(target.raw, "the source failed")
                    _ = target.failures()
                    throw .unavailable(errorMessage)
                }
                break
            }
            defer { unsafe PQfreemem(piece) }
            guard unsafe PQputCopyData(target.raw, piece, count) == 1 else {
                throw .unavailable(target.errorMessage)
            }
            progress(Int(count))
        }
        if let failure = failures() { throw failure }
        guard unsafe PQputCopyEnd(target.raw, nil) == 1 else { throw .unavailable(target.errorMessage) }
        if let failure = target.failures() { throw failure }
    }

    /// Reads the results that end a copy.
    private func failures() -> DatabaseError? {
        var failure: DatabaseError?
        while let result = unsafe PQgetResult(raw) {
            defer { unsafe PQclear(result) }
            if unsafe PQresultStatus(result) == PGRES_FATAL_ERROR {
                failure = unsafe Self.failure(result, fallback: errorMessage)
            }
        }
        return failure
    }
}
