package import Database
internal import Tenancy

/// Makes a database a cell of an installation: it gets a number, and copies of what no tenant has.
package struct CellSetup {
    /// Written in cell 1 alone, and followed by the others. Everything else without a tenant is each cell's own.
    static let platformTables = [
        "catalog_mean", "game_genres", "game_platforms", "game_ratings", "game_words", "games", "genres",
        "platforms",
        "signing_keys",
    ]
    private static let publication = "parlay_platform"

    /// The cell `$1` in the directory, with an entry in the installation's audit log if it is new there.
    private static let enter = Statement(
        """
        with added as (
            insert into cells (number) values (1), ($1) on conflict do nothing returning number
        )
        """,
        Audit.insertOfInstallation(
            "'cell.add'",
            on: ("'cell'", "a.number::text"),
            from: "added a where a.number = $1"
        )
    )
    package static let statements = [enter]

    private let home: CellDatabase
    private let cell: CellDatabase

    /// - Parameter home: cell 1.
    package init(home: CellDatabase, cell: CellDatabase) {
        self.home = home
        self.cell = cell
    }

    /// What is not as it must be: sentences. Without any, `run` succeeds.
    package func problems() throws -> [String] {
        var problems: [String] = []
        for cell in [home, cell] {
            let name = "The server of cell \(cell.number)"
            if try cell.one("select current_setting('wal_level') <> 'logical'") {
                problems.append("\(name) has not wal_level = logical. Set it, and restart that server.")
            }
            if try cell.one("select not rolsuper from pg_roles where rolname = current_user") {
                problems.append(
                    "The login of cell \(cell.number) is no superuser, and PostgreSQL lets no one else make subscriptions."
                )
            }
            if try cell.one("select current_setting('max_replication_slots')::bigint < 4") {
                problems.append("\(name) has less than 4 max_replication_slots.")
            }
        }
        let isSame: Bool = try cell.one(
            "select (select system_identifier from pg_control_system())::text || current_database() = $1",
            .text(
                try home.one(
                    "select (select system_identifier from pg_control_system())::text || current_database()"
                )
            )
        )
        if isSame { problems.append("This is the database of cell 1.") }
        if try home.schema() != cell.schema() {
            problems.append(
                "The schemas of cells 1 and \(cell.number) differ. Run `parlay migrate` with DATABASE_URL as the new cell's."
            )
        }
        let present: Int? = try cell.first("select number from parlay.cells", as: Int64.self).map(Int.init)
        if let present, present != cell.number {
            problems.append("This database is cell \(present) already.")
        }
        if present == nil, try cell.one("select exists (select from parlay.tenants)") {
            problems.append("This database has tenants already. A new cell begins without any.")
        }
        return problems
    }

    /// Sentences about settings of both servers that `run` succeeds with, but that can do harm later.
    package func warnings() throws -> [String] {
        try [home, cell].flatMap { cell in try cell.warnings().map { "cell \(cell.number): \($0)" } }
    }

    /// May be repeated. If the slot is gone, or with it the WAL that the cell has not seen, the copies are made again.
    package func run() throws {
        if try !cell.one("select exists (select from parlay.cells)") as Bool {
            try cell.transaction {
                try cell.run("call parlay.number_cell(\(cell.number))")
                try cell.run("insert into parlay.cells (number) values ($1)", .integer(cell.number))
            }
        }
        if try !home.one(
            "select exists (select from pg_publication where pubname = $1)",
            .text(Self.publication)
        ) as Bool {
            try home.run(
                "create publication \(Self.publication) for table "
                    + Self.platformTables.map { "parlay.\($0)" }.joined(separator: ", ")
            )
        }
        let stream = LogicalStream(
            name: "parlay_platform_\(cell.number)",
            publication: Self.publication,
            source: home,
            target: cell
        )
        // A copy that was interrupted has left a slot without a subscription.
        if try !stream.hasSlot || !stream.hasSubscription {
            try stream.leave()
            try stream.drop()
            try PlatformCopy(stream: stream).run(Self.platformTables)
            try stream.follow()
        }
        _ = try home.connection.query(Self.enter(.integer(cell.number)))
    }
}

extension CellDatabase {
    /// What was applied to it.
    func schema() throws -> String {
        try one(
            """
            select string_agg(name || ' ' || checksum, ',' order by name, checksum)
              from (select name, checksum from parlay.schema_migrations
                    union all
                    select name, checksum from parlay.schema_functions where is_present) s
            """
        )
    }

    /// The slugs of the tenants that live there and do not move, and of those whose move to the other cell has begun.
    func residents(leavingFor goal: Int) throws -> [String] {
        try all(
            """
            select t.slug
              from parlay.tenants t
              left join parlay.moves m on m.tenant = t.id
             where case when m.tenant is null then t.state = 'open'
                        else m.source = $1 and m.target = $2 and m.phase <> 'cancelling' end
             order by t.slug
            """,
            .integer(number),
            .integer(goal)
        )
    }
}
