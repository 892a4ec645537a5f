internal import Database
internal import Reactor
internal import Tenancy

/// Reads the events of the tenants whose people are connected here, once for the whole process. Lives on one loop.
///
/// It looks every 25 ms, in one statement for all tenants. A notification instead would take a lock at each commit that all
/// transactions of the server share (decision 188). Each look has the snapshot of the last one, so it finds what was committed
/// since, in any order.
final class StreamReader {
    private static let pause = Duration.milliseconds(25)
    private static let pauseAfterFailure = Duration.milliseconds(250)
    /// How long a tenant is followed after its last reader.
    private static let retention = Duration.seconds(10)

    private final class Feed {
        /// Shows all events that were read.
        var snapshot: String
        var hasNews = false
        var sinks: [ObjectIdentifier: StreamSink] = [:]
        /// Until when it is followed without a sink.
        var keepUntil = Instant.distantPast

        init(snapshot: String) { self.snapshot = snapshot }
    }

    private let database: DatabasePool
    private let loop: EventLoop
    private var feeds: [TenantID: Feed] = [:]
    /// Of the last look.
    private var seen: String?
    private var isRunning = false

    init(_ database: DatabasePool, on loop: EventLoop) {
        self.database = database
        self.loop = loop
    }

    /// Follows a tenant for a sink. Whatever is committed after this returns reaches the sink.
    func follow(_ tenant: TenantID, _ sink: StreamSink) async throws {
        if feeds[tenant] == nil {
            let snapshot = try await database.read(in: tenant, StreamStore.snapshot()).one
            // Another caller may have been faster.
            if feeds[tenant] == nil { feeds[tenant] = Feed(snapshot: snapshot) }
        }
        feeds[tenant]?.hasNews = true
        feeds[tenant]?.sinks[ObjectIdentifier(sink)] = sink
        run()
    }

    func leave(_ tenant: TenantID, _ sink: StreamSink) {
        guard let feed = feeds[tenant] else { return }
        feed.sinks[ObjectIdentifier(sink)] = nil
        feed.keepUntil = .now + Self.retention
    }

    // MARK: Looking

    private func run() {
        guard !isRunning else { return }
        isRunning = true
        // Ends by itself, when nobody follows any more.
        let this = LoopBound(self, on: loop)
        Task.immediate(executorPreference: loop) { await this.value.lookOn() }
    }

    private func lookOn() async {
        while true {
            let now = Instant.now
            feeds = feeds.filter { !$0.value.sinks.isEmpty || now < $0.value.keepUntil }
            guard !feeds.isEmpty else { break }
            do {
                try await look()
                await loop.sleep(for: Self.pause)
            } catch {
                // What had news keeps its mark.
                await loop.sleep(for: Self.pauseAfterFailure)
            }
        }
        isRunning = false
        seen = nil
    }

    private func look() async throws(DatabaseError) {
        let tenants = feeds.keys.map(\.rawValue)
        if let seen {
            let look = try await database.read(
                StreamStore.look(.integers(tenants), .text(seen))
            ).one
            if look.wentBack { return await beginAgain() }
            self.seen = look.snapshot
            for tenant in look.tenants { feeds[tenant]?.hasNews = true }
        } else {
            seen = try await database.read(StreamStore.snapshot()).one
            for feed in feeds.values { feed.hasNews = true }
        }
        for (tenant, feed) in feeds where feed.hasNews {
            do {
                try await read(tenant, feed)
            } catch let error where error.sqlState == .tenantClosed {
                // It moves to another cell, where its readers go; the news of others do not wait for that.
            }
        }
    }

    private func read(_ tenant: TenantID, _ feed: Feed) async throws(DatabaseError) {
        feed.hasNews = false
        let rows: [StreamNews]
        do {
            rows = try await database.read(in: tenant, StreamStore.news(.id(tenant), .text(feed.snapshot)))
                .all
        } catch {
            feed.hasNews = true
            throw error
        }
        guard let first = rows.first else { return }
        feed.snapshot = first.snapshot
        let events = rows.compactMap(\.event)
        if !events.isEmpty { deliver(to: feed, .events(events)) }
    }

    /// Nobody knows which events are still true: readers resume by number.
    private func beginAgain() async {
        seen = nil
        for feed in feeds.values { deliver(to: feed, .lost) }
        feeds = [:]
    }

    private func deliver(to feed: Feed, _ news: StreamSink.News) {
        for sink in feed.sinks.values {
            if sink.loop.isCurrent { sink.take(news) } else { sink.loop.execute { sink.take(news) } }
        }
    }
}

/// A receiver of a tenant's events, on a loop.
final class StreamSink: Sendable {
    enum News: Sendable {
        /// In the order of accounts and numbers.
        case events([PersonEvent])
        /// Readers must begin again.
        case lost
    }

    let loop: EventLoop
    let take: @Sendable (News) -> Void

    init(on loop: EventLoop, _ take: @escaping @Sendable (News) -> Void) {
        self.loop = loop
        self.take = take
    }
}
