internal import HTTPServer
internal import Observability
internal import Reactor
internal import Synchronization
internal import Tenancy

/// The counters of a front process.
final class FrontMetrics: Sendable {
    let registry = MetricRegistry()
    /// By tenant and hour.
    let counts: ProcessCounts
    private let requests: Counter
    private let seconds: Histogram
    private let logger: Logger
    private let caches: [SeriesByRequest]

    init(version: String, loops: Int, logger: Logger) {
        self.logger = logger
        counts = ProcessCounts(.requests, loops: loops)
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
        let series = caches[request.loop].series(of: request) {
            let route = [request.trace.route, request.method]
            return (requests.series(route + [String(request.status)]), seconds.series(route))
        }
        series.requests.increment()
        series.seconds.observe(request.duration)
        counts.count(tenant: request.trace.tenant?.id, on: request.loop)
        request.log(to: logger)
    }
}

/// The series of one loop's requests, looked up once. Only that loop takes the lock.
private final class SeriesByRequest: Sendable {
    typealias Series = (requests: Counter.Series, seconds: Histogram.Series)

    private struct Entry {
        let route: String
        let method: String
        let status: Int
        let series: Series

        func isOf(_ request: CompletedRequest) -> Bool {
            status == request.status && method == request.method && route == request.trace.route
        }
    }

    /// By the number of the route, which has few methods and outcomes: a list is faster than a hash of three values.
    private let known = Mutex<[[Entry]]>([])

    func series(of request: CompletedRequest, find: () -> Series) -> Series {
        let number = request.trace.routeNumber
        return known.withLock { known in
            while known.count <= number { known.append([]) }
            for entry in known[number] where entry.isOf(request) { return entry.series }
            let series = find()
            known[number].append(
                Entry(
                    route: request.trace.route,
                    method: request.method,
                    status: request.status,
                    series: series
                )
            )
            return series
        }
    }
}
