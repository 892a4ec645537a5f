internal import Database
internal import ParlayAPI
internal import Reactor
internal import Stream
internal import Tenancy

/// The subscriptions of one loop, by tenant. Lives on that loop.
final class LiveChannels {
    /// How often it looks whether the callers may still read. A revoked token or API key ends its streams within 1 s.
    private static let interval = Duration.milliseconds(500)

    private let hub: LiveHub
    private let database: DatabasePool
    private let cell: Int
    private let registry: TenantRegistry
    private let loop: EventLoop
    private var channels: [TenantID: LiveChannel] = [:]
    private var isSweeping = false

    init(
        _ hub: LiveHub,
        _ database: DatabasePool,
        _ cell: Int,
        _ registry: TenantRegistry,
        _ loop: EventLoop
    ) {
        self.hub = hub
        self.database = database
        self.cell = cell
        self.registry = registry
        self.loop = loop
    }

    func channel(of tenant: Tenant) async throws -> LiveChannel {
        if let channel = channels[tenant.id] {
            try await channel.start()
            return channel
        }
        let channel = LiveChannel(tenant, hub, loop)
        channels[tenant.id] = channel
        sweepLater()
        try await channel.start()
        return channel
    }

    private func sweepLater() {
        guard !isSweeping else { return }
        isSweeping = true
        loop.schedule(after: Self.interval) { [self] in
            let this = LoopBound(self, on: loop)
            Task.immediate(executorPreference: loop) { await this.value.sweep() }
        }
    }

    private func sweep() async {
        for (id, channel) in channels {
            if channel.isUnused {
                channels[id] = nil
                channel.stop()
            } else {
                await check(channel)
            }
        }
        isSweeping = false
        if !channels.isEmpty { sweepLater() }
    }

    /// Ends the streams of those who may not read any more.
    private func check(_ channel: LiveChannel) async {
        let tenant: Tenant
        switch registry.service(of: channel.tenant, channel.slug, from: cell) {
        case .here(let present) where present.modules.contains(.sportsbook): tenant = present
        case .moved: return channel.move()
        case .here, .ended: return channel.end { _ in true }
        }
        if !tenant.settings[SportsbookSettings.publicSportsbook] { channel.end { $0 == nil } }
        let tokens = channel.tokens
        guard !tokens.isEmpty else { return }
        do {
            let rows = try await database.read(
                in: tenant.id,
                StreamTokens.valid(.id(tenant.id), .integers(tokens.map(\.rawValue)), .time(.now))
            )
            let valid = Set(try rows.all)
            channel.end { token in
                guard let token else { return false }
                return tokens.contains(token) && !valid.contains(token)
            }
        } catch {
            // The database is unavailable: the next look decides.
        }
    }
}

/// One tenant's subscriptions on one loop.
final class LiveChannel {
    let tenant: TenantID
    let slug: String
    private let hub: LiveHub
    private let loop: EventLoop
    private var sink: LiveSink?
    private var starting: Task<Int64, any Error>?
    /// The number of the last update that was given to the subscriptions; `nil` before it has started.
    private var seq: Int64?
    /// What came before it has started.
    private var early: [LiveNews] = []
    private var subscriptions: [ObjectIdentifier: LiveSubscription] = [:]
    /// Those that are not open yet. They are held by their requests alone.
    private var waiting: [Waiting] = []
    private var unusedSweeps = 0

    private struct Waiting { weak var subscription: LiveSubscription? }

    init(_ tenant: Tenant, _ hub: LiveHub, _ loop: EventLoop) {
        self.tenant = tenant.id
        slug = tenant.slug
        self.hub = hub
        self.loop = loop
    }

    /// Begins to follow the tenant's updates, if it does not yet.
    func start() async throws {
        guard seq == nil else { return }
        let task = starting ?? follow()
        starting = task
        do {
            began(at: try await task.value)
        } catch {
            starting = nil
            throw error
        }
    }

    private func follow() -> Task<Int64, any Error> {
        let this = LoopBound(self, on: loop)
        let sink = LiveSink(on: loop) { this.value.take($0) }
        self.sink = sink
        let (hub, tenant) = (hub, tenant)
        return Task(executorPreference: loop) { try await hub.follow(tenant, sink) }
    }

    private func began(at start: Int64) {
        guard seq == nil else { return }
        seq = start
        for news in early { take(news) }
        early = []
    }

    func stop() {
        if let sink { hub.leave(tenant, sink) }
        sink = nil
    }

    /// Whether no one has subscribed for a while.
    var isUnused: Bool {
        waiting.removeAll { $0.subscription == nil }
        unusedSweeps = subscriptions.isEmpty && waiting.isEmpty ? unusedSweeps + 1 : 0
        return unusedSweeps > 20
    }

    // MARK: Subscriptions

    /// A subscription that collects updates until it is opened.
    func subscribe(_ filter: LiveFilter, token: TokenID?) -> LiveSubscription {
        let passes: ((LiveUpdate) -> Bool)? = filter.isEverything ? nil : { filter.passes($0) }
        let original: ((LiveUpdate) -> [UInt8])? = filter.form == nil ? nil : { $0.originalFrame }
        let subscription = LiveSubscription(
            token: token,
            after: seq ?? 0,
            passes: passes,
            as: original,
            opened: { [self] in opened($0) },
            closed: { [self] in subscriptions[ObjectIdentifier($0)] = nil }
        )
        waiting.append(Waiting(subscription: subscription))
        unusedSweeps = 0
        return subscription
    }

    private func opened(_ subscription: LiveSubscription) {
        waiting.removeAll { $0.subscription == nil || $0.subscription === subscription }
        subscriptions[ObjectIdentifier(subscription)] = subscription
    }

    /// The tokens of the open subscriptions.
    var tokens: Set<TokenID> { Set(subscriptions.values.compactMap(\.token)) }

    /// Ends the subscriptions with these tokens; `nil` is a public one.
    func end(_ isRefused: (TokenID?) -> Bool) {
        for subscription in subscriptions.values where isRefused(subscription.token) {
            subscription.close(4401, "The token is not valid any more.")
        }
    }

    /// Ends all subscriptions: the tenant goes to another database, where readers resume by number.
    func move() {
        for subscription in subscriptions.values { subscription.close(1012, "Reconnect and resume.") }
    }

    private func take(_ news: LiveNews) {
        guard let seq else {
            early.append(news)
            return
        }
        switch news {
        case .batch(let batch):
            guard batch.through > seq else { return }
            self.seq = batch.through
            for subscription in subscriptions.values { subscription.take(batch) }
            for entry in waiting { entry.subscription?.take(batch) }
        case .lost(let seq):
            self.seq = seq
            for subscription in subscriptions.values { subscription.lose() }
            for entry in waiting { entry.subscription?.lose() }
        }
    }
}
