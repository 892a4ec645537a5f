internal import Database
internal import ParlayAPI
internal import Reactor
internal import Stream
internal import Tenancy

/// Reads the live updates of the tenants that someone here follows, once for the whole process. Lives on one loop.
///
/// A notification says that there are updates. After it the reader looks again every 25 ms until nothing has come for a
/// while, because writers notify at most ten times a second, and once a second in case a notification was lost.
final class LiveUpdateReader {
    /// Updates that are read at once.
    private static let page: Int64 = 2_000
    private static let pause = Duration.milliseconds(25)
    /// How long it keeps looking after the last update. Well over the interval of notifications.
    private static let afterglow = Duration.milliseconds(300)
    /// How long a tenant is followed after its last reader.
    private static let retention = Duration.seconds(60)

    private final class Feed {
        var seq: Int64
        /// Up to `seq`.
        var history: LiveHistory
        /// Reads what is before the history.
        var extending: Task<Void, any Error>?
        var sinks: [ObjectIdentifier: LiveSink] = [:]
        /// Until when it looks without a notification.
        var hotUntil = Instant.distantPast
        /// Until when it is followed without a sink.
        var keepUntil = Instant.distantPast
        var isRunning = false
        var wasWoken = false

        init(seq: Int64) {
            self.seq = seq
            history = LiveHistory(after: seq)
        }
    }

    private let database: DatabasePool
    private let loop: EventLoop
    private var feeds: [TenantID: Feed] = [:]
    private var listener: Listener?
    private var isPolling = false

    init(_ database: DatabasePool, on loop: EventLoop) {
        self.database = database
        self.loop = loop
    }

    /// Follows a tenant for a sink.
    ///
    /// - Returns: the number after which the sink gets every update. The first ones may come before this returns.
    func follow(_ tenant: TenantID, _ sink: LiveSink) async throws -> Int64 {
        listen()
        if feeds[tenant] == nil {
            let position = try await position(tenant)
            // Another caller may have been faster.
            if feeds[tenant] == nil {
                feeds[tenant] = Feed(seq: position.seq)
                poll()
            }
        }
        guard let feed = feeds[tenant] else { throw CancellationError() }
        feed.sinks[ObjectIdentifier(sink)] = sink
        return feed.seq
    }

    func leave(_ tenant: TenantID, _ sink: LiveSink) {
        guard let feed = feeds[tenant] else { return }
        feed.sinks[ObjectIdentifier(sink)] = nil
        feed.keepUntil = .now + Self.retention
    }

    private func position(_ tenant: TenantID) async throws -> LivePosition {
        try await database.read(in: tenant, LiveStore.position(.id(tenant))).first ?? .none
    }

    // MARK: What was missed

    /// What a reader with the number `seq` has missed, and up to which number; `nil` if that cannot be had from here.
    func missed(_ tenant: TenantID, after seq: Int64, _ filter: LiveFilter) async throws
        -> (entries: [LiveHistory.Entry], through: Int64)?
    {
        guard let feed = feeds[tenant] else { return nil }
        if seq < feed.history.start, let extending = feed.extending { try await extending.value }
        if seq < feed.history.start {
            let this = LoopBound((self, feed), on: loop)
            let task = Task(executorPreference: loop) {
                try await this.value.0.extend(this.value.1, of: tenant, back: seq)
            }
            feed.extending = task
            defer { feed.extending = nil }
            try await task.value
        }
        return feed.history.missed(after: seq, filter).map { ($0, feed.seq) }
    }

    /// Reads the updates between `seq` and the history, once for all readers: many resume after a restart.
    private func extend(_ feed: Feed, of tenant: TenantID, back seq: Int64) async throws {
        let end = feed.history.start
        var earlier = LiveHistory(after: seq)
        var last = seq
        while last < end {
            let query = LiveStore.updates(.id(tenant), .integer(last), .integer(Self.page / 4))
            let rows = try await database.read(in: tenant, query).all
            guard let highest = rows.last else { break }
            let now = Instant.now
            for update in rows where update.seq <= end { earlier.add(update, frame: update.frame, at: now) }
            last = highest.seq
        }
        // Otherwise it was changed meanwhile, and the caller asks the database.
        if feed.history.start == end { feed.history.extend(with: earlier) }
    }

    // MARK: Waking

    private func listen() {
        guard listener == nil else { return }
        let this = LoopBound(self, on: loop)
        let listener = Listener(database, on: loop, listen: "listen parlay_live") { payload in
            this.value.notified(payload)
        }
        self.listener = listener
        listener.start()
    }

    private func notified(_ payload: String) {
        if let tenant = Int64(payload).map(TenantID.init(rawValue:)) {
            wake(tenant)
        } else {
            for tenant in feeds.keys { wake(tenant) }
        }
    }

    private func poll() {
        guard !isPolling else { return }
        isPolling = true
        loop.schedule(after: .seconds(1)) { [self] in
            isPolling = false
            let now = Instant.now
            feeds = feeds.filter { !$0.value.sinks.isEmpty || $0.value.isRunning || now < $0.value.keepUntil }
            for tenant in feeds.keys { wake(tenant, isCertain: false) }
            if feeds.isEmpty {
                listener?.stop()
                listener = nil
            } else {
                poll()
            }
        }
    }

    /// - Parameter isCertain: whether there were updates for certain.
    private func wake(_ tenant: TenantID, isCertain: Bool = true) {
        guard let feed = feeds[tenant] else { return }
        if isCertain { feed.hotUntil = .now + Self.afterglow }
        feed.wasWoken = true
        guard !feed.isRunning else { return }
        feed.isRunning = true
        // Ends by itself: when nothing comes, or the database cannot be read.
        let this = LoopBound((self, feed), on: loop)
        Task.immediate(executorPreference: loop) {
            await this.value.0.run(tenant, this.value.1)
        }
    }

    private func run(_ tenant: TenantID, _ feed: Feed) async {
        defer { feed.isRunning = false }
        while feed.wasWoken || .now < feed.hotUntil {
            feed.wasWoken = false
            do {
                let isMore = try await readUpdates(tenant, feed)
                if isMore { continue }
            } catch {
                // The poll tries again.
                return
            }
            await loop.sleep(for: Self.pause)
        }
    }

    /// - Returns: whether there may be more.
    private func readUpdates(_ tenant: TenantID, _ feed: Feed) async throws -> Bool {
        let (positions, rows) = try await database.read(
            in: tenant,
            LiveStore.position(.id(tenant)),
            LiveStore.updates(.id(tenant), .integer(feed.seq), .integer(Self.page))
        )
        let position = try positions.first ?? .none
        guard position.pruned <= feed.seq, position.seq >= feed.seq else {
            // It was out of reach for too long, or the database was restored from a backup.
            feed.seq = position.seq
            feed.history = LiveHistory(after: position.seq)
            deliver(to: feed, .lost(seq: position.seq))
            return false
        }
        let updates = try rows.all
        guard let last = updates.last else { return false }
        let batch = LiveBatch(from: feed.seq, updates)
        let now = Instant.now
        for item in batch.items {
            feed.history.add(item.message, frame: Array(batch.frames[item.range]), at: now)
        }
        feed.seq = last.seq
        feed.hotUntil = .now + Self.afterglow
        deliver(to: feed, .batch(batch))
        return updates.count == Int(Self.page)
    }

    private func deliver(to feed: Feed, _ news: LiveNews) {
        for sink in feed.sinks.values {
            if sink.loop.isCurrent { sink.take(news) } else { sink.loop.execute { sink.take(news) } }
        }
    }
}

/// A receiver of a tenant's updates, on a loop.
final class LiveSink: Sendable {
    let loop: EventLoop
    let take: @Sendable (LiveNews) -> Void

    init(on loop: EventLoop, _ take: @escaping @Sendable (LiveNews) -> Void) {
        self.loop = loop
        self.take = take
    }
}

/// What a sink receives.
enum LiveNews: Sendable {
    case batch(LiveBatch)
    /// Updates up to this number are unknown: readers must begin again.
    case lost(seq: Int64)
}
