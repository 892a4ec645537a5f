internal import Database
internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Synchronization

/// `/healthz`, `/readyz` and `/metrics`: for those who run the process.
struct PlatformRoutes: Sendable {
    let database: DatabasePool
    let metrics: MetricRegistry
    let isDraining: DrainFlag
    let servesMetrics: Bool

    static let ready = Statement("select max(version) from schema_migrations")

    var routes: [(method: HTTPMethod, pattern: String, handler: @Sendable (Request) async -> Response)] {
        var routes: [(method: HTTPMethod, pattern: String, handler: @Sendable (Request) async -> Response)] =
            [
                (.get, "healthz", { _ in Self.plain("ok\n") }),
                (.get, "readyz", { request in await readiness(request) }),
            ]
        if servesMetrics { routes.append((.get, "metrics", { _ in exposition() })) }
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
