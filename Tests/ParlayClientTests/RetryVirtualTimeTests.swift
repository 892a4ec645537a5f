import Foundation
import Synchronization
import TestSeeds
import Testing

@testable import ParlayClient

/// Calls with the real retries in virtual time, over a network that loses requests and answers.
@Suite struct RetryVirtualTimeTests {
    private static let retries = RetryPolicy.standard

    private struct Device {
        let seed: UInt64
        let clock = CallClock()
        let server: SimulatedServer
        let parlay: Parlay

        init(seed: UInt64) throws {
            self.seed = seed
            server = SimulatedServer(seed: seed, clock: clock)
            let random = Mutex(SeededNumbers(seed: seed &* 7_919))
            var retries = RetryVirtualTimeTests.retries
            retries.random = { random.withLock { $0.fraction() } }
            guard let url = URL(string: "https://play.example.org") else { throw URLError(.badURL) }
            let signIn = SavedSignIn(base: ClientWorld.base, accountID: 1, token: ClientWorld.token)
            parlay = Parlay(
                server: url,
                tenant: "wordup",
                storage: InMemoryTokenStorage(signIn),
                transport: server,
                retries: retries,
                clock: clock
            )
        }

        func record(_ text: String) { Issue.record("seed \(seed): \(text)") }

        /// One call, and what must hold of it. Returns whether it succeeded.
        func call() async -> Bool {
            let start = clock.now
            clock.begin(retries.timeLimit)
            server.begin()
            let before = server.state.withLock { $0.count }
            let result: Result<Match, ParlayError>
            do throws(ParlayError) {
                result = .success(try await parlay.matches.make(with: "bob").value)
            } catch {
                result = .failure(error)
            }
            check(result, before: before)
            let taken = start.duration(to: clock.now)
            if taken > retries.timeLimit + .milliseconds(400) { record("it took \(taken)") }
            if case .success = result { return true }
            return false
        }

        private func check(_ result: Result<Match, ParlayError>, before: Int64) {
            let (requests, count) = server.state.withLock { ($0.requests, $0.count) }
            // An attempt that nobody waits for any more may still be executed.
            let isRunning = server.state.withLock { !$0.running.isEmpty }
            let keys = Set(requests.map { $0.headers["Idempotency-Key"] })
            if keys.count != 1 { record("one call has \(keys.count) keys") }
            if requests.count > retries.attempts { record("\(requests.count) attempts") }
            if count > before + 1 { record("it was done \(count - before) times") }
            switch result {
            case .success(let match):
                if count != before + 1 || match.matchID != count { record("the answer is of another call") }
            case .failure(.problem(let problem, _)):
                let mayBeDone = ["outcome_unknown", "idempotency_in_flight"].contains(problem.code)
                if count != before || isRunning, !mayBeDone { record("\(problem.code), but it was done") }
            case .failure(.transport(.unreachable)):
                if count != before || isRunning { record("unreachable, but it was done") }
            case .failure(.transport(.connectionLost)), .failure(.transport(.timedOut)): break
            case .failure(.unexpectedAnswer(status: 502)): break
            case .failure(let error): record("\(error)")
            }
            let pauses = clock.pauses
            if pauses.count != requests.count - 1 { record("\(requests.count) attempts, pauses \(pauses)") }
        }

        private var retries: RetryPolicy { RetryVirtualTimeTests.retries }
    }

    @Test func `every call ends with a known result, is done once, and keeps its key`() async throws {
        var succeeded = 0
        var calls = 0
        for seed in Seeds.first(1_000) {
            let device = try Device(seed: seed)
            var random = SeededNumbers(seed: seed)
            for _ in 0..<8 {
                // The hours between two calls; eight in three days.
                device.clock.advance(by: .seconds(random.next(below: 18 * 3_600)))
                calls += 1
                if await device.call() { succeeded += 1 }
            }
        }
        #expect(succeeded * 10 > calls * 8, "\(succeeded) of \(calls) succeeded")
    }
}
