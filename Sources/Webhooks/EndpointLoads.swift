internal import Reactor

/// How many requests each endpoint has in progress, so that a slow one uses few of the worker's slots. Pure.
///
/// A refused run gets a place in a queue that moves as fast as the endpoint answers: a backlog returns gradually and
/// not all of it every second.
struct EndpointLoads {
    /// Requests at the same time, of the many that a worker sends in all.
    static let limit = 16
    private static let waits = Duration.milliseconds(200)...Duration.seconds(300)

    struct Endpoint: Hashable {
        let tenantID: Int64
        let webhookID: Int64
    }

    private struct Load {
        var running = 0
        /// The duration of the last request; a second until one has ended.
        var took = Duration.seconds(1)
        /// Until when the places in the queue are assigned.
        var queueEnd = Instant.distantPast
        /// Whether a run was refused since its requests were few.
        var isBusy = false
    }

    struct Refusal: Equatable {
        /// How long to wait before asking again.
        let wait: Duration
        /// Whether the endpoint has just become busy.
        let isFirst: Bool
    }

    private var loads: [Endpoint: Load] = [:]

    /// Takes a slot, or refuses the run.
    mutating func begin(_ endpoint: Endpoint, now: Instant) -> Refusal? {
        var load = loads[endpoint] ?? Load()
        defer { loads[endpoint] = load }
        if load.running < Self.limit {
            load.running += 1
            return nil
        }
        load.queueEnd = max(load.queueEnd, now) + load.took / Self.limit
        let wait = min(max(load.queueEnd - now, Self.waits.lowerBound), Self.waits.upperBound)
        defer { load.isBusy = true }
        return Refusal(wait: wait, isFirst: !load.isBusy)
    }

    mutating func end(_ endpoint: Endpoint, took: Duration, now: Instant) {
        guard var load = loads[endpoint] else { return }
        load.running -= 1
        load.took = took
        if load.running < Self.limit / 2, load.queueEnd <= now { load.isBusy = false }
        loads[endpoint] = load.running == 0 && load.queueEnd <= now ? nil : load
    }
}
