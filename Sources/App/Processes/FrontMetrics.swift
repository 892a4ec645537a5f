internal import Database
internal import HTTPServer
internal import Observability
internal import Synchronization

/// What a front process counts. Series are found once a loop and then touched without a lock.
final class FrontMetrics: Sendable {
    let registry = MetricRegistry()
    private let requests: Counter
    private let seconds: Histogram
    private let logger: Logger

    init(version: String, logger: Logger) {
        self.logger = logger
        requests = registry.counter(
            "parlay_http_requests_total", "Requests answered.", labels: ["route", "method", "status"])
        seconds = registry.histogram("parlay_http_request_seconds", "Time to answer.", labels: ["route", "method"])
        ProcessMetrics.register(in: registry, version: version)
    }

    /// Hears of every answered request.
    func observe(_ request: CompletedRequest) {
        requests.series([request.trace.route, request.method, String(request.status)]).increment()
        seconds.series([request.trace.route, request.method]).observe(nanoseconds: request.duration)
        logger.request(
            RequestLine(
                id: request.id,
                method: request.method,
                route: request.trace.route,
                status: request.status,
                duration: request.duration,
                databaseTime: request.trace.databaseTime,
                tenant: request.trace.tenant,
                accountID: request.trace.accountID,
                bytes: request.bytes
            )
        )
    }
}
