package import Database
internal import ParlayAPI

package struct WebhookID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct WebhookDeliveryID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The statements of the routes about webhooks; those that change something say so in the audit log. URLs are not told
/// there: many hold a token.
///
/// Events are enqueued by the trigger `enqueue_webhooks` on `notices`.
package enum WebhookStore {
    /// The front may write a key and not read it.
    static let create = Statement(
        """
        with made as (
            insert into webhooks (tenant_id, url, events, enabled, created_at, updated_at)
            values ($1, $2, $3::text[], $4, $6, $6)
            returning tenant_id, id, url, events, enabled, disabled_reason, created_at, updated_at, version
        ), keyed as (
            insert into webhook_secrets (tenant_id, webhook_id, key)
            select made.tenant_id, made.id, $5 from made
        ), logged as (
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, created_at)
            select made.tenant_id, current_account_id(), 'webhook.create', 'webhook', made.id, $6 from made
        )
        select id, url, array_to_string(events, ','), enabled, disabled_reason, created_at, updated_at, version
          from made
        """
    )

    /// Newest first.
    static let page = Statement(
        """
        select id, url, array_to_string(events, ','), enabled, disabled_reason, created_at, updated_at, version
          from webhooks
         where tenant_id = $1 and ($2::bigint is null or id < $2)
         order by id desc
         limit $3
        """
    )

    static let find = Statement(
        """
        select id, url, array_to_string(events, ','), enabled, disabled_reason, created_at, updated_at, version
          from webhooks
         where tenant_id = $1 and id = $2
        """
    )

    /// What is null stays. Turning it on, or elsewhere, forgets what failed. With a version `$3`, only that one.
    static let update = Statement(
        """
        with changed as (
            update webhooks
               set url = coalesce($4, url), events = coalesce($5::text[], events), enabled = coalesce($6, enabled),
                   disabled_reason = case when $6::boolean is null then disabled_reason end,
                   failing_since = case when $6 or $4 <> url then null else failing_since end,
                   failures = case when $6 or $4 <> url then 0 else failures end,
                   updated_at = $7, version = version + 1
             where tenant_id = $1 and id = $2 and ($3::bigint is null or version = $3)
            returning tenant_id, id, url, events, enabled, disabled_reason, created_at, updated_at, version
        ), logged as (
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, created_at)
            select changed.tenant_id, current_account_id(), 'webhook.change', 'webhook', changed.id, $7 from changed
        )
        select id, url, array_to_string(events, ','), enabled, disabled_reason, created_at, updated_at, version
          from changed
        """
    )

    /// With a version `$3`, only that one.
    static let delete = Statement(
        """
        with gone as (
            delete from webhooks
             where tenant_id = $1 and id = $2 and ($3::bigint is null or version = $3)
            returning tenant_id, id
        ), logged as (
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, created_at)
            select gone.tenant_id, current_account_id(), 'webhook.delete', 'webhook', gone.id, $4 from gone
        )
        select id from gone
        """
    )

    /// A new key `$3`. The one before signs beside it until `$4`, and none before that.
    static let rotate = Statement(
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
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, created_at)
            select hook.tenant_id, current_account_id(), 'webhook.secret', 'webhook', hook.id, $5 from hook
        )
        select w.id, w.url, array_to_string(w.events, ','), w.enabled, w.disabled_reason, w.created_at,
               w.updated_at, w.version
          from hook
          join webhooks w on w.tenant_id = hook.tenant_id and w.id = hook.id
        """
    )

    /// Newest first.
    static let deliveries = Statement(
        """
        select d.id, e.message_id, e.type, d.attempt, d.status, d.scheduled_at, d.finished_at, d.duration_ms,
               d.response_status, d.response, d.error
          from webhook_deliveries d
          join webhook_events e on e.tenant_id = d.tenant_id and e.id = d.event_id
         where d.tenant_id = $1 and d.webhook_id = $2 and ($3::bigint is null or d.id < $3)
         order by d.id desc
         limit $4
        """
    )

    /// Sends the event of delivery `$3` once more, unless the endpoint is off.
    static let replay = Statement(
        """
        with again as (
            insert into webhook_deliveries (tenant_id, webhook_id, event_id, scheduled_at)
            select d.tenant_id, d.webhook_id, d.event_id, $4
              from webhook_deliveries d
              join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
             where d.tenant_id = $1 and d.webhook_id = $2 and d.id = $3 and w.enabled
            returning tenant_id, id, event_id, attempt, status, scheduled_at
        ), job as (
            insert into jobs (tenant_id, kind, payload)
            select again.tenant_id, 'send_webhook', jsonb_build_object('delivery', again.id) from again
        )
        select again.id, e.message_id, e.type, again.attempt, again.status, again.scheduled_at, null::timestamptz,
               null::integer, null::integer, null::text, null::text
          from again
          join webhook_events e on e.tenant_id = again.tenant_id and e.id = again.event_id
        """
    )

    static let hasDelivery = Statement(
        "select 1 from webhook_deliveries where tenant_id = $1 and webhook_id = $2 and id = $3"
    )

    /// Removes events of all tenants from before `$1`, with their deliveries. For the worker.
    package static let prune = Statement("delete from webhook_events where created_at < $1")

    package static let statements =
        [create, page, find, update, delete, rotate, deliveries, replay, hasDelivery, prune]
        + WebhookSendingStore.statements
}

/// A row of `webhooks`.
struct WebhookRow: Sendable {
    let webhook: Webhook
    let version: Int64
    var tag: String { String(version) }

    init(_ row: Row, secret: WebhookSecret? = nil) throws(DatabaseError) {
        webhook = Webhook(
            id: try row.integer(0),
            url: try row.text(1),
            events: try row.text(2).split(separator: ",").map(String.init),
            enabled: try row.boolean(3),
            disabledReason: row.optionalText(4).flatMap(Webhook.DisabledReason.init(rawValue:)),
            secret: secret?.text,
            createdAt: try row.time(5),
            updatedAt: try row.time(6)
        )
        version = try row.integer(7)
    }
}

extension WebhookDelivery {
    /// A row of `WebhookStore.deliveries`.
    init(_ row: Row) throws(DatabaseError) {
        guard let status = Status(rawValue: try row.text(4)) else {
            throw .decoding("a delivery of an unknown status")
        }
        self.init(
            id: try row.integer(0),
            eventID: try row.text(1),
            type: try row.text(2),
            attempt: try row.integer(3),
            status: status,
            scheduledAt: try row.time(5),
            finishedAt: row.optionalTime(6),
            durationMilliseconds: row.optionalInteger(7),
            responseStatus: row.optionalInteger(8),
            response: row.optionalText(9),
            error: row.optionalText(10)
        )
    }
}
