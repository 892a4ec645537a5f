internal import Database
internal import HTTPServer
internal import Jobs
internal import ParlayAPI
internal import Reactor
internal import Schema
internal import Tenancy

/// `/healthz` and `/readyz` of a worker.
struct WorkerProbes: Sendable {
    /// A worker that has neither claimed nor polled for this long is stuck.
    static let limit = Duration.seconds(30)

    let pulse: WorkerPulse
    let isDraining: DrainFlag
    /// Of the `up` that started this process; empty without one.
    var instance = ""
    /// Logs why the process is not ready.
    var report: @Sendable (String) -> Void = { _ in }

    func pages(_ database: DatabasePool) -> [MetricsServer.Page] {
        let probe = ReadinessProbe(report: report) {
            let (history, functions) = try await database.read(
                Migrator.history(),
                Migrator.functionHistory()
            )
            try Migrator(settings: database.settings).status(of: history.all, functions.all).requireUsable()
        }
        return [
            MetricsServer.Page(name: "healthz") { health(requestID: $0.head.id) },
            MetricsServer.Page(name: "readyz") { await readiness(probe, requestID: $0.head.id) },
        ]
    }

    func health(requestID: String, at now: Instant = .now) -> Response {
        let age = pulse.age(at: now)
        // A stopping worker finishes its jobs and takes no new ones.
        guard age >= Self.limit, !isDraining.isSet else { return plain("ok\n") }
        let seconds = age.components.seconds
        return unavailable("The worker has neither claimed nor polled for jobs for \(seconds) s.", requestID)
    }

    private func readiness(_ probe: ReadinessProbe, requestID: String) async -> Response {
        if isDraining.isSet { return unavailable("The process is stopping.", requestID) }
        guard let refusal = await probe.refusal() else { return .ready(instance: instance) }
        return unavailable(refusal, requestID)
    }

    private func plain(_ text: String) -> Response { .text(text).with("Cache-Control", "no-store") }

    private func unavailable(_ detail: String, _ requestID: String) -> Response {
        let problem = Problem(status: 503, code: "not_ready", title: "Not ready", detail: detail)
        return .problem(problem, requestID: requestID).with("Retry-After", "1").with(
            "Cache-Control",
            "no-store"
        )
    }
}
