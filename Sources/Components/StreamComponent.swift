internal import Accounts
internal import Jobs
internal import Stream
internal import Tenancy
internal import Transfer

extension Component {
    /// One stream per person, to which the other components add their events.
    static let stream = Component(
        routes: { services in StreamRoutes(services.streams).routes },
        appRoutes: { services in StreamRoutes(services.streams).appRoutes },
        exports: [ExportPart("events", StreamStore.own) { row, _ in row.event }],
        deletionSteps: [StreamStore.erase],
        pruning: [TicketStore.pruning],
        jobs: { registry, services in
            registry.register(PruneStreamsJob.self, service: services.database)
        },
        schedules: { [try Schedule("prune_streams", "* * * * *", PruneStreamsJob())] },
        statements: StreamStore.statements + TicketStore.statements,
        transfer: TransferRules(
            leftOut: [.init("live_tickets", "people sign in again")],
            columns: [
                .init(
                    "stream_events",
                    "change",
                    leaving: "'0'",
                    "a number of the old database; nobody follows the tenant yet"
                ),
                .init("stream_events", "token_id", leaving: "null", "people sign in again"),
            ]
        ),
        reference: .stream
    )
}
