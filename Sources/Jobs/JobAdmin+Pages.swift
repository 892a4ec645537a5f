package import Database

// What the operator's console shows of the queue: pages and counts that stay cheap however long the queue is.
extension JobAdmin {
    package enum State: String, Sendable, CaseIterable {
        case dead, available, running
    }

    /// Which jobs are wanted.
    package struct Filter: Sendable, Equatable {
        /// The slug that stands for jobs of the whole installation.
        package static let installation = "-"

        package var state: State
        /// A tenant's slug, or `installation`; `nil` for all.
        package var tenant: String?
        package var kind: String?

        package init(_ state: State, tenant: String? = nil, kind: String? = nil) {
            self.state = state
            self.tenant = tenant
            self.kind = kind
        }
    }

    /// A row of a page.
    package struct Listed: ColumnGroup, Equatable {
        package static let columns: SQLFragment = [
            "j.tenant_id", "t.slug", "j.id", "j.kind", "j.attempt", "j.max_attempts", "j.last_error",
        ]

        package let tenantID: Int64
        /// `nil` for a job of the whole installation.
        package let tenant: String?
        package let id: Int64
        package let kind: String
        package let attempt: Int
        package let maximumAttempts: Int
        package let lastError: String?
        /// When it is due, or when it died; microseconds since the Unix epoch.
        package let at: Int64

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            tenantID = try columns.integer()
            tenant = try columns.optionalText()
            id = try columns.integer()
            kind = try columns.text()
            attempt = Int(try columns.integer())
            maximumAttempts = Int(try columns.integer())
            lastError = try columns.optionalText()
            at = try columns.integer()
        }

        /// Where the next page begins.
        package var position: Position { Position(tenant: tenantID, kind: kind, at: at, id: id) }
    }

    /// The place of a job in the order of its list.
    package struct Position: Sendable, Equatable {
        package let tenant: Int64
        package let kind: String
        /// Microseconds since the Unix epoch.
        package let at: Int64
        package let id: Int64

        package init(tenant: Int64, kind: String, at: Int64, id: Int64) {
            self.tenant = tenant
            self.kind = kind
            self.at = at
            self.id = id
        }

        /// Before the first of those that wait.
        fileprivate static let start = Position(tenant: -1, kind: "", at: 0, id: 0)
        /// Before the newest.
        fileprivate static let end = Position(tenant: 0, kind: "", at: 253_402_214_400_000_000, id: .max)
    }

    /// How many jobs there are in each state. `countLimit + 1` means more than `countLimit`.
    package struct Counts: ColumnGroup, Equatable {
        package static let columns: SQLFragment = ["dead", "available", "running"]

        private let counts: [State: Int]

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            var counts: [State: Int] = [:]
            for state in State.allCases { counts[state] = Int(try columns.integer()) }
            self.counts = counts
        }

        package subscript(state: State) -> Int { counts[state] ?? 0 }
    }

    /// Counting stops here.
    package static let countLimit = 10_000

    /// Dead ones newest first, waiting ones by tenant and kind in the order in which they run, running ones newest first.
    ///
    /// - Parameter after: the last of the page before.
    package static func page(
        _ filter: Filter,
        after: Position? = nil,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> (jobs: [Listed], counts: Counts) {
        let (tenant, kind) = (Parameter.text(filter.tenant), Parameter.text(filter.kind))
        let isOfKind = filter.tenant == nil && filter.kind != nil
        let query: RowQuery<Listed>
        switch filter.state {
        case .dead:
            let after = after ?? .end
            query = dead(tenant, kind, .integer(after.at), .integer(after.id), .integer(limit))
        case .available:
            let after = after ?? .start
            let (at, id) = (Parameter.integer(after.at), Parameter.integer(after.id))
            query =
                isOfKind
                ? waitingOfKind(kind, .integer(after.tenant), at, id, .integer(limit))
                : waiting([tenant, kind, .integer(after.tenant), .text(after.kind), at, id, .integer(limit)])
        case .running:
            query = running(tenant, kind, .integer((after ?? .end).id), .integer(limit))
        }
        let (jobs, counts) = try await pool.read(query, isOfKind ? countsOfKind(kind) : counts(tenant, kind))
        return (try jobs.all, try counts.one)
    }

    package static func counts(tenant: String? = nil, kind: String? = nil, _ pool: DatabasePool)
        async throws(DatabaseError) -> Counts
    {
        let isOfKind = tenant == nil && kind != nil
        return try await pool.read(isOfKind ? countsOfKind(.text(kind)) : counts(.text(tenant), .text(kind)))
            .one
    }

    /// - Parameter tenant: its id; 0 for a job of the whole installation.
    package static func show(_ id: Int64, of tenant: Int64, _ pool: DatabasePool) async throws(DatabaseError)
        -> Entry?
    {
        try await pool.read(showOne(.integer(tenant), .integer(id))).first
    }

    /// Which job it is.
    package struct Key: ColumnGroup, Equatable {
        package static let columns: SQLFragment = ["j.tenant_id", "j.id"]

        /// 0 for a job of the whole installation.
        package let tenant: Int64
        package let id: Int64

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            tenant = try columns.integer()
            id = try columns.integer()
        }
    }

    /// Dead jobs, the first to die first.
    ///
    /// - Parameter until: those that died later are left out; milliseconds since the Unix epoch.
    package static func dead(
        _ filter: Filter,
        until: Int64,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [Key] {
        let query = ids(.text(filter.tenant), .text(filter.kind), .integer(until), .integer(limit))
        return try await pool.read(query).all
    }

    /// Settings of the sessions that run these statements: filters that are not set are left out of the plan, and no table is read as
    /// a whole.
    package static let session = [
        (name: "plan_cache_mode", value: "force_custom_plan"), (name: "enable_seqscan", value: "off"),
        (name: "jit", value: "off"),
    ]

    /// `$1` is a slug and `$2` a kind.
    private static let filter: SQLFragment = """
        ($1::text is null
            or j.tenant_id = case when $1 = '-' then 0 else (select f.id from tenants f where f.slug = $1) end)
        and ($2::text is null or j.kind = $2)
        """

    private static let dead = RowStatement<Listed>(
        "select",
        Listed.columns + ["(extract(epoch from j.died_at) * 1000000)::bigint"],
        "from dead_letters j left join tenants t on t.id = j.tenant_id where",
        filter,
        """
           and (j.died_at, j.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)
         order by j.died_at desc, j.id desc
         limit $5
        """
    )

    private static let waiting = RowStatement<Listed>(
        "select",
        Listed.columns + ["(extract(epoch from j.run_at) * 1000000)::bigint"],
        "from jobs j left join tenants t on t.id = j.tenant_id where j.state = 'available' and",
        filter,
        """
           and (j.tenant_id, j.kind, j.run_at, j.id)
               > ($3::bigint, $4::text, timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::bigint)
         order by j.tenant_id, j.kind, j.run_at, j.id
         limit $7
        """
    )

    /// Those of the kind `$1`. The index begins with the tenant, so each is asked whether it has one, and the first that have for a
    /// page of them; `$2` to `$4` are the place behind which the page begins.
    private static let waitingOfKind = RowStatement<Listed>(
        "select",
        Listed.columns + ["j.at"],
        """
          from (
               select a.id, a.slug
                 from (select 0::bigint as id, null::text as slug where 0 >= $2::bigint
                        union all
                       select id, slug from tenants where id >= $2::bigint) a
                cross join lateral (
                      select from jobs f
                       where f.tenant_id = a.id and f.kind = $1 and f.state = 'available'
                         and (a.id > $2::bigint
                              or (f.run_at, f.id)
                                 > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint))
                       limit 1
                      ) first
                order by a.id
                limit $5
               ) t
         cross join lateral (
               select w.tenant_id, w.id, w.kind, w.attempt, w.max_attempts, w.last_error, w.run_at,
                      (extract(epoch from w.run_at) * 1000000)::bigint as at
                 from jobs w
                where w.tenant_id = t.id and w.kind = $1 and w.state = 'available'
                  and (t.id > $2::bigint
                       or (w.run_at, w.id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint))
                order by w.run_at, w.id
                limit $5
               ) j
         order by t.id, j.run_at, j.id
         limit $5
        """
    )

    private static let running = RowStatement<Listed>(
        "select",
        Listed.columns + ["(extract(epoch from j.run_at) * 1000000)::bigint"],
        """
          from jobs j
          left join tenants t on t.id = j.tenant_id
         where j.state = 'running' and j.worker_id is not null and j.id < $3::bigint and
        """,
        filter,
        """
         order by j.id desc
         limit $4
        """
    )

    private static let counts = RowStatement<Counts>(
        "select (select count(*) from (select from dead_letters j where",
        filter,
        "limit 10001) d), (select count(*) from (select from jobs j where j.state = 'available' and",
        filter,
        """
        limit 10001) a), (select count(*) from (
            select from jobs j where j.state = 'running' and j.worker_id is not null and
        """,
        filter,
        "limit 10001) r)"
    )

    /// The same for a kind in all tenants.
    private static let countsOfKind = RowStatement<Counts>(
        """
        select (select count(*) from (select from dead_letters j where j.kind = $1 limit 10001) d),
               (select count(*) from (
                   select from (select 0::bigint as id union all select id from tenants) t
                    cross join lateral (
                          select from jobs j
                           where j.tenant_id = t.id and j.kind = $1 and j.state = 'available'
                           limit 10001
                          ) w
                    limit 10001
                   ) a),
               (select count(*) from (
                   select from jobs j where j.state = 'running' and j.worker_id is not null and j.kind = $1 limit 10001
                   ) r)
        """
    )

    private static let showOne = RowStatement<Entry>(
        "select",
        Entry.ofJob + ["payload::text", "null::text"],
        """
          from jobs
         where tenant_id = $1 and id = $2
        union all
        select
        """,
        Entry.ofLetter + ["payload::text", "stack"],
        """
          from dead_letters
         where tenant_id = $1 and id = $2
        """
    )

    private static let ids = RowStatement<Key>(
        "select",
        Key.columns,
        "from dead_letters j where",
        filter,
        """
           and j.died_at <= timestamptz 'epoch' + $3::bigint * interval '1 millisecond'
         order by j.died_at, j.id
         limit $4
        """
    )

    static let pageStatements = [
        dead.statement, waiting.statement, waitingOfKind.statement, running.statement, counts.statement,
        countsOfKind.statement, showOne.statement, ids.statement,
    ]
}
