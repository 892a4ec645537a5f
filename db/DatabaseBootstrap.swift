internal import Database

/// Creates what the first migration needs: the roles, the schema, the extensions and the tables of what was applied.
struct DatabaseBootstrap {
    private let connection: BlockingConnection

    init(_ connection: BlockingConnection) { self.connection = connection }

    /// The roles of the cluster. A password, when one is needed to log in, is the administrator's to set.
    private static let roles: [(name: String, options: String)] = [
        ("parlay_owner", "nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls"),
        ("parlay_front", "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls"),
        ("parlay_worker", "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls"),
    ]

    /// In the schema `parlay`, so that functions with `search_path = parlay` find them.
    private static let extensions = Migrator.extensions

    func prepare() throws(MigrationError) {
        try checkVersion()
        try makeRoles()
        try checkRoles()
        try takeRoles()
        try makeSchema()
        try makeExtensions()
    }

    /// 15 brought `security_invoker` views.
    private func checkVersion() throws(MigrationError) {
        let version = try text("select current_setting('server_version')") ?? ""
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }), major >= 15 else {
            throw .unsupportedServer(version: version)
        }
    }

    // MARK: Roles

    /// Roles belong to the cluster, and another database of it may be migrating at the same time (advisory locks are
    /// per database): a role that suddenly exists is fine.
    private func makeRoles() throws(MigrationError) {
        for role in Self.roles {
            guard try !isTrue("select exists (select from pg_roles where rolname = $1)", .text(role.name))
            else { continue }
            do {
                try connection.execute("create role \(role.name) \(role.options)")
            } catch  where error.sqlState == .duplicateObject || error.sqlState == .uniqueViolation {
                continue
            } catch {
                let remedy = Self.roles.map { "create role \($0.name) \($0.options);" }.joined(separator: " ")
                throw refused(error, "create roles", remedy: remedy)
            }
        }
    }

    /// Existing roles with these names may have more rights than they need.
    private func checkRoles() throws(MigrationError) {
        let found = try MigrationError.wrapping { () throws(DatabaseError) in
            try connection.query(Self.unsafeRoles()).first
        }
        if let found { throw .unsafeRole(found.name, can: found.ability) }
    }

    private static let unsafeRoles = RowStatement<UnsafeRole>(
        "select",
        UnsafeRole.columns,
        """
          from pg_roles r
         where r.rolname in ('parlay_front', 'parlay_worker')
           and (r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, 'parlay_owner', 'member'))
         order by r.rolname
        """
    )
    static let statements = [unsafeRoles.statement]

    /// Grants each role to the migrating user; a superuser does not need it.
    private func takeRoles() throws(MigrationError) {
        for role in Self.roles {
            let isMember = try isTrue("select pg_has_role(current_user, $1, 'member')", .text(role.name))
            if isMember { continue }
            do {
                try connection.execute("grant \(role.name) to current_user")
            } catch {
                // The same user may be migrating another database of the cluster.
                let isMember = try isTrue("select pg_has_role(current_user, $1, 'member')", .text(role.name))
                if isMember { continue }
                let user = try text("select quote_ident(current_user)") ?? "current_user"
                let remedy = "grant \(Self.roles.map(\.name).joined(separator: ", ")) to \(user);"
                throw refused(error, "take the role \(role.name)", remedy: remedy)
            }
        }
    }

    // MARK: The database

    private func makeSchema() throws(MigrationError) {
        let owner = "select pg_get_userbyid(nspowner)::text from pg_namespace where nspname = 'parlay'"
        switch try text(owner) {
        case "parlay_owner": break
        case nil:
            let remedy = "create schema parlay authorization parlay_owner;"
            try run(
                "create schema parlay authorization parlay_owner",
                "create the schema parlay",
                remedy: remedy
            )
        case let other?:
            throw .missingRight(
                wanted: "use the schema parlay",
                reason: "it belongs to \(other)",
                remedy: "alter schema parlay owner to parlay_owner;"
            )
        }
        // The front and the worker check the schema at their start.
        try run(
            """
            begin;
            set local role parlay_owner;
            grant usage on schema parlay to parlay_front, parlay_worker;
            create table if not exists parlay.schema_migrations (
                version integer primary key,
                name text not null,
                checksum text not null,
                applied_at timestamptz not null default now()
            );
            alter table parlay.schema_migrations
                add column if not exists compatible boolean not null default false;
            create table if not exists parlay.schema_functions (
                name text not null,
                checksum text not null,
                -- Whether it is the last of this name that was applied.
                is_present boolean not null,
                applied_at timestamptz not null default now(),
                primary key (name, checksum)
            );
            grant select on parlay.schema_migrations, parlay.schema_functions to parlay_front, parlay_worker;
            commit;
            """,
            "work as parlay_owner",
            remedy: "grant parlay_owner to current_user;"
        )
    }

    private func makeExtensions() throws(MigrationError) {
        for name in Self.extensions {
            let schema = """
                select n.nspname::text from pg_extension e join pg_namespace n on n.oid = e.extnamespace
                 where e.extname = $1
                """
            switch try text(schema, .text(name)) {
            case "parlay": continue
            case nil:
                let statement = "create extension \(name) schema parlay"
                try run(statement, "create the extension \(name)", remedy: statement + ";")
            case let other?:
                let statement = "alter extension \(name) set schema parlay"
                try run(
                    statement,
                    "move the extension \(name) out of the schema \(other)",
                    remedy: statement + ";"
                )
            }
        }
    }

    // MARK: Statements

    private func run(_ sql: String, _ wanted: String, remedy: String) throws(MigrationError) {
        do {
            try connection.execute(sql)
        } catch {
            try? connection.execute("rollback")
            throw refused(error, wanted, remedy: remedy)
        }
    }

    private func refused(_ error: DatabaseError, _ wanted: String, remedy: String) -> MigrationError {
        guard case .statement(let failure) = error else { return .database(error) }
        return .missingRight(wanted: wanted, reason: failure.message, remedy: remedy)
    }

    private func isTrue(_ sql: String, _ parameter: Parameter) throws(MigrationError) -> Bool {
        try MigrationError.wrapping { () throws(DatabaseError) in
            try Rows<Bool>(try connection.query(sql, parameter)).first ?? false
        }
    }

    private func text(_ sql: String, _ parameters: Parameter...) throws(MigrationError) -> String? {
        try MigrationError.wrapping { () throws(DatabaseError) in
            try Rows<String?>(try connection.query(sql, parameters)).first ?? nil
        }
    }
}

/// A role of the program that has more rights than it needs.
private struct UnsafeRole: ColumnGroup {
    static let columns: SQLFragment = [
        "r.rolname",
        """
        case when r.rolsuper then 'is a superuser'
             when r.rolbypassrls then 'has bypassrls'
             else 'is a member of parlay_owner' end
        """,
    ]

    let name: String
    let ability: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        name = try columns.text()
        ability = try columns.text()
    }
}
