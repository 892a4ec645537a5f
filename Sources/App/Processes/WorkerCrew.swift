internal import Components
internal import Console
internal import Database
internal import Jobs
internal import Notifications
internal import Reactor

/// What a worker process does for one database: it runs the jobs, enqueues the schedules and relays notices.
struct WorkerCrew: Sendable {
    private let worker: Worker
    private let scheduler: Scheduler
    private let relay: NoticeRelay

    /// - Parameter cell: the number of the database.
    init(
        _ components: [Component],
        _ services: WorkerServices,
        cell: Int,
        settings: Worker.Settings,
        pulse: WorkerPulse,
        report: @escaping @Sendable (WorkerReport) -> Void
    ) throws {
        worker = Worker(
            try components.jobs(services),
            pool: services.database,
            on: services.loop,
            settings: settings,
            pulse: pulse,
            report: report
        )
        scheduler = Scheduler(
            try components.schedules().filter { cell == 1 || !$0.isOfPlatform },
            pool: services.database,
            on: services.loop,
            name: settings.name,
            report: report
        )
        relay = NoticeRelay(services.database, on: services.loop) { report(.failed(what: "notices", $0)) }
    }

    /// Runs until `stop`.
    func run() async throws {
        async let scheduling: Void = scheduler.run()
        async let relaying: Void = relay.run()
        try await worker.run()
        await scheduling
        await relaying
    }

    func stop() async {
        await worker.stop()
        await scheduler.stop()
        await relay.stop()
    }
}
