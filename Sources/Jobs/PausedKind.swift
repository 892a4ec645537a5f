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
    static let statements = [list.statement] + Changes.unlogged.statements

    /// The statements that pause and resume a kind. Targets above may add what is done with it.
    package struct Changes: Sendable {
        fileprivate let pause: RowStatement<String>
        fileprivate let resume: RowStatement<String>

        package static let unlogged = Changes(paused: "", resumed: "")

        /// - Parameters:
        ///   - paused: further parts of the `with`, such as `, logged as (insert …)`. `changed` has the column `kind`, and no row if
        ///     nothing changed.
        ///   - resumed: the same for a kind that is resumed.
        package init(paused: SQLFragment, resumed: SQLFragment) {
            pause = RowStatement(
                "with changed as (insert into paused_kinds (kind) values ($1) on conflict do nothing returning kind)",
                paused,
                "select kind from changed"
            )
            resume = RowStatement(
                "with changed as (delete from paused_kinds where kind = $1 returning kind)",
                resumed,
                "select kind from changed"
            )
        }

        package var statements: [Statement] { [pause.statement, resume.statement] }
    }

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
    package static func pause(
        _ kind: String,
        by changes: Changes = .unlogged,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> Bool {
        let (done, _) = try await pool.write(changes.pause(.text(kind)), JobAdmin.wake())
        return try !done.all.isEmpty
    }

    /// - Returns: whether it was paused.
    package static func resume(
        _ kind: String,
        by changes: Changes = .unlogged,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> Bool {
        let (done, _) = try await pool.write(changes.resume(.text(kind)), JobAdmin.wake())
        return try !done.all.isEmpty
    }
}
