internal import HTTPServer
internal import Observability
internal import Synchronization

/// The counters of a front process.
final class FrontMetrics: Sendable {
    let registry = MetricRegistry()
    private let requests: Counter
    private let seconds: Histogram
    private let logger: Logger
    private let caches: [SeriesByRequest]

    init(version: String, loops: Int, logger: Logger) {
        self.logger = logger
        requests = registry.counter(
            "parlay_http_requests_total",
            "Finished requests.",
            labels: ["route", "method", "status"]
        )
        seconds = registry.histogram(
            "parlay_http_request_seconds",
            "Time to answer.",
            labels: ["route", "method"]
        )
        caches = (0..<loops).map { _ in SeriesByRequest() }
        ProcessMetrics.register(in: registry, version: version)
    }

    /// Is called for every answered request, on its loop.
    func observe(_ request: CompletedRequest) {
        let key = RequestKey(route: request.trace.route, method: request.method, status: request.status)
        let series = caches[request.loop].series(key) {
            let route = [key.route, key.method]
            return (requests.series(route + [String(key.status)]), seconds.series(route))
        }
        series.requests.increment()
        series.seconds.observe(nanoseconds: request.duration)
        guard logger.isEnabled(request.status >= 500 ? .error : .info) else { return }
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

private struct RequestKey: Hashable {
    let route: String
    let method: String
    let status: Int
}

/// The series of one loop's requests, looked up once. Only that loop takes the lock.
private final class SeriesByRequest: Sendable {
    typealias Series = (requests: Counter.Series, seconds: Histogram.Series)
    private let known = Mutex<[RequestKey: Series]>([:])

    func series(_ key: RequestKey, find: () -> Series) -> Series {
        known.withLock { known in
            if let series = known[key] { return series }
            let series = find()
            known[key] = series
            return series
        }
    }
}
