package import Database
package import Jobs
package import Observability
package import Outbound
internal import ParlayAPI
internal import Reactor
internal import Security
internal import Synchronization
internal import Tenancy

/// Sends an event to an endpoint. A repeated run sends the same `webhook-id` again, so that receivers recognize it;
/// the result of the attempt is written together with the job's completion, and so once.
package struct SendWebhookJob: Job {
    package static let kind = "send_webhook"
    /// Only failures of our own use up attempts of the job: a failing endpoint is not a failure of the job.
    package static let policy = JobPolicy(timeLimit: .seconds(40), concurrency: 128)

    /// Of `webhook_deliveries`.
    let delivery: Int64

    package func run(in context: JobContext<WebhookSender>) async throws {
        try await context.service.send(delivery, context)
    }
}

/// Sends deliveries to endpoints and schedules further attempts.
package final class WebhookSender: Sendable {
    /// Seconds to wait after each failure: a day and 4 hours in all.
    static let schedule: [Int64] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
    static let timeout = Duration.seconds(15)
    private static let responseLimit = 4096

    private let database: DatabasePool
    private let client: HTTPClient
    private let timeout: Duration
    private let logger: Logger
    private let loads = Mutex(EndpointLoads())

    /// - Parameter client: its `AddressRule` decides which endpoints are allowed.
    package init(
        database: DatabasePool,
        client: HTTPClient,
        timeout: Duration = WebhookSender.timeout,
        logger: Logger
    ) {
        self.database = database
        self.client = client
        self.timeout = timeout
        self.logger = logger
    }

    func send(_ id: Int64, _ context: JobContext<WebhookSender>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let now = Timestamp.now
        let load = WebhookSendingStore.load(tenant, .integer(id), .time(now))
        guard let delivery = try await database.read(load).first else { return }
        let body = try delivery.body()
        guard delivery.isEnabled else {
            try await context.complete(with: [finish(id, tenant, .cancelled, at: now)])
            return
        }
        let endpoint = EndpointLoads.Endpoint(
            tenantID: context.tenantID,
            webhookID: delivery.webhook.rawValue
        )
        let start = Instant.now
        if let refusal = loads.withLock({ $0.begin(endpoint, now: start) }) {
            if refusal.isFirst {
                logger.warning(
                    "a webhook's endpoint is busy: its events wait",
                    [.integer("tenant_id", context.tenantID), .integer("webhook", delivery.webhook.rawValue)]
                )
            }
            throw JobOutcome.snooze(refusal.wait)
        }
        let result = await request(delivery, body, at: now)
        let took = .now - start
        loads.withLock { $0.end(endpoint, took: took, now: start + took) }
        // The process is stopping, or the run took too long: the job runs again.
        try Task.checkCancellation()
        let outcome = WebhookOutcome(result, attempt: delivery.attempt)
        let ended = Timestamp.now
        let count =
            outcome.isDelivered
            ? WebhookSendingStore.succeed(tenant, .id(delivery.webhook))
            : WebhookSendingStore.fail(
                tenant,
                .id(delivery.webhook),
                .time(ended),
                .boolean(outcome.isGone)
            )
        let record = finish(id, tenant, outcome, at: ended, milliseconds: took.milliseconds, sent: body)
        try await context.complete(with: [count, record])
    }

    private func request(
        _ delivery: PendingDelivery,
        _ body: [UInt8],
        at now: Timestamp
    ) async -> Result<OutboundResponse, HTTPClientError> {
        let seconds = now.milliseconds / 1000
        let signatures = delivery.secrets.map {
            $0.sign(id: delivery.messageID, timestamp: seconds, body: body)
        }
        var request = OutboundRequest(.post, delivery.url, body: body)
        request.headers = [
            ("Content-Type", "application/json"), ("User-Agent", "Parlay-Webhooks"),
            ("webhook-id", delivery.messageID), ("webhook-timestamp", String(seconds)),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
        request.timeout = timeout
        request.connectTimeout = .seconds(10)
        request.bodyLimit = Self.responseLimit
        request.overflow = .truncate
        do throws(HTTPClientError) {
            return .success(try await client.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func finish(
        _ id: Int64,
        _ tenant: Parameter,
        _ outcome: WebhookOutcome,
        at now: Timestamp,
        milliseconds: Int64? = nil,
        sent body: [UInt8]? = nil
    ) -> Query {
        WebhookSendingStore.finish(
            tenant,
            .integer(id),
            .text(outcome.status.rawValue),
            .time(now),
            .integer(milliseconds),
            .integer(outcome.responseStatus),
            .text(outcome.response),
            .text(outcome.error),
            .integer(outcome.retryAfterMilliseconds),
            .text(body.map { String(decoding: $0, as: UTF8.self) })
        )
    }
}
