internal import Database
internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// `/healthz`, `/readyz` and `/metrics`: for those who run the process.
struct PlatformRoutes: Sendable {
    let database: DatabasePool
    let metrics: MetricRegistry
    let isDraining: DrainFlag
    let servesMetrics: Bool

    static let ready = Statement("select max(version) from schema_migrations")

    var routes: [PlatformRoute] {
        var routes = [
            PlatformRoute(.get, "healthz", "Whether the process is up") { _ in Self.plain("ok\n") }
                .named("getHealth")
                .answering(200, .media(["text/plain"]), "It is."),
            PlatformRoute(.get, "readyz", "Whether the process can serve", handler: readiness)
                .named("getReadiness")
                .explained("It can while it is not stopping and its database answers.")
                .answering(200, .media(["text/plain"]), "It can.")
                .refusing(503, "not_ready", "The process is stopping, or its database is away."),
        ]
        if servesMetrics {
            routes.append(
                PlatformRoute(.get, "metrics", "Metrics for Prometheus") { _ in exposition() }
                    .named("getMetrics")
                    .answering(200, .media(["text/plain"]), "The present values.")
            )
        }
        return routes
    }

    /// Ready means: not stopping, and the database answers.
    private func readiness(_ request: Request) async -> Response {
        if isDraining.isSet { return unavailable("The process is stopping.", request) }
        do {
            _ = try await database.read([Self.ready()])
            return Self.plain("ready\n")
        } catch {
            return unavailable("The database does not answer.", request)
        }
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

/// Set once, when a stop begins.
final class DrainFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
