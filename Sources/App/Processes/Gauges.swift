internal import Database
internal import HTTPServer
internal import Observability
internal import Reactor
internal import Synchronization

/// Gauges that are sampled from the loops once a second, so that a scrape does not wait.
enum Gauges {
    static func register(
        in registry: MetricRegistry,
        server: FrontServer,
        database: DatabasePool,
        group: EventLoopGroup,
        hashing: BlockingPool
    ) {
        let inFlight = registry.gauge("parlay_http_in_flight", "Requests being answered.")
        let sockets = registry.gauge("parlay_http_connections", "Open HTTP connections.")
        let open = registry.gauge("parlay_db_pool_connections", "Open database connections.")
        let depth = registry.gauge(
            "parlay_db_pipeline_depth",
            "Statements sent to the database and not answered yet."
        )
        registry.gauge("parlay_hash_queue_depth", "Passwords waiting to be hashed.") {
            [Sample([], Double(hashing.depth))]
        }
        registry.gauge("parlay_http_body_bytes", "Memory of request bodies.") {
            [Sample([], Double(server.budgets.bodies.held))]
        }
        registry.gauge("parlay_http_answer_bytes", "Memory of answers that clients have not read yet.") {
            [Sample([], Double(server.budgets.answers.held))]
        }
        registry.gauge("parlay_sockets", "Open streams: WebSockets and event streams.") {
            [Sample([], Double(server.socketCount))]
        }
        registerHolds(of: group.loops, in: registry)
        let levels = group.loops.map { _ in LoopLevels() }
        for (loop, level) in zip(group.loops, levels) {
            loop.execute { sample(loop, level, server, database) }
        }
        @Sendable func sample(
            _ loop: EventLoop,
            _ level: LoopLevels,
            _ server: FrontServer,
            _ database: DatabasePool
        ) {
            let here = server.statusHere
            let status = database.statusHere
            level.set(
                requests: here.openRequests,
                connections: here.connections,
                open: status.open,
                depth: status.depth
            )
            inFlight.set(levels.reduce(Int64(0)) { $0 + $1.values.requests })
            sockets.set(levels.reduce(Int64(0)) { $0 + $1.values.connections })
            open.set(levels.reduce(Int64(0)) { $0 + $1.values.open })
            depth.set(levels.reduce(Int64(0)) { $0 + $1.values.depth })
            loop.schedule(after: .seconds(1)) { sample(loop, level, server, database) }
        }
    }
}

extension Gauges {
    /// What held the loops for longer than one request may.
    static func registerHolds(of loops: [EventLoop], in registry: MetricRegistry) {
        registry.counter(
            "parlay_loop_holds_total",
            "Times that one piece of work held an event loop for over 5 ms, computing or waiting for the system.",
            labels: ["kind"]
        ) {
            let counts = loops.map(\.holds.counts)
            return [
                Sample(["computing"], counts.reduce(0) { $0 + Double($1.computing) }),
                Sample(["waiting"], counts.reduce(0) { $0 + Double($1.waiting) }),
            ]
        }
        registry.gauge(
            "parlay_loop_longest_hold_seconds",
            "The longest computation over 5 ms that held an event loop since the start."
        ) {
            [Sample([], (loops.map(\.holds.counts.longest).max() ?? .zero) / .seconds(1))]
        }
    }
}

/// The last sample of one loop.
private final class LoopLevels: Sendable {
    struct Values: Sendable {
        var requests: Int64 = 0
        var connections: Int64 = 0
        var open: Int64 = 0
        var depth: Int64 = 0
    }

    private let stored = Mutex(Values())
    var values: Values { stored.withLock { $0 } }

    func set(requests: Int, connections: Int, open: Int, depth: Int) {
        stored.withLock {
            $0 = Values(
                requests: Int64(requests),
                connections: Int64(connections),
                open: Int64(open),
                depth: Int64(depth)
            )
        }
    }
}
