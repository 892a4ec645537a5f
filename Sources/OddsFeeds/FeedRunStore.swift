package import Database
internal import Jobs
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// The worker's statements about feeds.
enum FeedRunStore {
    /// Enqueues a run of each feed that is due at `$1`. A suspended tenant's feeds rest.
    static let enqueueDue = Statement(
        enqueue(
            tenant: "f.tenant_id",
            from: """
                odds_feeds f
                join tenants t on t.id = f.tenant_id and t.status = 'active' and 'sportsbook' = any (t.modules)
                where f.enabled and least(f.odds_due_at, f.scores_due_at) <= $1
                order by f.tenant_id, f.id
                """
        )
    )

    /// Enqueues a run of each feed `f` of `source`, unless one is waiting.
    static func enqueue(tenant: SQLFragment = "$1", from source: SQLFragment) -> SQLFragment {
        JobQueue.insert(
            tenant: tenant,
            "'import_odds'",
            payload: "jsonb_build_object('feed', f.id)",
            attempts: "3",
            key: "f.id::text",
            from: source
        )
    }

    /// Feeds that are silent since `$1` or before, and not known to be.
    static let newlySilent = RowStatement<FeedKey>(
        """
        select f.tenant_id, f.id
          from odds_feeds f
          join tenants t on t.id = f.tenant_id and t.status = 'active' and 'sportsbook' = any (t.modules)
         where f.enabled and f.silent_at <= $1 and f.status <> 'silent'
         order by f.tenant_id, f.id
        """
    )

    static let tenant = RowStatement<TenantRow>("select", TenantRow.columns, "from tenants where id = $1")

    /// Begins a run at `$3`: the feed, and what is due. Until it ends, or three minutes have passed, nothing of that is
    /// due again. No row if nothing is due.
    static let begin = RowStatement<FeedRun>(
        """
        with due as (
            select f.*, f.odds_due_at <= $3 as odds_due, coalesce(f.scores_due_at <= $3, false) as scores_due
              from odds_feeds f
             where f.tenant_id = $1 and f.id = $2 and f.enabled and least(f.odds_due_at, f.scores_due_at) <= $3
               for update
        ), begun as (
            update odds_feeds f
               set odds_due_at =
                       case when due.odds_due then $3::timestamptz + interval '3 minutes' else f.odds_due_at end,
                   scores_due_at =
                       case when due.scores_due then $3::timestamptz + interval '3 minutes' else f.scores_due_at end
              from due
             where f.tenant_id = due.tenant_id and f.id = due.id
        )
        select
        """,
        FeedRun.columns,
        """
          from due f
          left join odds_feed_keys k on k.tenant_id = f.tenant_id and k.feed_id = f.id
        """
    )

    /// Locks a feed; no row if it was edited since `$3`, turned off or deleted.
    static let lock = RowStatement<FeedReport>(
        """
        select is_reported, name, status, last_error
          from odds_feeds
         where tenant_id = $1 and id = $2 and version = $3 and enabled
           for update
        """
    )

    /// The same at any version, if it is silent at `$3` and not known to be.
    static let lockSilent = RowStatement<FeedReport>(
        """
        select is_reported, name, status, last_error
          from odds_feeds
         where tenant_id = $1 and id = $2 and enabled and silent_at <= $3 and status <> 'silent'
           for update
        """
    )

    /// The games of the source `$2` that may still change at `$3`.
    static let known = RowStatement<KnownGame>(
        "select",
        KnownGame.columns,
        """
          from events e
         where e.tenant_id = $1 and e.source = $2
           and (e.status in ('scheduled', 'live', 'postponed')
                or e.first_result_at > $3::timestamptz - interval '14 days'
                or e.starts_at > $3::timestamptz - interval '14 days')
         order by e.id
        """
    )

    /// The kick-offs of the source's games without a result.
    static let starts = RowStatement<Timestamp>(
        """
        select e.starts_at
          from events e
         where e.tenant_id = $1 and e.source = $2 and e.status in ('scheduled', 'live')
           and e.starts_at > $3::timestamptz - interval '4 days'
         order by e.starts_at
        """
    )

    /// Moments of local times in the time zone `$2`, in order.
    static let moments = RowStatement<Timestamp>(
        """
        select l.local::timestamp at time zone $2
          from unnest($1::text[]) with ordinality as l (local, number)
         order by l.number
        """
    )

    /// The weeks of games at the times `$4`, in order: counted from the first game of their season, among these and those of
    /// the tournament `$3` of the source `$2`. In New York, where weeks begin on Tuesday and seasons in March.
    static let weeks = RowStatement<Int64>(
        """
        with games as (
            select g.starts_at at time zone 'America/New_York' as local, g.place
              from unnest($4::timestamptz[]) with ordinality as g (starts_at, place)
        ), known as (
            select g.local from games g
            union all
            select e.starts_at at time zone 'America/New_York'
              from tournaments t
              join events e on e.tenant_id = t.tenant_id and e.tournament_id = t.id
             where t.tenant_id = $1 and t.source = $2 and t.external_id = $3
        ), firsts as (
            select extract(year from k.local - interval '2 months') as season, min(k.local) as local
              from known k
             group by extract(year from k.local - interval '2 months')
        )
        select ((date_trunc('week', g.local - interval '1 day')::date
                 - date_trunc('week', f.local - interval '1 day')::date) / 7 + 1)::bigint
          from games g
          join firsts f on f.season = extract(year from g.local - interval '2 months')
         order by g.place
        """
    )

    /// Suspends the open markets of the source's games `$3`, or of all if that is null.
    static let suspend = Statement(
        """
        update markets m
           set status = 'suspended', status_by = 'feed'
          from events e
         where e.tenant_id = $1 and e.source = $2 and ($3::text[] is null or e.external_id = any ($3::text[]))
           and m.tenant_id = e.tenant_id and m.event_id = e.id and m.status = 'open'
        """
    )

    /// Ends a run. Null quotas stay; with `$11` odds were read, and the feed is silent from `$12` on if not again before.
    static let finish = Statement(
        """
        update odds_feeds
           set status = $3, last_error = $4, last_run_at = $5, failures = $6, is_reported = $7,
               odds_due_at = coalesce($8, odds_due_at), scores_due_at = $9,
               last_success_at = case when $10::boolean then $5 else last_success_at end,
               silent_at = case when $11::boolean then $12 else silent_at end,
               quota_remaining = coalesce($13, quota_remaining), quota_used = coalesce($14, quota_used)
         where tenant_id = $1 and id = $2
        """
    )

    static let becomeSilent = Statement(
        """
        update odds_feeds
           set status = 'silent', is_reported = true,
               last_error = coalesce(last_error, 'The feed was not read for three intervals.')
         where tenant_id = $1 and id = $2
        """
    )

    static let admins = RowStatement<AccountID>(
        "select id from accounts where tenant_id = $1 and role = 'admin' and status = 'active' order by id"
    )

    /// Seconds since each enabled feed was read with success, or created.
    static let ages = RowStatement<FeedAge>(
        """
        select t.slug, f.id,
               greatest(0, extract(epoch from clock_timestamp() - coalesce(f.last_success_at, f.created_at))::bigint)
          from odds_feeds f
          join tenants t on t.id = f.tenant_id and t.status = 'active' and 'sportsbook' = any (t.modules)
         where f.enabled
         order by f.tenant_id, f.id
         limit 1000
        """
    )

    static let statements = [
        enqueueDue, newlySilent.statement, tenant.statement, begin.statement, lock.statement,
        lockSilent.statement,
        known.statement, starts.statement, moments.statement, weeks.statement, suspend, finish, becomeSilent,
        admins.statement,
        ages.statement,
    ]
}

struct FeedKey: RowReadable, Sendable {
    let tenant: TenantID
    let feed: FeedID

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.id()
        feed = try columns.id()
    }
}

struct FeedAge: RowReadable, Sendable {
    let tenant: String
    let feed: Int64
    let seconds: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.text()
        feed = try columns.integer()
        seconds = try columns.integer()
    }
}

/// What a run needs to know about its feed.
struct FeedRun: ColumnGroup, Sendable {
    static let columns: SQLFragment = [
        "f.id", "f.source", "f.url", "f.options::text", "k.key", "f.schedule", "f.version", "f.failures",
        "f.quota_remaining", "f.quota_used", "f.odds_due", "f.scores_due", "f.odds_due_at",
    ]

    let id: FeedID
    let source: OddsFeedSource
    let url: String?
    let options: FeedOptions
    let key: String?
    let schedule: FeedSchedule
    let version: Int64
    let failures: Int
    let quota: SourceQuota?
    let isOddsDue: Bool
    let isScoresDue: Bool
    /// Before this run.
    let oddsDueAt: Timestamp

    var request: FeedRequest { FeedRequest(url: url, options: options, key: key) }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        source = try columns.choice()
        url = try columns.optionalText()
        let text = try columns.text()
        guard let object = try? JSONParser.parseObject(Array(text.utf8)),
            let options = try? FeedOptions(object, of: source)
        else { throw .decoding("the options of a feed") }
        self.options = options
        key = try columns.optionalText()
        schedule = FeedSchedule(try columns.text()) ?? .auto
        version = try columns.integer()
        failures = Int(try columns.integer())
        let remaining = try columns.optionalInteger()
        let used = try columns.optionalInteger()
        quota = remaining.map { SourceQuota(remaining: Int($0), used: Int(used ?? 0)) }
        isOddsDue = try columns.boolean()
        isScoresDue = try columns.boolean()
        oddsDueAt = try columns.time()
    }
}

/// The state of a feed before a run, and whether the admins know that it fails.
struct FeedReport: RowReadable, Sendable {
    let isReported: Bool
    let name: String
    let status: OddsFeedStatus
    let lastError: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isReported = try columns.boolean()
        name = try columns.text()
        status = try columns.choice()
        lastError = try columns.optionalText()
    }
}

extension KnownGame: ColumnGroup {
    package static let columns: SQLFragment = [
        "e.external_id", "e.home", "e.away", "e.starts_at", "e.status", "e.home_score", "e.away_score",
        "e.first_result_at",
        """
        (select m.line_quarters
           from markets m
          where m.tenant_id = e.tenant_id and m.event_id = e.id and m.kind = 'spread'
            and (m.status = 'open' or m.status_by in ('feed', 'admin'))
          order by m.status, m.id desc
          limit 1)
        """,
    ]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let id = try columns.text()
        let home = try columns.text()
        let away = try columns.text()
        let startsAt = try columns.time()
        let status: EventStatus = try columns.choice()
        let homeScore = try columns.optionalInteger().map(Int.init)
        let awayScore = try columns.optionalInteger().map(Int.init)
        self.init(id, home: home, away: away, startsAt: startsAt, status: status)
        if let homeScore, let awayScore { score = Score(home: homeScore, away: awayScore) }
        resultAt = try columns.optionalTime()
        spread = try columns.optionalInteger().flatMap { MarketLine(quarters: Int($0)) }
    }
}
