internal import Jobs
internal import Tenancy
internal import Transfer

extension Component {
    /// Sessions, throttles, idempotency keys and the job queue, which everything else needs.
    static let tenancy = Component(
        pruning: [
            TokenStore.pruning, SignInStore.pruning, ThrottleStore.pruning, IdempotencyStore.pruning,
            SignOfUse.pruning, ProcessCounts.pruning,
        ],
        jobs: { registry, services in
            registry.register(PruneJobsJob.self, service: services.database)
            registry.register(
                PruneJob.self,
                service: PruneJob.Service(services.database, services.components.flatMap(\.pruning))
            )
            registry.register(NothingJob.self, service: ())
        },
        schedules: {
            [
                try Schedule("jobs.prune", "17 * * * *", PruneJobsJob()),
                try Schedule("prune", "7 * * * *", PruneJob()),
            ]
        },
        figures: ProcessCounts.figures,
        statements: ProcessCounts.statements + SignOfUse.statements + JobStatements.all + Session.statements
            + TokenStore.statements + SignInStore.statements + ThrottleStore.statements
            + IdempotencyStore.statements + TransferStatements.all + TenantMove.statements
            + CellSetup.statements + CellDrain.statements,
        transfer: TransferRules(
            leftOut: [
                .init("tokens", "people sign in again"),
                .init("sign_ins", "networks from which people used the old installation"),
                .init("idempotency_keys", "clients that repeat a call have no token"),
                .init("throttles", "counts of addresses and accounts of the last minutes"),
                .init("jobs", "work of the old installation; the import enqueues what is due"),
                .init("dead_letters", "jobs of the old installation"),
                .init("move_marks", "they belong to a move between cells"),
            ],
            columns: [
                .init(
                    "tenants",
                    "status",
                    leaving: "'suspended'",
                    arriving: "'suspended'",
                    "the operator resumes the tenant after checking it"
                ),
                .init("tenants", "state", leaving: "'open'", "it lives where it is imported"),
                .init("tenants", "epoch", leaving: "1", "it has not moved there"),
                .init("tenants", "cell", leaving: "1", "it lives where it is imported"),
                .init("tenants", "held_until", leaving: "null::text", "it does not move"),
            ]
        )
    )
}
