internal import Administration
internal import Database
internal import Jobs
internal import Localization
internal import Pages
internal import Tenancy
internal import Transfer
internal import Webhooks

extension Component {
    /// Endpoints of tenants, and the deliveries of events to them.
    static let webhooks = Component(
        routes: { WebhookRoutes(WebhookService(addresses: $0.addresses)).routes },
        app: .webhooks,
        auditSubjects: [
            AuditSubject(
                """
                select null::bigint, s.url
                  from webhooks s
                 where e.subject_type = 'webhook' and s.tenant_id = e.tenant_id and s.id = e.subject_id
                """
            )
        ],
        pruning: [WebhookStore.pruning, WebhookStore.bodyPruning],
        jobs: { registry, services in
            registry.register(
                SendWebhookJob.self,
                service: WebhookSender(
                    database: services.database,
                    client: services.webhooks,
                    logger: services.logger
                )
            )
        },
        statements: WebhookStore.statements,
        transfer: TransferRules(
            leftOut: [.init("webhook_secrets", "secrets")],
            columns: [
                .init(
                    "webhooks",
                    "enabled",
                    leaving: "false",
                    arriving: "false",
                    "there is no secret, and only one installation may send"
                ),
                .init(
                    "webhook_deliveries",
                    "status",
                    leaving: "case t.status when 'pending' then 'cancelled' else t.status end",
                    "its job is not exported"
                ),
                .init(
                    "webhook_deliveries",
                    "finished_at",
                    leaving: "coalesce(t.finished_at, t.scheduled_at)::text",
                    "as the status"
                ),
            ]
        ),
        reference: .webhooks,
        problems: TextLookup(WebhookProblemText.self),
        actions: TextLookup(WebhookActionText.self)
    )
}
