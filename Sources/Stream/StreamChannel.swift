internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

typealias PersonSubscription = Subscription<PersonEvent>

/// The readers of one loop, by tenant. Lives on that loop.
final class StreamChannels {
    /// How often it looks whether tenants are still served.
    private static let interval = Duration.milliseconds(500)
    /// In how many of these looks tokens are checked. One that is revoked ends its streams by an event; this finds those that
    /// expire.
    private static let tokenInterval = 20

    private let hub: StreamHub
    private let loop: EventLoop
    private var channels: [TenantID: StreamChannel] = [:]
    private var isSweeping = false
    private var sweeps = 0

    init(_ hub: StreamHub, _ loop: EventLoop) {
        self.hub = hub
        self.loop = loop
    }

    func channel(of tenant: Tenant) async throws -> StreamChannel {
        let channel = channels[tenant.id] ?? StreamChannel(tenant, hub, loop)
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
        sweeps += 1
        for (id, channel) in channels {
            if channel.isUnused {
                channels[id] = nil
                channel.stop()
                continue
            }
            switch hub.registry.service(of: channel.tenant, channel.slug, from: hub.cell) {
            case .ended: channel.end { _ in true }
            case .moved: channel.move()
            case .here where sweeps % Self.tokenInterval == 0: await endExpired(channel)
            case .here: break
            }
        }
        isSweeping = false
        if !channels.isEmpty { sweepLater() }
    }

    private func endExpired(_ channel: StreamChannel) async {
        let tokens = channel.tokens
        guard !tokens.isEmpty else { return }
        let query = StreamTokens.valid(
            .id(channel.tenant),
            .integers(tokens.map(\.rawValue)),
            .time(.now)
        )
        // If the database is unavailable, the next look decides.
        guard let rows = try? await hub.database.read(in: channel.tenant, query), let valid = try? rows.all
        else {
            return
        }
        let ended = tokens.subtracting(valid)
        channel.end { $0.map(ended.contains) ?? false }
    }
}

/// One tenant's readers on one loop.
final class StreamChannel {
    let tenant: TenantID
    let slug: String
    private let hub: StreamHub
    private let loop: EventLoop
    private var sink: StreamSink?
    private var starting: Task<Void, any Error>?
    private var hasStarted = false
    private var readers: [AccountID: [Reader]] = [:]
    private var unusedSweeps = 0

    /// One that is not open yet is held by its request alone.
    private struct Reader {
        weak var waiting: PersonSubscription?
        var open: PersonSubscription?

        var subscription: PersonSubscription? { open ?? waiting }
    }

    init(_ tenant: Tenant, _ hub: StreamHub, _ loop: EventLoop) {
        self.tenant = tenant.id
        slug = tenant.slug
        self.hub = hub
        self.loop = loop
    }

    /// Begins to follow the tenant's events, if it does not yet.
    func start() async throws {
        guard !hasStarted else { return }
        let task = starting ?? follow()
        starting = task
        do {
            try await task.value
            hasStarted = true
        } catch {
            starting = nil
            throw error
        }
    }

    private func follow() -> Task<Void, any Error> {
        let this = LoopBound(self, on: loop)
        let sink = StreamSink(on: loop) { this.value.take($0) }
        self.sink = sink
        let (hub, tenant) = (hub, tenant)
        return Task(executorPreference: loop) { try await hub.follow(tenant, sink) }
    }

    func stop() {
        if let sink { hub.leave(tenant, sink) }
        sink = nil
    }

    /// Whether no one has followed for a while.
    var isUnused: Bool {
        if readers.count < 100 {
            readers = readers.compactMapValues { list in
                let rest = list.filter { $0.subscription != nil }
                return rest.isEmpty ? nil : rest
            }
        }
        unusedSweeps = readers.isEmpty ? unusedSweeps + 1 : 0
        return unusedSweeps > 10
    }

    // MARK: Readers

    /// A subscription that collects events until it is opened.
    ///
    /// - Parameter seat: held as long as the subscription.
    func subscribe(_ account: AccountID, token: TokenID, _ form: PushForm, _ seat: StreamHub.Seat)
        -> PersonSubscription
    {
        let subscription = PersonSubscription(
            token: token,
            after: 0,
            mergeFrom: PushSocket.highWater,
            as: form == .webSocket ? nil : { $0.bytes(form) },
            opened: { [self] opened in
                replace(opened, of: account, by: Reader(waiting: nil, open: opened))
            },
            closed: { [self] closed in
                withExtendedLifetime(seat) { replace(closed, of: account, by: nil) }
            }
        )
        readers[account, default: []].append(Reader(waiting: subscription, open: nil))
        unusedSweeps = 0
        return subscription
    }

    private func replace(_ subscription: PersonSubscription, of account: AccountID, by reader: Reader?) {
        var list = (readers[account] ?? []).filter {
            $0.subscription != nil && $0.subscription !== subscription
        }
        if let reader { list.append(reader) }
        readers[account] = list.isEmpty ? nil : list
    }

    private var subscriptions: [PersonSubscription] { readers.values.joined().compactMap(\.subscription) }

    var tokens: Set<TokenID> { Set(readers.values.joined().compactMap { $0.open?.token }) }

    /// Ends the streams with these tokens.
    func end(_ isRefused: (TokenID?) -> Bool) {
        for subscription in subscriptions where isRefused(subscription.token) { subscription.endRefused() }
    }

    /// Ends all streams: the tenant goes to another database, where readers resume by number.
    func move() {
        for subscription in subscriptions { subscription.close(1012, "Reconnect and resume.") }
    }

    private func take(_ news: StreamSink.News) {
        switch news {
        case .lost:
            hasStarted = false
            starting = nil
            for subscription in subscriptions { subscription.lose() }
        case .events(let events):
            for run in events.chunked() {
                guard let account = run.first?.account, let list = readers[account] else { continue }
                let batch = MessageBatch(from: (run.first?.number ?? 1) - 1, Array(run))
                for reader in list { reader.subscription?.take(batch) }
                for token in run.compactMap(\.endedToken) {
                    for reader in list where reader.subscription?.token == token {
                        reader.subscription?.endRefused()
                    }
                }
            }
        }
    }
}

extension PersonSubscription {
    func endRefused() { close(4401, "The token is not valid any more.") }
}

extension [PersonEvent] {
    /// Runs of events of one account.
    fileprivate func chunked() -> [ArraySlice<PersonEvent>] {
        var runs: [ArraySlice<PersonEvent>] = []
        var start = startIndex
        for index in indices where index == endIndex - 1 || self[index + 1].account != self[index].account {
            runs.append(self[start...index])
            start = index + 1
        }
        return runs
    }
}
