package import Database

/// A kind of jobs that the operator has paused: its jobs wait, and workers claim none of them.
package struct PausedKind: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = ["kind", "paused_at"]

    package let kind: String
    /// Milliseconds since the Unix epoch.
    package let since: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        kind = try columns.text()
        since = try columns.milliseconds()
    }

    static let list = RowStatement<PausedKind>("select", columns, "from paused_kinds order by kind")
    private static let pause = RowStatement<String>(
        """
        insert into paused_kinds (kind)
        values ($1)
            on conflict do nothing
        returning kind
        """
    )
    private static let resume = RowStatement<String>(
        "delete from paused_kinds where kind = $1 returning kind"
    )
    static let statements = [list.statement, pause.statement, resume.statement]

    /// Whether it may be the name of a kind; the database checks the same.
    package static func isKind(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z][a-z0-9_.]{0,62}/) != nil
    }

    /// All of them, by kind.
    package static func all(_ pool: DatabasePool) async throws(DatabaseError) -> [PausedKind] {
        try await pool.read(list()).all
    }

    /// Workers claim no more of the kind from their next search on, which this begins at once. What runs goes on.
    ///
    /// - Returns: whether it was not paused before.
    package static func pause(_ kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Bool {
        let (done, _) = try await pool.write(pause(.text(kind)), JobAdmin.wake())
        return try !done.all.isEmpty
    }

    /// - Returns: whether it was paused.
    package static func resume(_ kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Bool {
        let (done, _) = try await pool.write(resume(.text(kind)), JobAdmin.wake())
        return try !done.all.isEmpty
    }
}
