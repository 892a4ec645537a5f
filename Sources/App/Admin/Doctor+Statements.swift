internal import Database

// The doctor's queries.
extension Doctor {
    static let server = RowStatement<ServerFacts>("select", ServerFacts.columns)

    static let extensions = RowStatement<ExtensionFacts>(
        "select",
        ExtensionFacts.columns,
        """
          from unnest($1::text[]) w (name)
          left join pg_extension e on e.extname = w.name
          left join pg_available_extensions a on a.name = w.name
         order by w.name
        """
    )

    static let role = RowStatement<RoleFacts>(
        "select",
        RoleFacts.columns,
        "from pg_roles where rolname = $1"
    )

    /// Tables of tenants' rows without a complete, forced policy.
    static let unprotectedTables = RowStatement<String>(
        """
        select c.relname
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'parlay'
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
         where c.relkind in ('r', 'p')
           and not (c.relrowsecurity and c.relforcerowsecurity
                    and exists (select 1 from pg_policy p
                                 where p.polrelid = c.oid and p.polqual is not null and p.polwithcheck is not null))
         order by c.relname
        """
    )

    static let login = RowStatement<String>("select session_user::text")

    static let statements = [
        server.statement, extensions.statement, role.statement, unprotectedTables.statement, login.statement,
    ]
}

struct ServerFacts: ColumnGroup {
    static let columns: SQLFragment = [
        "current_setting('server_version_num')::integer", "current_setting('server_version')",
        "current_setting('fsync')", "current_setting('max_connections')::integer", "clock_timestamp()",
    ]

    /// `150004` for 15.4.
    let version: Int64
    let name: String
    /// `on` or `off`.
    let fsync: String
    let maximumConnections: Int64
    /// Milliseconds since 1970.
    let time: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        version = try columns.integer()
        name = try columns.text()
        fsync = try columns.text()
        maximumConnections = try columns.integer()
        time = try columns.milliseconds()
    }
}

struct ExtensionFacts: ColumnGroup {
    static let columns: SQLFragment = ["w.name", "e.oid is not null", "a.name is not null"]

    let name: String
    let isCreated: Bool
    let isAvailable: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        name = try columns.text()
        isCreated = try columns.boolean()
        isAvailable = try columns.boolean()
    }
}

struct RoleFacts: ColumnGroup {
    static let columns: SQLFragment = [
        "rolsuper or rolbypassrls", "exists (select 1 from pg_class where relowner = pg_roles.oid)",
    ]

    let mayBypass: Bool
    let ownsTables: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        mayBypass = try columns.boolean()
        ownsTables = try columns.boolean()
    }
}
