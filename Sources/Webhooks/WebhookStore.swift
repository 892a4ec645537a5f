package import Database
package import ParlayAPI
package import Tenancy

package struct WebhookID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct WebhookDeliveryID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The statements of the routes about webhooks; changes are in the audit log, without URLs, because many contain a
/// token.
///
/// The trigger `enqueue_webhooks` on `notices` enqueues events.
package enum WebhookStore {
    /// The front can write a key but not read it.
    static let create = RowStatement<WebhookRow>(
        """
        with made as (
            insert into webhooks (tenant_id, url, events, enabled, created_at, updated_at)
            values ($1, $2, $3::text[], $4, $6, $6)
            returning
        """,
        WebhookRow.stored,
        """
        ), keyed as (
            insert into webhook_secrets (tenant_id, webhook_id, key)
            select made.tenant_id, made.id, $5 from made
        ), logged as (
        """,
        Audit.insert(
            "'webhook.create'",
            on: ("'webhook'", "made.id"),
            details: "jsonb_build_object('events', to_jsonb(made.events))",
            at: "$6",
            from: "made"
        ),
        """
        )
        select
        """,
        WebhookRow.columns,
        """
          from made w
        """
    )

    /// Newest first.
    static let page = RowStatement<WebhookRow>(
        "select",
        WebhookRow.columns,
        """
          from webhooks w
         where w.tenant_id = $1 and ($2::bigint is null or w.id < $2)
         order by w.id desc
         limit $3
        """
    )

    static let find = RowStatement<WebhookRow>(
        "select",
        WebhookRow.columns,
        """
          from webhooks w
         where w.tenant_id = $1 and w.id = $2
        """
    )

    /// Null parameters change nothing. Turning it on, or changing the URL, resets its failures. With a version `$3`,
    /// only that version.
    static let update = RowStatement<WebhookRow>(
        """
        with old as (
            select id as old_id, url as old_url, events as old_events, enabled as old_enabled
              from webhooks
             where tenant_id = $1 and id = $2
               for update
        ), changed as (
            update webhooks
               set url = coalesce($4, url), events = coalesce($5::text[], events), enabled = coalesce($6, enabled),
                   disabled_reason = case when $6::boolean is null then disabled_reason end,
                   failing_since = case when $6 or $4 <> url then null else failing_since end,
                   failures = case when $6 or $4 <> url then 0 else failures end,
                   updated_at = $7, version = version + 1
              from old
             where tenant_id = $1 and id = old_id and ($3::bigint is null or version = $3)
            returning
        """,
        WebhookRow.stored,
        """
        ), logged as (
        """,
        Audit.insert(
            "'webhook.change'",
            on: ("'webhook'", "changed.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'url', case when changed.url <> old.old_url then 'changed' end,
                    'events',
                    case when changed.events <> old.old_events
                         then jsonb_build_object('from', to_jsonb(old.old_events), 'to', to_jsonb(changed.events)) end,
                    'enabled',
                    case when changed.enabled <> old.old_enabled
                         then jsonb_build_object('from', old.old_enabled, 'to', changed.enabled) end
                ))
                """,
            at: "$7",
            from: "changed, old"
        ),
        """
        )
        select
        """,
        WebhookRow.columns,
        """
          from changed w
        """
    )

    /// With a version `$3`, only that version.
    static let delete = Statement(
        """
        with gone as (
            delete from webhooks
             where tenant_id = $1 and id = $2 and ($3::bigint is null or version = $3)
            returning tenant_id, id
        ), logged as (
        """,
        Audit.insert("'webhook.delete'", on: ("'webhook'", "gone.id"), at: "$4", from: "gone"),
        ") select id from gone"
    )

    /// A new key `$3`. The previous one signs beside it until `$4`; older ones do not.
    static let rotate = RowStatement<WebhookRow>(
        """
        with hook as (
            select tenant_id, id from webhooks where tenant_id = $1 and id = $2 for update
        ), forgotten as (
            delete from webhook_secrets s
             using hook
             where s.tenant_id = hook.tenant_id and s.webhook_id = hook.id and s.expires_at is not null
        ), replaced as (
            update webhook_secrets s
               set expires_at = $4
              from hook
             where s.tenant_id = hook.tenant_id and s.webhook_id = hook.id and s.expires_at is null
        ), keyed as (
            insert into webhook_secrets (tenant_id, webhook_id, key)
            select hook.tenant_id, hook.id, $3 from hook
        ), logged as (
        """,
        Audit.insert("'webhook.secret'", on: ("'webhook'", "hook.id"), at: "$5", from: "hook"),
        """
        )
        select
        """,
        WebhookRow.columns,
        """
          from hook
          join webhooks w on w.tenant_id = hook.tenant_id and w.id = hook.id
        """
    )

    /// Newest first.
    static let deliveries = RowStatement<WebhookDelivery>(
        "select",
        WebhookDelivery.columns,
        """
          from webhook_deliveries d
          join webhook_events e on e.tenant_id = d.tenant_id and e.id = d.event_id
         where d.tenant_id = $1 and d.webhook_id = $2 and ($3::bigint is null or d.id < $3)
         order by d.id desc
         limit $4
        """
    )

    /// Sends the event of delivery `$3` again, unless the endpoint is off.
    static let replay = RowStatement<WebhookDelivery>(
        """
        with again as (
            insert into webhook_deliveries (tenant_id, webhook_id, event_id, scheduled_at)
            select d.tenant_id, d.webhook_id, d.event_id, $4
              from webhook_deliveries d
              join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
             where d.tenant_id = $1 and d.webhook_id = $2 and d.id = $3 and w.enabled
            returning tenant_id, id, webhook_id, event_id, attempt, status, scheduled_at
        ), job as (
        """,
        WebhookSendingStore.enqueue(from: "again d"),
        "), logged as (",
        Audit.insert(
            "'webhook.replay'",
            on: ("'webhook'", "again.webhook_id"),
            details: "jsonb_build_object('delivery', $3::bigint)",
            at: "$4",
            from: "again"
        ),
        """
        )
        select
        """,
        WebhookDelivery.planned + [
            "null::timestamptz", "null::integer", "null::integer", "null::text", "null::text", "null::text",
        ],
        """
          from again d
          join webhook_events e on e.tenant_id = d.tenant_id and e.id = d.event_id
        """
    )

    /// Sends an event of the type `$3` to the webhook `$2` alone, unless it is off.
    static let test = RowStatement<WebhookDelivery>(
        """
        with hook as (
            select id from webhooks where tenant_id = $1 and id = $2 and enabled
        ), event as (
            insert into webhook_events (tenant_id, type, key, data, created_at)
            select $1, $3, 'test:' || gen_random_uuid(), '{"subject":null,"notices":[]}', $4 from hook
            returning id, message_id, type
        ), delivery as (
            insert into webhook_deliveries (tenant_id, webhook_id, event_id, scheduled_at)
            select $1, hook.id, event.id, $4 from hook, event
            returning id, attempt, status, scheduled_at
        ), job as (
        """,
        WebhookSendingStore.enqueue(from: "delivery d"),
        "), logged as (",
        Audit.insert("'webhook.test'", on: ("'webhook'", "hook.id"), at: "$4", from: "hook"),
        """
        )
        select
        """,
        WebhookDelivery.planned + [
            "null::timestamptz", "null::integer", "null::integer", "null::text", "null::text", "null::text",
        ],
        "from delivery d cross join event e"
    )

    static let hasDelivery = RowStatement<UnreadRow>(
        "select 1 from webhook_deliveries where tenant_id = $1 and webhook_id = $2 and id = $3"
    )

    /// Deletes events of all tenants from before `$1`, with their deliveries. For the worker.
    private static let prune = Statement("delete from webhook_events where created_at < $1")

    package static let pruning = PruneStep(prune, days: 30)

    /// Forgets what was sent before `$1`; the rest of the log stays. For the worker.
    private static let pruneBodies = Statement(
        """
        update webhook_deliveries set request_body = null where finished_at < $1 and request_body is not null
        """
    )

    package static let bodyPruning = PruneStep(pruneBodies, days: 7)

    package static let statements =
        [
            create.statement, page.statement, find.statement, update.statement, delete, rotate.statement,
            deliveries.statement, replay.statement, test.statement, hasDelivery.statement, prune, pruneBodies,
        ]
        + WebhookSendingStore.statements
}

/// A row of `webhooks`, called `w`.
struct WebhookRow: ColumnGroup {
    static let columns: SQLFragment = [
        "w.id", "w.url", "array_to_string(w.events, ',')", "w.enabled", "w.disabled_reason", "w.created_at",
        "w.updated_at", "w.version",
    ]
    /// The `returning` list of statements that write one.
    static let stored: SQLFragment = [
        "tenant_id", "id", "url", "events", "enabled", "disabled_reason", "created_at", "updated_at",
        "version",
    ]

    var webhook: Webhook
    let version: Int64
    var tag: String { String(version) }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        webhook = Webhook(
            id: try columns.integer(),
            url: try columns.text(),
            events: try columns.text().split(separator: ",").map(String.init),
            enabled: try columns.boolean(),
            disabledReason: try columns.optionalText().flatMap(Webhook.DisabledReason.init(rawValue:)),
            createdAt: try columns.time(),
            updatedAt: try columns.time()
        )
        version = try columns.integer()
    }

    /// With its secret, which is shown once.
    func showing(_ secret: WebhookSecret) -> WebhookRow {
        var row = self
        row.webhook.secret = secret.text
        return row
    }
}

/// A row of `webhook_deliveries`, called `d`, with its event `e`.
extension WebhookDelivery: ColumnGroup {
    package static let columns: SQLFragment =
        planned + [
            "d.finished_at", "d.duration_ms", "d.response_status", "d.response", "d.error", "d.request_body",
        ]
    /// The state before the attempt.
    fileprivate static let planned: SQLFragment = [
        "d.id", "e.message_id", "e.type", "d.attempt", "d.status", "d.scheduled_at",
    ]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        self.init(
            id: try columns.integer(),
            eventID: try columns.text(),
            type: try columns.text(),
            attempt: try columns.integer(),
            status: try columns.choice(),
            scheduledAt: try columns.time(),
            finishedAt: try columns.optionalTime(),
            durationMilliseconds: try columns.optionalInteger(),
            responseStatus: try columns.optionalInteger(),
            response: try columns.optionalText(),
            error: try columns.optionalText(),
            requestBody: try columns.optionalText()
        )
    }
}
