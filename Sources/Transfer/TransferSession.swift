internal import Database

/// What the sessions of exports, imports and deletions have in common.
enum TransferSession {
    /// Ids beyond this are refused: the sequences are moved beyond them, and ids must stay exact in JSON.
    static let greatestID: Int64 = 1_000_000_000_000_000

    /// Values look the same whatever the database's defaults, and no limit is meant for work that takes minutes.
    private static let settings = Statement(
        """
        select set_config('datestyle', 'ISO, YMD', false), set_config('extra_float_digits', '1', false),
               set_config('intervalstyle', 'postgres', false), set_config('timezone', 'UTC', false),
               set_config('statement_timeout', '0', false),
               set_config('idle_in_transaction_session_timeout', '0', false)
        """
    )
    /// Silences the triggers of new and deleted rows, see decision 110.
    private static let silence = Statement("select set_config('parlay.transfer', 'on', false)")
    static let tenant = RowStatement<Int64>("select id from tenants where slug = $1")
    static let isDeleting = RowStatement<Bool>("select status = 'deleting' from tenants where id = $1")

    static let statements = [settings, silence, tenant.statement, isDeleting.statement]

    static func prepare(_ connection: BlockingConnection, isSilent: Bool) throws {
        _ = try connection.query(settings())
        if isSilent { _ = try connection.query(silence()) }
    }
}

/// Runs statements of which some are composed of the catalog's names.
extension BlockingConnection {
    func rows<Row: RowReadable>(_ sql: String, _ parameters: Parameter...) throws(DatabaseError) -> Rows<Row>
    {
        Rows(try query(sql, parameters))
    }

    /// Rolls back; a connection that is lost has done so already.
    func rollBack() {
        do throws(DatabaseError) { try execute("rollback") } catch {}
    }
}
