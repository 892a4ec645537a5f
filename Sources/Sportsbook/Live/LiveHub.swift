internal import Database
internal import Reactor
internal import Synchronization
internal import Tenancy

/// The live updates of a front process: one reader, and the subscriptions of each loop.
final class LiveHub: Sendable {
    private let database: DatabasePool
    private let cell: Int
    private let registry: TenantRegistry
    /// On the loop that needed it first.
    private let reader = Mutex<LoopBound<LiveUpdateReader>?>(nil)
    private let loops = Mutex<[ObjectIdentifier: LoopBound<LiveChannels>]>([:])

    init(database: DatabasePool, cell: Int, registry: TenantRegistry) {
        self.database = database
        self.cell = cell
        self.registry = registry
    }

    /// The channel of a tenant on the calling loop.
    ///
    /// - Throws: a `DatabaseError` if the tenant's updates cannot be read.
    func channel(of tenant: Tenant, on loop: EventLoop) async throws -> LiveChannel {
        let channels = loops.withLock { loops in
            if let channels = loops[ObjectIdentifier(loop)] { return channels }
            let channels = LoopBound(LiveChannels(self, database, cell, registry, loop), on: loop)
            loops[ObjectIdentifier(loop)] = channels
            return channels
        }
        return try await channels.value.channel(of: tenant)
    }

    private func reader(orOn loop: EventLoop) -> LoopBound<LiveUpdateReader> {
        reader.withLock { reader in
            if let reader { return reader }
            let new = LoopBound(LiveUpdateReader(database, on: loop), on: loop)
            reader = new
            return new
        }
    }

    /// Gives `sink` every update of the tenant after the number that this returns. The first ones may come before.
    func follow(_ tenant: TenantID, _ sink: LiveSink) async throws -> Int64 {
        let reader = reader(orOn: sink.loop)
        return try await Task(executorPreference: reader.loop) {
            try await reader.value.follow(tenant, sink)
        }.value
    }

    /// What a reader of a followed tenant has missed after `seq`, and up to which number; `nil` if only the database knows.
    func missed(_ tenant: TenantID, after seq: Int64, _ filter: LiveFilter) async throws
        -> (entries: [LiveHistory.Entry], through: Int64)?
    {
        guard let reader = reader.withLock({ $0 }) else { return nil }
        return try await Task(executorPreference: reader.loop) {
            try await reader.value.missed(tenant, after: seq, filter)
        }.value
    }

    func leave(_ tenant: TenantID, _ sink: LiveSink) {
        guard let reader = reader.withLock({ $0 }) else { return }
        reader.loop.execute { reader.value.leave(tenant, sink) }
    }
}
