internal import Database
internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Schema
internal import Synchronization
internal import Tenancy

/// `/healthz`, `/readyz` and `/metrics`, for operators.
struct PlatformRoutes: Sendable {
    private let probe: ReadinessProbe
    private let metrics: MetricRegistry
    private let isDraining: DrainFlag
    private let servesMetrics: Bool
    private let instance: String

    /// - Parameters:
    ///   - instance: of the `up` that started this process; empty without one.
    ///   - migrations: those this process was built with.
    ///   - report: logs why the process is not ready.
    init(
        database: DatabasePool,
        metrics: MetricRegistry,
        isDraining: DrainFlag,
        servesMetrics: Bool,
        instance: String = "",
        migrations: [Migration] = Migration.all,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.metrics = metrics
        self.isDraining = isDraining
        self.servesMetrics = servesMetrics
        self.instance = instance
        // Runs what requests run, over their connections and role, so that a database which accepts connections but fails
        // every request does not count as ready.
        probe = ReadinessProbe(report: report) {
            let unknown = Session.probe(at: .now)
            let (_, history, functions) = try await database.read(
                unknown,
                Migrator.history(),
                Migrator.functionHistory()
            )
            _ = try await database.write(unknown)
            let migrator = Migrator(settings: database.settings, migrations: migrations)
            try migrator.status(of: history.all, functions.all).requireUsable()
        }
    }

    var routes: [PlatformRoute] {
        var routes = [
            PlatformRoute(.get, "healthz", "Whether the process is up") { _ in Self.plain("ok\n") }
                .named("getHealth")
                .explained("For a supervisor: answers as long as the process runs.")
                .answering(200, .media(["text/plain"]), "The process is up."),
            PlatformRoute(.get, "readyz", "Whether the process can serve", handler: readiness)
                .named("getReadiness")
                .explained(
                    """
                    For a load balancer: 200 if the process is not stopping, the database can serve requests, \
                    and the schema is this version's or a newer, compatible one.
                    """
                )
                .answering(
                    200,
                    .media(["text/plain"]),
                    "The process can serve requests. The text names its version."
                )
                .refusing(
                    503,
                    "not_ready",
                    "The process is stopping, the database is unavailable, or its schema does not fit."
                ),
        ]
        if servesMetrics {
            routes.append(
                PlatformRoute(.get, "metrics", "Metrics for Prometheus") { _ in exposition() }
                    .named("getMetrics")
                    .explained("In the Prometheus text format.")
                    .answering(200, .media(["text/plain"]), "The current values.")
            )
        }
        return routes
    }

    private func readiness(_ request: Request) async -> Response {
        if isDraining.isSet { return unavailable("The process is stopping.", request) }
        guard let refusal = await probe.refusal() else { return .ready(instance: instance) }
        return unavailable(refusal, request)
    }

    func exposition() -> Response {
        Response(status: 200, contentType: MetricRegistry.contentType, body: metrics.exposition())
            .with("Cache-Control", "no-store")
    }

    private func unavailable(_ detail: String, _ request: Request) -> Response {
        let problem = Problem(status: 503, code: "not_ready", title: "Not ready", detail: detail)
        return .problem(problem, requestID: request.head.id).with("Retry-After", "1")
            .with("Cache-Control", "no-store")
    }

    private static func plain(_ text: String) -> Response { .text(text).with("Cache-Control", "no-store") }
}

extension Response {
    /// The answer of a process that is ready, with its version.
    ///
    /// - Parameter instance: of the `up` that started the process; empty without one.
    static func ready(instance: String) -> Response {
        let response = Response.text("ready \(Program.version)\n").with("Cache-Control", "no-store")
        return instance.isEmpty ? response : response.with(HTTPProbe.instanceHeader, instance)
    }
}

/// Set once, when a stop begins.
final class DrainFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
