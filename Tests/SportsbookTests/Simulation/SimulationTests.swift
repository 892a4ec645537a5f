import ParlayAPI
import Tenancy
import Testing

@testable import Sportsbook

/// The choice of updates and what each writes, without a database.
@Suite struct SimulationTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    // MARK: Choice

    @Test func `the same seed chooses the same updates, another seed others`() {
        let first = Self.play(seed: 7, seconds: 120)
        #expect(first == Self.play(seed: 7, seconds: 120))
        #expect(first != Self.play(seed: 8, seconds: 120))
        #expect(first.count > 1_000)
        #expect(first.contains { if case .kickOff = $0.kind { true } else { false } })
        #expect(first.contains { if case .suspend = $0.kind { true } else { false } })
    }

    @Test func `whatever is suspended or moved comes back`() {
        var simulation = Simulation(seed: 3)
        simulation.take(Self.events())
        let starts = simulation.events.map(\.tree.event.startsAt)
        Self.run(&simulation, from: Self.now, seconds: 600)
        for update in simulation.takeReturns() {
            Self.write(update, &simulation, at: Self.now.adding(seconds: 600))
        }
        #expect(simulation.events.map(\.tree.event.startsAt) == starts)
        #expect(
            simulation.events.flatMap(\.tree.markets).allSatisfy {
                $0.market.status == .open && $0.market.holder == nil
            }
        )
    }

    @Test func `suspensions last some seconds only`() {
        var simulation = Simulation(seed: 3)
        simulation.take(Self.events())
        var since: [MarketID: Timestamp] = [:]
        var ended = 0
        Self.run(&simulation, from: Self.now, seconds: 600) { update, now in
            switch update.kind {
            case .suspend(let id): since[id] = now
            case .reopen(let id):
                let seconds = (now.milliseconds - (since[id] ?? now).milliseconds) / 1_000
                #expect((3...9).contains(seconds))
                ended += 1
            default: break
            }
        }
        #expect(ended > 20)
    }

    @Test func `an event begins, scores and ends in its time`() throws {
        var simulation = Simulation(seed: 1)
        simulation.take([Self.event(1, startsIn: 60)])
        let game = try #require(simulation.events.first).game
        var kinds: [SimulatedUpdate.Kind] = []
        Self.run(&simulation, from: Self.now, seconds: 60 + game.length + 5, every: 1_000) { update, now in
            switch update.kind {
            case .begin:
                #expect(now >= Self.now.adding(seconds: 60))
                kinds.append(update.kind)
            case .end:
                #expect(now >= Self.now.adding(seconds: 60 + game.length))
                kinds.append(update.kind)
            case .score: kinds.append(update.kind)
            default: break
            }
        }
        let changes = Set(game.turns.map(\.second)).count
        #expect(kinds.first == .begin)
        #expect(kinds.last == .end)
        #expect(kinds.dropFirst().dropLast().allSatisfy { $0 == .score })
        #expect((changes - 1...changes).contains(kinds.count - 2))
        let event = try #require(simulation.events.first).tree.event
        #expect(event.status == .final)
        #expect(event.score == game.result)
    }

    @Test func `an event that should have ended long ago begins and ends`() throws {
        var simulation = Simulation(seed: 1)
        simulation.take([Self.event(1, startsIn: -86_400)])
        var kinds: [SimulatedUpdate.Kind] = []
        Self.run(&simulation, from: Self.now, seconds: 5) { update, _ in kinds.append(update.kind) }
        let lifecycle = kinds.filter { [.begin, .score, .end].contains($0) }
        #expect(lifecycle == [.begin, .end])
    }

    @Test func `without events there is nothing to do`() {
        var simulation = Simulation(seed: 1)
        #expect(simulation.next(at: Self.now) == nil)
        simulation.take([Self.event(1, origin: .quoted)])
        #expect((0..<3_000).allSatisfy { _ in simulation.next(at: Self.now) == nil })
    }

    @Test func `prices walk around the known first price, else around the one that was found`() throws {
        var event = Self.event(1)
        let known = try #require(AmericanPrice(rawValue: 125))
        event.tree.markets[0].outcomes[0].price = PriceWalk(around: known).price(at: 5)
        let outcome = event.tree.markets[0].outcomes[0]
        for prices in [[outcome.id: known], [:]] {
            var simulation = Simulation(seed: 5)
            simulation.take([event], known: prices)
            var seen: Set<AmericanPrice> = []
            Self.run(&simulation, from: Self.now, seconds: 300) { update, _ in
                if case .price(outcome.id, let first, _) = update.kind { seen.insert(first) }
            }
            #expect(seen == [prices[outcome.id] ?? outcome.price])
        }
    }

    @Test func `a price that somebody else set becomes the first one`() throws {
        var event = Self.event(1)
        var simulation = Simulation(seed: 5)
        simulation.take([event])
        let other = try #require(AmericanPrice(rawValue: 900))
        event.tree.markets[0].outcomes[0].price = other
        simulation.take([event])
        let id = event.tree.markets[0].outcomes[0].id
        var seen: Set<AmericanPrice> = []
        Self.run(&simulation, from: Self.now, seconds: 60) { update, _ in
            if case .price(id, let first, _) = update.kind { seen.insert(first) }
        }
        #expect(seen == [other])
    }

    // MARK: Edits

    @Test(arguments: [PriceOrigin.quoted, .assumed])
    func `real markets stay as they are, unless all are simulated`(origin: PriceOrigin) throws {
        let event = Self.event(1, origin: origin)
        let market = event.tree.markets[0]
        let kinds: [SimulatedUpdate.Kind] = [
            .price(market.outcomes[0].id, first: market.outcomes[0].price, roll: 3),
            .suspend(market.market.id),
            .kickOff(from: event.tree.event.startsAt, to: event.tree.event.startsAt.adding(seconds: 60)),
        ]
        for kind in kinds {
            let update = SimulatedUpdate(event: event.id, kind: kind)
            #expect(update.edit(of: event, at: Self.now, includesReal: false) == nil)
            #expect(update.edit(of: event, at: Self.now, includesReal: true) != nil)
        }
        // A result is never made up for a real event.
        for (seconds, status) in [(Int64(-60), EventStatus.scheduled), (-86_400, .live)] {
            let begun = Self.event(1, startsIn: seconds, status: status, origin: origin)
            for kind in [SimulatedUpdate.Kind.begin, .score, .end] {
                let update = SimulatedUpdate(event: event.id, kind: kind)
                #expect(update.edit(of: begun, at: Self.now, includesReal: true) == nil)
            }
        }
    }

    @Test func `an event of which one market is real does not begin or move`() {
        var event = Self.event(1, startsIn: 3_600)
        event.tree.markets[1].market.prices = .quoted
        let start = event.tree.event.startsAt
        let move = SimulatedUpdate(
            event: event.id,
            kind: .kickOff(from: start, to: start.adding(seconds: 60))
        )
        #expect(move.edit(of: event, at: Self.now, includesReal: false) == nil)
        let begin = SimulatedUpdate(event: event.id, kind: .begin)
        #expect(begin.edit(of: event, at: start, includesReal: true) == nil)
    }

    @Test(arguments: [MarketHolder.admin, .feed, .line, .event])
    func `what others suspended is not touched`(holder: MarketHolder) {
        var event = Self.event(1)
        event.tree.markets[0].market.status = .suspended
        event.tree.markets[0].market.holder = holder
        let market = event.tree.markets[0]
        let kinds: [SimulatedUpdate.Kind] = [
            .reopen(market.market.id), .suspend(market.market.id),
            .price(market.outcomes[0].id, first: market.outcomes[0].price, roll: 3),
        ]
        for kind in kinds {
            let update = SimulatedUpdate(event: event.id, kind: kind)
            #expect(update.edit(of: event, at: Self.now, includesReal: true) == nil)
        }
    }

    @Test func `edits keep prices made up, and say who suspended`() throws {
        let event = Self.event(1)
        let id = event.tree.markets[0].market.id
        let suspend = SimulatedUpdate(event: event.id, kind: .suspend(id))
        guard case .market(let suspended)? = suspend.edit(of: event, at: Self.now, includesReal: false) else {
            Issue.record("nothing was suspended")
            return
        }
        #expect(suspended.status == .suspended)
        #expect(suspended.holder == .simulation)
        #expect(suspended.prices == .madeUp)
        var next = event
        next.apply(.market(suspended))
        let reopen = SimulatedUpdate(event: event.id, kind: .reopen(id))
        guard case .market(let open)? = reopen.edit(of: next, at: Self.now, includesReal: false) else {
            Issue.record("nothing was opened")
            return
        }
        #expect(open == event.tree.markets[0].market)
    }

    @Test func `a kick-off moves neither into the past nor after somebody else has moved it`() {
        let event = Self.event(1, startsIn: 600)
        let start = event.tree.event.startsAt
        func edit(_ from: Timestamp, _ to: Timestamp) -> SimulatedEdit? {
            SimulatedUpdate(event: event.id, kind: .kickOff(from: from, to: to))
                .edit(of: event, at: Self.now, includesReal: false)
        }
        #expect(edit(start, start.adding(seconds: -420)) == nil)
        #expect(edit(start.adding(seconds: 60), start) == nil)
        #expect(edit(start, start.adding(seconds: 60)) != nil)
    }

    @Test func `nothing happens to an event with a result`() {
        for status in [EventStatus.final, .cancelled] {
            let event = Self.event(1, startsIn: -9_000, status: status)
            let market = event.tree.markets[0]
            for kind in [
                SimulatedUpdate.Kind.begin, .score, .end, .suspend(market.market.id),
                .reopen(market.market.id),
                .price(market.outcomes[0].id, first: market.outcomes[0].price, roll: 3),
            ] {
                let update = SimulatedUpdate(event: event.id, kind: kind)
                #expect(update.edit(of: event, at: Self.now, includesReal: true) == nil)
            }
        }
    }

    // MARK: Helpers

    private static func play(seed: UInt64, seconds: Int64) -> [SimulatedUpdate] {
        var simulation = Simulation(seed: seed)
        simulation.take(events())
        var updates: [SimulatedUpdate] = []
        run(&simulation, from: now, seconds: seconds) { update, _ in updates.append(update) }
        return updates
    }

    /// As the player does it, an update every 100 ms.
    private static func run(
        _ simulation: inout Simulation,
        from start: Timestamp,
        seconds: Int64,
        every milliseconds: Int64 = 100,
        _ look: (SimulatedUpdate, Timestamp) -> Void = { _, _ in }
    ) {
        for tick in 0..<seconds * 1_000 / milliseconds {
            let now = Timestamp(milliseconds: start.milliseconds + tick * milliseconds)
            guard let update = simulation.next(at: now) else { continue }
            look(update, now)
            write(update, &simulation, at: now)
        }
    }

    private static func write(_ update: SimulatedUpdate, _ simulation: inout Simulation, at now: Timestamp) {
        let event = simulation.events.first { $0.id == update.event }
        let edit = event.flatMap { update.edit(of: $0, at: now, includesReal: false) }
        #expect(edit != nil, "\(update.kind) was chosen, but is not possible")
        simulation.finish(update, edit)
    }

    private static func events() -> [SimulatedEvent] {
        (1...12).map { event($0, startsIn: 7_200 + $0 * 900) }
    }

    private static func event(
        _ number: Int64,
        startsIn seconds: Int64 = 86_400,
        status: EventStatus = .scheduled,
        origin: PriceOrigin = .madeUp
    ) -> SimulatedEvent {
        let id = EventID(rawValue: number)
        let row = EventRow(
            id: id,
            tournament: TournamentID(rawValue: 1),
            home: "Home",
            away: "Away",
            startsAt: now.adding(seconds: seconds),
            week: 1,
            status: status,
            score: status == .scheduled ? nil : Score(home: 0, away: 0),
            resultVersion: 0,
            firstResultAt: nil,
            source: "tree",
            externalID: "game-\(number)"
        )
        let markets = MadeUpPrices(seed: 1).markets(sport: MadeUpGame.soccer, id: "game-\(number)")
        return SimulatedEvent(
            tree: EventTree(
                event: row,
                markets: markets.enumerated().map { place, market in
                    let marketID = MarketID(rawValue: number * 10 + Int64(place))
                    return MarketTree(
                        market: MarketRow(
                            id: marketID,
                            event: id,
                            kind: market.kind,
                            line: market.line,
                            period: "full",
                            status: .open,
                            holder: nil,
                            prices: origin
                        ),
                        outcomes: market.kind.sides.enumerated().compactMap { number, side in
                            market.prices[side].map { price in
                                OutcomeRow(
                                    id: OutcomeID(rawValue: marketID.rawValue * 10 + Int64(number)),
                                    market: marketID,
                                    side: side,
                                    name: side.rawValue,
                                    price: price,
                                    status: .active
                                )
                            }
                        }
                    )
                }
            ),
            sport: MadeUpGame.soccer
        )
    }
}
