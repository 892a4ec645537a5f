import Foundation
import ParlayAPI
import TestSeeds
import Testing

@testable import ParlayClient

/// When a person's stream asks for its position, connects, waits and ends.
@Suite struct EventSessionTests {
    private static func event(_ number: Int64) -> StreamEvent {
        StreamEvent(
            number: number,
            type: "wager.taken",
            subject: Subject(type: "wager", id: 12),
            at: Timestamp(milliseconds: 0)
        )
    }

    @Test func `it begins with a reset after its position, and resumes by number`() {
        var session = EventSession(after: nil) { 0.5 }
        #expect(session.receive(.started, at: .zero) == .locate)
        #expect(session.receive(.located(.success(7)), at: .zero) == .deliver(.reset))
        #expect(session.receive(.delivered, at: .zero) == .connect(after: 7))
        #expect(session.receive(.opened, at: .zero) == .receive)
        #expect(session.receive(.message(Self.event(8)), at: .zero) == .deliver(.event(Self.event(8))))
        #expect(session.receive(.delivered, at: .zero) == .receive)
        #expect(session.receive(.message(Self.event(8)), at: .zero) == .receive, "known already")
        guard case .pause(let time) = session.receive(.ended(.closed(code: 1001, reason: "")), at: .zero)
        else {
            Issue.record("no pause")
            return
        }
        #expect(time > .zero && time <= .milliseconds(500))
        #expect(session.receive(.pauseEnded, at: time) == .connect(after: 8))
    }

    @Test func `events that are gone are a reset, and the end of a token is an error`() {
        var session = EventSession(after: 3) { 0.5 }
        #expect(session.receive(.started, at: .zero) == .connect(after: 3))
        #expect(
            session.receive(.ended(LiveSessionTests.refusal(410)), at: .zero) == .pause(until: .seconds(1))
        )
        #expect(session.receive(.pauseEnded, at: .seconds(1)) == .locate)
        #expect(session.receive(.located(.success(90)), at: .seconds(1)) == .deliver(.reset))
        #expect(session.receive(.delivered, at: .seconds(1)) == .connect(after: 90))
        _ = session.receive(.opened, at: .seconds(1))
        guard
            case .fail(.problem(let problem, _)) = session.receive(
                .ended(.closed(code: 4401, reason: "")),
                at: .seconds(2)
            )
        else {
            Issue.record("no failure")
            return
        }
        #expect(problem.status == 401)
    }

    // MARK: Simulation

    /// A server whose answers depend on a seed, in virtual time: what it has committed, keeps and sends.
    private struct Server {
        var random: SeededNumbers
        var number: Int64 = 0
        var pruned: Int64 = 0
        /// The number up to which the connection has sent; `nil` without a connection.
        var sent: Int64?

        mutating func chance(_ part: Int) -> Bool { random.chance(part) }

        /// Something may happen in `time`.
        mutating func live(through time: Duration) {
            number += Int64(random.next(below: 1 + Int(min(time / .milliseconds(100), 400))))
            // Ten minutes, and the last hundred.
            if time > .seconds(600) { pruned = max(pruned, number - 100) }
        }

        mutating func connect(after last: Int64) -> EventSession.Event {
            if chance(6) { return .ended(.failed(.unreachable(""))) }
            if chance(12) { return .ended(LiveSessionTests.refusal(503)) }
            if last < pruned { return .ended(LiveSessionTests.refusal(410)) }
            sent = last
            return .opened
        }

        /// The next message, or the end of the connection.
        mutating func next() -> EventSession.Event {
            guard let last = sent, !chance(9) else {
                sent = nil
                return .ended(chance(2) ? .closed(code: 1001, reason: "") : .failed(.connectionLost("")))
            }
            live(through: .milliseconds(random.next(below: 2_000)))
            guard last < number else { return next() }
            sent = last + 1
            return .message(EventSessionTests.event(last + 1))
        }
    }

    /// Forty devices for a year each, in virtual time.
    @Test func `in a year of lost connections no device misses or repeats an event`() {
        var delivered = 0
        var resets = 0
        for seed in Seeds.first(40) {
            var server = Server(random: SeededNumbers(seed: seed))
            var numbers = SeededNumbers(seed: seed &* 7_919)
            let fractions = (0..<64).map { _ in Double(numbers.next(below: 1_000)) / 1_000 }
            var session = EventSession(after: nil) { fractions[Int(seed % 64)] }
            var now = Duration.zero
            var known: Int64?
            var action = session.receive(.started, at: now)
            while now < .seconds(365 * 86_400) {
                let event: EventSession.Event
                switch action {
                case .locate:
                    let isLost = server.chance(5)
                    event = .located(isLost ? .failure(.transport(.timedOut)) : .success(server.number))
                case .connect(let last):
                    if last != known { Issue.record("seed \(seed): after \(last), not \(known ?? -1)") }
                    event = server.connect(after: last)
                case .receive: event = server.next()
                case .pause(let time):
                    // The device sleeps, sometimes for days.
                    let days = Duration.seconds(numbers.next(below: 20 * 86_400))
                    let sleep = server.chance(4) ? days : max(.zero, time - now)
                    server.live(through: sleep)
                    now += sleep
                    event = .pauseEnded
                case .deliver(.reset):
                    known = session.number
                    resets += 1
                    event = .delivered
                case .deliver(.event(let received)):
                    if received.number != (known ?? 0) + 1 {
                        Issue.record("seed \(seed): \(received.number)")
                    }
                    known = received.number
                    delivered += 1
                    event = .delivered
                case .fail(let error):
                    Issue.record("seed \(seed): \(error)")
                    return
                }
                action = session.receive(event, at: now)
            }
        }
        #expect(delivered > 10_000 && resets > 500)
    }
}
