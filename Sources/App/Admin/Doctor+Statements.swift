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

    /// Which cell the database is; no row if it is none.
    static let ownCell = RowStatement<Int64>("select number::bigint from cells order by number limit 1")

    static let text = RowStatement<TextFacts>(
        "select",
        TextFacts.columns,
        "from pg_database where datname = current_database()"
    )
    /// Letters outside of ASCII. Only for a database with the encoding UTF8.
    static let lowerCase = RowStatement<Bool>("select lower('ÄÉЖ') = 'äéж'")

    /// Those of `$1` that the server does not know.
    static let unknownTimeZones = RowStatement<String>(
        """
        select w.name from unnest($1::text[]) w (name)
         where not exists (select from pg_timezone_names z where z.name = w.name)
         order by w.name
        """
    )

    static let dataDirectory = RowStatement<DirectoryFacts>("select", DirectoryFacts.columns)

    static let oldestJob = RowStatement<Double>("select job_oldest_seconds()")

    static let statements = [
        server.statement, extensions.statement, role.statement, unprotectedTables.statement, login.statement,
        text.statement, lowerCase.statement, unknownTimeZones.statement, dataDirectory.statement,
        oldestJob.statement, roles.statement, backup.statement, replication.statement, paused.statement,
        hasCopies.statement, ownCell.statement,
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

struct TextFacts: ColumnGroup {
    static let columns: SQLFragment = ["pg_encoding_to_char(encoding)::text", "datctype::text"]

    let encoding: String
    /// The locale that says what a letter is.
    let locale: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        encoding = try columns.text()
        locale = try columns.text()
    }
}

struct DirectoryFacts: ColumnGroup {
    static let columns: SQLFragment = [
        """
        case when pg_has_role(current_user, 'pg_read_all_settings', 'member')
             then current_setting('data_directory') else '' end
        """,
        "inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1'",
    ]

    /// Empty if the role may not know it.
    let path: String
    /// Whether the server is on this machine, if no tunnel is in between.
    let isLocal: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        path = try columns.text()
        isLocal = try columns.boolean()
    }
}
