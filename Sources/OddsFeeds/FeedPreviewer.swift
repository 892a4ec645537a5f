internal import Components
internal import Console
internal import Database
internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Sportsbook
internal import Synchronization
internal import Tenancy

/// Reads sources for admins who are about to register them. Stores nothing.
final class FeedPreviewer: Sendable {
    private let services: ComponentServices
    /// Few at the same time, because each may hold a thread for seconds.
    private let limiter = FairLimiter(limit: 2, limitPerCaller: 1, queueLimit: 8)
    /// Made for the first one: on most fronts there is none. On the loop that needed it first.
    private let made = Mutex<(reader: FeedReader, loop: EventLoop)?>(nil)

    init(_ services: ComponentServices) { self.services = services }

    func preview(_ request: FeedRequest, _ call: Call) async throws -> FeedPreview {
        try call.session.requireNoTransaction("reading a feed")
        let caller = try await call.session.principal()
        let permit = try await limiter.acquire(for: .init(tenant: call.tenant.id, account: caller.accountID))
        defer { withExtendedLifetime(permit) {} }
        // The wait for a permit may have taken long; each statement asks again who calls.
        _ = try await call.session.read([])
        let (reader, loop) = try reader()
        let now = Timestamp.now
        let answer = try await Task(executorPreference: loop) {
            try await reader.read(request, .odds, now: now)
        }.value
        let preview: FeedPreview
        switch answer.reading {
        case .failure(let error): preview = FeedPreview(games: [], problems: ["\(error)"])
        case .success(let reading): preview = try await shown(reading, request, call, at: now)
        }
        return preview.hiding(request.key)
    }

    private func reader() throws -> (reader: FeedReader, loop: EventLoop) {
        guard let loop = EventLoop.current else { throw LoopMissing() }
        return try made.withLock { made in
            if let made { return made }
            let certificates = services.configuration[Configuration.httpsCertificates]
            let pages = try HTTPClient(
                on: loop,
                addresses: services.addresses,
                trusting: certificates.isEmpty ? nil : certificates
            )
            let reader = try FeedReader(
                loop: loop,
                pages: pages,
                api: HTTPClient(on: loop, addresses: .any),
                base: services.configuration[Configuration.oddsAPI]
            )
            made = (reader, loop)
            return (reader, loop)
        }
    }

    private func shown(
        _ reading: SourceReading,
        _ request: FeedRequest,
        _ call: Call,
        at now: Timestamp
    ) async throws -> FeedPreview {
        let session = call.session
        let work = TenantTransaction(call.tenant.id, at: now) { try await session.read($0) }
        let events = try await SourceCalendar(source: "", options: request.options, work: work)
            .events(of: reading)
        let found = Contradictions(known: [], events: events, part: reading.part, now: now)
        let names = found.accepted.flatMap { [$0.home, $0.away] }
        guard names.allSatisfy({ FileLimits.violation(ofName: $0) == nil }) else {
            return FeedPreview(games: [], problems: ["\(SourceError.invalidName)"])
        }
        return FeedPreview(games: found.accepted.map(\.previewed), problems: found.sentences)
    }
}

extension FeedPreview {
    /// Without the key, wherever a source repeats it.
    fileprivate func hiding(_ key: String?) -> FeedPreview {
        guard let key, key.count >= 4 else { return self }
        return FeedPreview(games: games, problems: problems.map { $0.replacing(key, with: "…") })
    }
}

extension SourceEvent {
    fileprivate var previewed: PreviewedGame {
        PreviewedGame(
            externalID: externalID,
            home: home,
            away: away,
            startsAt: startsAt,
            week: week,
            status: status,
            homeScore: score?.home,
            awayScore: score?.away,
            markets: markets.map { market in
                PreviewedMarket(
                    kind: market.kind,
                    line: market.line,
                    prices: market.origin,
                    outcomes: market.kind.sides.compactMap { side in
                        market.prices[side].map { price in
                            PreviewedOutcome(
                                side: side,
                                name: side.name(home: home, away: away, line: market.line),
                                price: price,
                                line: market.kind.line(of: side, in: market.line)
                            )
                        }
                    }
                )
            }
        )
    }
}
