internal import Database
internal import ParlayAPI
internal import Tenancy

struct FeedID: RowID {
    let rawValue: Int64
    init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The statements of the routes about feeds. Changes are in the audit log, without URLs and keys.
enum FeedStore {
    /// The front can write a key but not read it.
    static let create = RowStatement<FeedRow>(
        """
        with made as (
            insert into odds_feeds (
                tenant_id, source, name, url, options, enabled, schedule, key_set, odds_due_at, silent_at, created_at,
                updated_at
            )
            values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8::text is not null, $9, $10, $9, $9)
            returning *
        ), keyed as (
            insert into odds_feed_keys (tenant_id, feed_id, key)
            select made.tenant_id, made.id, $8 from made where $8::text is not null
        ), logged as (
        """,
        Audit.insert(
            "'feed.create'",
            on: ("'feed'", "made.id"),
            details: "jsonb_build_object('source', made.source, 'name', made.name)",
            at: "$9",
            from: "made"
        ),
        """
        )
        select
        """,
        FeedRow.columns,
        "from made f"
    )

    /// Newest first.
    static let page = RowStatement<FeedRow>(
        "select",
        FeedRow.columns,
        """
          from odds_feeds f
         where f.tenant_id = $1 and ($2::bigint is null or f.id < $2)
         order by f.id desc
         limit $3
        """
    )

    static let find = RowStatement<FeedRow>(
        "select",
        FeedRow.columns,
        "from odds_feeds f where f.tenant_id = $1 and f.id = $2"
    )

    static let lock = RowStatement<FeedRow>(
        "select",
        FeedRow.columns,
        "from odds_feeds f where f.tenant_id = $1 and f.id = $2 for update"
    )

    /// Null parameters change nothing. What is read, or how, starts again: it is due at `$9`, and silent from `$10` on.
    static let update = RowStatement<FeedRow>(
        """
        with changed as (
            update odds_feeds
               set name = coalesce($3, name), url = coalesce($4, url), options = coalesce($5::jsonb, options),
                   enabled = coalesce($6, enabled), schedule = coalesce($7, schedule),
                   odds_due_at = case when $11::boolean then $9 else odds_due_at end,
                   scores_due_at = case when $11::boolean then null else scores_due_at end,
                   silent_at = case when $11::boolean then $10 else silent_at end,
                   failures = case when $11::boolean then 0 else failures end,
                   quota_remaining = case when $8::text is not null then null else quota_remaining end,
                   quota_used = case when $8::text is not null then null else quota_used end,
                   updated_at = $9, version = version + 1
             where tenant_id = $1 and id = $2
            returning *
        ), keyed as (
            update odds_feed_keys k
               set key = $8
              from changed
             where k.tenant_id = changed.tenant_id and k.feed_id = changed.id and $8::text is not null
        ), logged as (
        """,
        Audit.insert(
            "'feed.change'",
            on: ("'feed'", "changed.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'name', $3::text, 'url', case when $4::text is not null then 'changed' end,
                    'options', $5::jsonb, 'enabled', $6::boolean, 'schedule', $7::text,
                    'key', case when $8::text is not null then 'changed' end
                ))
                """,
            at: "$9",
            from: "changed"
        ),
        """
        )
        select
        """,
        FeedRow.columns,
        "from changed f"
    )

    /// Its games stay; their open markets are suspended, because no one moves their prices any more.
    static let delete = Statement(
        """
        with gone as (
            delete from odds_feeds where tenant_id = $1 and id = $2 returning tenant_id, id
        ), suspended as (
            update markets m
               set status = 'suspended', status_by = 'feed'
              from gone
              join events e on e.tenant_id = gone.tenant_id and e.source = 'feed:' || gone.id
             where m.tenant_id = e.tenant_id and m.event_id = e.id and m.status = 'open'
        )
        """,
        Audit.insert("'feed.delete'", on: ("'feed'", "gone.id"), at: "$3", from: "gone")
    )

    /// Due at `$3`, for odds and scores; no row if it is off. The job starts without waiting for the next minute.
    static let runNow = RowStatement<FeedRow>(
        """
        with due as (
            update odds_feeds
               set odds_due_at = $3, scores_due_at = $3
             where tenant_id = $1 and id = $2 and enabled
            returning *
        ), queued as (
        """,
        FeedRunStore.enqueue(from: "due f"),
        "), logged as (",
        Audit.insert("'feed.run'", on: ("'feed'", "due.id"), at: "$3", from: "due"),
        """
        )
        select
        """,
        FeedRow.columns,
        "from due f"
    )

    static let statements =
        [
            create.statement, page.statement, find.statement, lock.statement, update.statement, delete,
            runNow.statement,
        ] + FeedRunStore.statements
}

/// A row of `odds_feeds`, called `f`.
struct FeedRow: ColumnGroup, Sendable {
    static let columns: SQLFragment = [
        "f.id", "f.source", "f.name", "f.url", "f.options::text", "f.key_set", "f.enabled", "f.schedule",
        "case when f.enabled then f.status else 'off' end",
        "case when f.enabled then least(f.odds_due_at, f.scores_due_at) end", "f.last_run_at",
        "f.last_success_at",
        "f.last_error",
    ]

    let resource: OddsFeed

    var id: FeedID { FeedID(rawValue: resource.id) }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let id = try columns.integer()
        let source: OddsFeedSource = try columns.choice()
        let name = try columns.text()
        let url = try columns.optionalText()
        let text = try columns.text()
        guard let options = try? JSONParser.parseObject(Array(text.utf8)) else {
            throw .decoding("the options of a feed")
        }
        resource = OddsFeed(
            id: id,
            source: source,
            name: name,
            url: url,
            options: .object(FeedOptions.ordered(options, of: source)),
            keySet: try columns.boolean(),
            enabled: try columns.boolean(),
            schedule: try columns.text(),
            status: try columns.choice(),
            nextRunAt: try columns.optionalTime(),
            lastRunAt: try columns.optionalTime(),
            lastSuccessAt: try columns.optionalTime(),
            lastError: try columns.optionalText()
        )
    }
}
