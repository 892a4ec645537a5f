import Foundation
import ParlayClient
import Synchronization
import TestSeeds

/// A clock that jumps over every pause of a client. A call's deadline is waited for in earnest, until the answer
/// comes or the server lets it strike.
final class CallClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var deadline = Instant(offset: .zero)
        var last: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var pauses: [Duration] = []
    }
    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var remaining: Duration { state.withLock { $0.now.duration(to: $0.deadline) } }

    /// Of the call under way.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    /// A call begins that may take this long.
    func begin(_ limit: Duration) {
        state.withLock { state in
            state.deadline = state.now.advanced(by: limit)
            state.pauses = []
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            state.now = state.now.advanced(by: duration)
            guard state.now >= state.deadline else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in due { continuation.resume() }
    }

    func sleep(until time: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state -> UInt64? in
            // Only the wait for the deadline itself ends there.
            if time != state.deadline {
                state.pauses.append(state.now.duration(to: time))
                state.now = max(state.now, time)
                return nil
            }
            state.last += 1
            return state.last
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= time { return .success(()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}

/// A server that keeps its promises over a network that loses things: it executes each key once, gives the answer
/// again, and says what it did not do.
final class SimulatedServer: HTTPTransport {
    struct State {
        var random: SeededNumbers
        /// The numbers of what was made, by key.
        var made: [String: Int64] = [:]
        /// Until when an attempt of a key runs that nobody waits for any more, and whether it will be done.
        var running: [String: (until: Duration, isDone: Bool)] = [:]
        /// The requests of the call under way.
        var requests: [TransportRequest] = []
        var count: Int64 = 0
    }

    let clock: CallClock
    let state: Mutex<State>

    init(seed: UInt64, clock: CallClock) {
        self.clock = clock
        state = Mutex(State(random: SeededNumbers(seed: seed)))
    }

    private enum Reply {
        case answer(ScriptedTransport.Step)
        /// Nothing comes before the deadline.
        case silence
    }

    func begin() {
        state.withLock { state in
            state.requests = []
            state.running = [:]
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let reply = state.withLock { state -> Reply in
            state.requests.append(request)
            clock.advance(by: .milliseconds(state.random.next(below: 400)))
            return self.reply(to: request.headers["Idempotency-Key"] ?? "", &state)
        }
        switch reply {
        case .answer(.answer(let response)): return response
        case .answer(.failure(let error)): throw error
        case .answer(.hang), .silence:
            clock.advance(by: clock.remaining)
            // The deadline ends it.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw TransportError.other("cancelled")
        }
    }

    private func make(_ key: String, _ state: inout State) -> Int64 {
        if let number = state.made[key] { return number }
        state.count += 1
        state.made[key] = state.count
        return state.count
    }

    private func wait(_ state: inout State) -> [String: String] {
        guard state.random.chance(2) else { return [:] }
        let seconds = state.random.next(below: state.random.chance(6) ? 60 : 4)
        return ["Retry-After": "\(seconds)"]
    }

    private func reply(to key: String, _ state: inout State) -> Reply {
        let now = clock.now.offset
        if let run = state.running[key], state.made[key] == nil {
            if now < run.until { return .answer(.problem(409, "idempotency_in_flight", wait(&state))) }
            state.running[key] = nil
            if run.isDone { _ = make(key, &state) }
        }
        switch state.random.next(below: 18) {
        case 0: return .answer(.unreachable)
        case 1: return .answer(.problem(429, "throttled", wait(&state)))
        case 2: return .answer(.problem(503, "overloaded", wait(&state)))
        case 3:
            if state.random.chance(2) { _ = make(key, &state) }
            return .answer(.problem(503, "outcome_unknown", wait(&state)))
        case 4: return .answer(.lost)
        case 5:
            _ = make(key, &state)
            return .answer(.lost)
        case 6:
            let until = now + .milliseconds(state.random.next(below: 20_000))
            state.running[key] = (until, !state.random.chance(3))
            return .answer(.lost)
        case 7:
            if state.random.chance(2) { _ = make(key, &state) }
            return .answer(.json(502, "<html>", ["content-type": "text/html"]))
        case 8 where state.random.chance(4):
            if state.random.chance(2) { _ = make(key, &state) }
            return .silence
        case 9 where state.made[key] == nil && state.random.chance(3):
            return .answer(.problem(409, "already_matched"))
        default: return .answer(.value(Samples.match(numbered: make(key, &state)), status: 201))
        }
    }
}
