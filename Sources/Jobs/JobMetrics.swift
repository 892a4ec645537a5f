package import Database

/// The queue at a glance, for `/metrics`.
package struct JobMetrics: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package let kind: String
        /// `available`, `running` or `dead`.
        package let state: String
        package let count: Int
    }

    package let counts: [Count]
    /// Seconds since the earliest job that waits was due; 0 when none is.
    package let oldestSeconds: Double

    /// Of each kind at most this many are counted; a number there means "at least".
    package static let limit = 10_000

    package static func read(_ pool: DatabasePool) async throws(DatabaseError) -> JobMetrics {
        let results = try await pool.read([counts(.integer(limit)), oldest()])
        var found: [Count] = []
        for row in results[0] {
            found.append(Count(kind: try row.text(0), state: try row.text(1), count: Int(try row.integer(2))))
        }
        return JobMetrics(counts: found, oldestSeconds: try results[1].first?.double(0) ?? 0)
    }

    /// Reads at most `$1` index entries a lane and state: a dashboard must not scan a million rows each time.
    private static let counts = Statement(
        """
        with recursive lane as (
            (select tenant_id, kind from jobs where state = 'available' order by tenant_id, kind limit 1)
            union all
            select following.tenant_id, following.kind
              from lane
             cross join lateral (
                   select jobs.tenant_id, jobs.kind
                     from jobs
                    where jobs.state = 'available'
                      and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                    order by jobs.tenant_id, jobs.kind
                    limit 1
                   ) as following
        ), available as (
            select lane.kind, counted.count
              from lane
             cross join lateral (
                   select count(*) as count
                     from (select from jobs
                            where jobs.tenant_id = lane.tenant_id and jobs.kind = lane.kind
                              and jobs.state = 'available'
                            limit $1) as bounded
                   ) as counted
        )
        select kind, 'available', least(sum(count), $1)::bigint from available group by kind
        union all
        select kind, 'running', count(*)
          from (select kind from jobs where state = 'running' limit $1) as running
         group by kind
        union all
        select kind, 'dead', count(*) from (select kind from dead_letters limit $1) as dead group by kind
        """
    )

    private static let oldest = Statement(
        """
        with recursive lane as (
            (select tenant_id, kind, run_at from jobs where state = 'available'
              order by tenant_id, kind, run_at limit 1)
            union all
            select following.tenant_id, following.kind, following.run_at
              from lane
             cross join lateral (
                   select jobs.tenant_id, jobs.kind, jobs.run_at
                     from jobs
                    where jobs.state = 'available'
                      and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                    order by jobs.tenant_id, jobs.kind, jobs.run_at
                    limit 1
                   ) as following
        )
        select greatest(0, extract(epoch from now() - min(run_at)))::double precision from lane
        """
    )
    static let statements = [counts, oldest]
}
