internal import Database
internal import Jobs
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The worker's statements about deliveries. All that write lock the webhook before its deliveries, like its
/// deletion.
enum WebhookSendingStore {
    /// The data of delivery `$2`, with the keys that are valid at `$3`; no row if it is done or deleted.
    static let load = RowStatement<PendingDelivery>(
        "select",
        PendingDelivery.columns,
        """
          from webhook_deliveries d
          join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
          join webhook_events e on e.tenant_id = d.tenant_id and e.id = d.event_id
         where d.tenant_id = $1 and d.id = $2 and d.status = 'pending'
        """
    )

    static let succeed = Statement(
        """
        update webhooks set failures = 0, failing_since = null
         where tenant_id = $1 and id = $2 and failures > 0
        """
    )

    /// Counts a failure at `$3`, and turns the endpoint off, with an audit log entry, if it is gone (`$4`) or has
    /// accepted nothing for three days and twenty attempts.
    static let fail = Statement(
        """
        with judged as (
            select tenant_id, id, enabled, failures + 1 as failures, coalesce(failing_since, $3) as failing_since,
                   case when not enabled then null
                        when $4::boolean then 'gone'
                        when failures + 1 >= 20 and failing_since <= $3::timestamptz - interval '3 days'
                        then 'failing' end as reason
              from webhooks
             where tenant_id = $1 and id = $2
               for update
        ), changed as (
            update webhooks w
               set failures = judged.failures, failing_since = judged.failing_since,
                   enabled = w.enabled and judged.reason is null,
                   disabled_reason = coalesce(judged.reason, w.disabled_reason),
                   updated_at = case when judged.reason is null then w.updated_at else $3 end,
                   version = w.version + case when judged.reason is null then 0 else 1 end
              from judged
             where w.tenant_id = judged.tenant_id and w.id = judged.id
        )
        """,
        Audit.insert(
            "'webhook.disable'",
            on: ("'webhook'", "id"),
            details: "jsonb_build_object('reason', reason)",
            by: nil,
            at: "$3",
            from: "judged where reason is not null"
        )
    )

    /// Records the attempt with the body `$10`, and schedules another in `$9` milliseconds unless that is null or the endpoint is off.
    static let finish = Statement(
        """
        with finished as (
            update webhook_deliveries
               set status = $3, finished_at = $4, duration_ms = $5, response_status = $6, response = $7, error = $8,
                   request_body = $10
             where tenant_id = $1 and id = $2 and status = 'pending'
            returning tenant_id, webhook_id, event_id, attempt
        ), next as (
            insert into webhook_deliveries (tenant_id, webhook_id, event_id, attempt, scheduled_at)
            select finished.tenant_id, finished.webhook_id, finished.event_id, finished.attempt + 1,
                   clock_timestamp() + $9::bigint * interval '1 millisecond'
              from finished
              join webhooks w on w.tenant_id = finished.tenant_id and w.id = finished.webhook_id
             where w.enabled and $9::bigint is not null
            returning id, scheduled_at
        )
        """,
        enqueue(at: "d.scheduled_at", from: "next d")
    )

    /// Enqueues a job that sends each delivery `d` of `source`.
    static func enqueue(at time: SQLFragment? = nil, from source: SQLFragment) -> SQLFragment {
        JobQueue.insert(
            "'send_webhook'",
            payload: "jsonb_build_object('delivery', d.id)",
            at: time,
            from: source
        )
    }

    static let statements = [load.statement, succeed, fail, finish]
}

/// What to send, and to whom.
struct PendingDelivery: ColumnGroup {
    /// `$3` is the present time.
    static let columns: SQLFragment = [
        "w.id", "w.enabled", "w.url", "e.message_id", "e.type", "e.created_at", "e.data::text", "d.attempt",
        """
        (select string_agg(encode(s.key, 'hex'), ',' order by s.id desc)
           from webhook_secrets s
          where s.tenant_id = w.tenant_id and s.webhook_id = w.id and (s.expires_at is null or s.expires_at > $3))
        """,
    ]

    let webhook: WebhookID
    let isEnabled: Bool
    let url: String
    let messageID: String
    let type: String
    let createdAt: Timestamp
    /// A JSON object.
    let data: String
    let attempt: Int
    /// Newest first.
    let secrets: [WebhookSecret]

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        webhook = try columns.id()
        isEnabled = try columns.boolean()
        url = try columns.text()
        messageID = try columns.text()
        type = try columns.text()
        createdAt = try columns.time()
        data = try columns.text()
        attempt = Int(try columns.integer())
        let keys = try columns.optionalText()?.split(separator: ",") ?? []
        secrets = keys.compactMap { Hexadecimal.decode($0).map(WebhookSecret.init(key:)) }
    }

    /// The body of the request.
    func body() throws(JSONSyntaxError) -> [UInt8] {
        let event: JSONObject = [
            "type": .string(type), "timestamp": .string(createdAt.description),
            "data": .object(try JSONParser.parseObject(Array(data.utf8))),
        ]
        return event.jsonBytes()
    }
}
