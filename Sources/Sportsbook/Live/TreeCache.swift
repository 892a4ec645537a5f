internal import Database
internal import HTTPServer
internal import Reactor
internal import Security
internal import Stream
internal import Synchronization
internal import Tenancy

/// The tree of each tenant in memory, ready to be sent: read when someone asks, brought up to date as updates come.
final class TreeCache: Sendable {
    private let hub: LiveHub
    private let database: DatabasePool
    private let pool: BlockingPool
    private let entries = Mutex<[TenantID: TreeEntry]>([:])

    /// - Parameter pool: threads that encode and compress.
    init(_ hub: LiveHub, database: DatabasePool, pool: BlockingPool) {
        self.hub = hub
        self.database = database
        self.pool = pool
    }

    /// The tree, at most 250 ms behind the stream.
    func snapshot(of tenant: TenantID, on loop: EventLoop) async throws -> TreeSnapshot {
        let entry = entries.withLock { entries in
            if let entry = entries[tenant] { return entry }
            let entry = TreeEntry(tenant, hub, database, pool, on: loop) { [weak self] entry in
                self?.entries.withLock { if $0[tenant] === entry { $0[tenant] = nil } }
            }
            entries[tenant] = entry
            return entry
        }
        if let snapshot = entry.fresh() { return snapshot }
        return try await Task(executorPreference: entry.loop) { try await entry.rebuilt() }.value
    }
}

/// A tree at one number, with its documents, which are made once for everybody.
final class TreeSnapshot: Sendable {
    struct Document: Sendable {
        let bytes: SharedBytes
        /// For `ETag`.
        let tag: String

        /// Compresses: not on a loop.
        init(_ bytes: [UInt8]) {
            tag = String(sha256(bytes).hex.prefix(32))
            self.bytes = SharedBytes(compressing: bytes, for: .short)
        }
    }

    let tree: TreeDocument
    let document: Document
    private let original = Mutex<Document?>(nil)
    private let pool: BlockingPool

    /// Takes a while: not on a loop.
    init(_ tree: TreeDocument, _ pool: BlockingPool) {
        self.tree = tree
        self.pool = pool
        document = Document(tree.json)
    }

    /// The array of the original app.
    func originalFeed() async throws -> Document {
        if let made = original.withLock({ $0 }) { return made }
        let tree = tree
        let made = try await pool.run { Document(tree.originalFeed) }
        return original.withLock { original in
            let first = original ?? made
            original = first
            return first
        }
    }
}

/// One tenant's tree.
///
/// `@unchecked Sendable`: everything but `state`, which has a lock, is touched only on `loop`.
final class TreeEntry: @unchecked Sendable {
    /// How far a snapshot may lag behind the stream before readers wait for the next one.
    private static let tolerance = Duration.milliseconds(150)
    /// The time between two snapshots.
    private static let gap = Duration.milliseconds(100)
    /// How long it is kept up to date after the last request.
    private static let retention = Duration.seconds(60)

    private struct State {
        var snapshot: TreeSnapshot?
        /// When the stream went past the snapshot.
        var staleSince: Instant?
        var lastUse = Instant.now
    }

    let loop: EventLoop
    private let tenant: TenantID
    private let hub: LiveHub
    private let database: DatabasePool
    private let pool: BlockingPool
    private let ended: @Sendable (TreeEntry) -> Void
    private let state = Mutex(State())
    private var sink: LiveSink?
    private var build: Task<TreeSnapshot, any Error>?
    private var isScheduled = false
    private var lastBuild = Instant.distantPast
    /// The number of the last update that the stream has sent.
    private var streamed: Int64 = 0
    private var mustReadAll = false
    private var hasEnded = false

    init(
        _ tenant: TenantID,
        _ hub: LiveHub,
        _ database: DatabasePool,
        _ pool: BlockingPool,
        on loop: EventLoop,
        ended: @escaping @Sendable (TreeEntry) -> Void
    ) {
        self.tenant = tenant
        self.hub = hub
        self.database = database
        self.pool = pool
        self.loop = loop
        self.ended = ended
    }

    /// The snapshot, if it is not too far behind. Can be called from any thread.
    func fresh() -> TreeSnapshot? {
        state.withLock { state in
            let now = Instant.now
            state.lastUse = now
            guard let snapshot = state.snapshot else { return nil }
            if let since = state.staleSince, now - since > Self.tolerance { return nil }
            return snapshot
        }
    }

    /// Waits for a snapshot that is fresh. On `loop`.
    func rebuilt() async throws -> TreeSnapshot {
        // The build that is under way may have begun too early.
        for _ in 0..<2 {
            if let snapshot = fresh() { return snapshot }
            _ = try await nextBuild().value
        }
        return try await nextBuild().value
    }

    private func nextBuild() -> Task<TreeSnapshot, any Error> {
        if let build { return build }
        let task = Task(executorPreference: loop) { [self] in
            defer { build = nil }
            return try await read()
        }
        build = task
        return task
    }

    private func read() async throws -> TreeSnapshot {
        try await follow()
        lastBuild = .now
        let snapshot = try await mustReadAll ? whole() : changed()
        mustReadAll = false
        let isBehind = streamed > snapshot.tree.seq
        state.withLock { state in
            state.snapshot = snapshot
            state.staleSince = isBehind ? .now : nil
        }
        if isBehind { rebuildLater() }
        return snapshot
    }

    private func changed() async throws -> TreeSnapshot {
        guard let last = state.withLock({ $0.snapshot }) else { return try await whole() }
        let lines = try await database.read(
            in: tenant,
            LiveStore.changes(.id(tenant), .integer(last.tree.seq))
        )
        let pool = pool
        let next = try await pool.run { () -> TreeSnapshot? in
            var tree = last.tree
            let seq = tree.seq
            guard try tree.apply(lines) else { return nil }
            return tree.seq == seq ? last : TreeSnapshot(tree, pool)
        }
        if let next { return next }
        return try await whole()
    }

    private func whole() async throws -> TreeSnapshot {
        let lines = try await database.readAlone(in: tenant, LiveStore.tree(.id(tenant)))
        let pool = pool
        return try await pool.run { TreeSnapshot(try TreeDocument(lines), pool) }
    }

    // MARK: Following

    private func follow() async throws {
        guard sink == nil else { return }
        let this = LoopBound(self, on: loop)
        let sink = LiveSink(on: loop) { this.value.take($0) }
        self.sink = sink
        do {
            streamed = max(streamed, try await hub.follow(tenant, sink))
        } catch {
            self.sink = nil
            throw error
        }
        lookLater()
    }

    private func take(_ news: LiveNews) {
        switch news {
        case .batch(let batch): streamed = max(streamed, batch.through)
        case .lost(let seq):
            streamed = seq
            mustReadAll = true
        }
        state.withLock { state in
            if case .lost = news {
                state.snapshot = nil
            } else if state.staleSince == nil {
                state.staleSince = .now
            }
        }
        rebuildLater()
    }

    private func rebuildLater() {
        guard !isScheduled, !hasEnded else { return }
        isScheduled = true
        loop.schedule(after: lastBuild + Self.gap - .now) { [self] in
            isScheduled = false
            guard !hasEnded, state.withLock({ $0.staleSince != nil || $0.snapshot == nil }) else { return }
            // Its failure is seen by the next request.
            _ = nextBuild()
        }
    }

    /// Ends the entry when no one has asked for a while.
    private func lookLater() {
        loop.schedule(after: .seconds(10)) { [self] in
            let lastUse = state.withLock { $0.lastUse }
            guard .now - lastUse > Self.retention else { return lookLater() }
            hasEnded = true
            if let sink { hub.leave(tenant, sink) }
            sink = nil
            ended(self)
        }
    }
}
