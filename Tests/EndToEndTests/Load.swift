import Glibc
import ParlayAPI
import Reactor
import Synchronization
import TestSupport
import TestWorlds

/// Many people who register, match and plan at the same time, and a record of the acknowledged changes.
final class Load: Sendable {
    struct Record: Sendable {
        var accounts: Set<String> = []
        /// Location of the last plan that was acknowledged, by match.
        var plans: [Int64: String] = [:]
        var matches: Set<Int64> = []
        /// Answers 503.
        var refused = 0
        /// Requests without an answer.
        var broken = 0
        /// Answers that nobody may get, and waits without an end.
        var faults: [String] = []

        var acknowledged: Int { accounts.count + matches.count + plans.count }
    }

    private struct State {
        var record = Record()
        var running = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    private let port: UInt16
    private let base: String

    var record: Record { state.withLock { $0.record } }

    init(port: UInt16, base: String = "/v1/wordup/", writers: Int = 8) throws {
        self.port = port
        self.base = base
        state.withLock { $0.running = writers }
        for writer in 0..<writers {
            try Thread.detach(name: "writer") {
                self.write(writer)
                self.state.withLock { $0.running -= 1 }
            }
        }
    }

    /// Returns when nothing is under way.
    func stop() async throws {
        state.withLock { $0.isStopped = true }
        try await eventually("the writers") { self.state.withLock { $0.running } == 0 }
    }

    /// Waits until so many more writes were acknowledged.
    func acknowledge(_ count: Int, within limit: Duration = .seconds(180)) async throws {
        let before = record.acknowledged
        try await eventually("\(count) more writes", within: limit) {
            self.record.acknowledged >= before + count
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// New people each round: a write whose outcome is not known disturbs no later one.
    private func write(_ writer: Int) {
        var session = HTTPSession(port: port, base: base)
        for round in 0... {
            if isStopped { return }
            let names = ["a-\(writer)-\(round)", "b-\(writer)-\(round)"]
            var tokens: [String] = []
            for (name, languages) in zip(names, [("en", "es"), ("es", "en")]) {
                let body = Site.registration(name, languages.0, languages.1)
                guard let answer = send(&session, nil, "POST", "register/", body) else { break }
                note { $0.accounts.insert(name) }
                tokens.append(answer["token"]?.text ?? "")
            }
            guard tokens.count == 2 else { continue }
            let named = #"{"a_username":"\#(names[1])"}"#
            guard let made = send(&session, tokens[0], "POST", "matches/", named),
                let match = made["match_id"]?.integer
            else { continue }
            note { $0.matches.insert(match) }
            for (token, place) in zip(tokens, ["first", "second"]) {
                let plan = #"{"time_1":"\#(Site.time())","location":"\#(place)"}"#
                guard send(&session, token, "PUT", "matches/\(match)/", plan) != nil else {
                    // It may have happened or not; either is right.
                    note { $0.plans[match] = nil }
                    break
                }
                note { $0.plans[match] = place }
            }
        }
    }

    /// The answer when the server did what was asked.
    private func send(
        _ session: inout HTTPSession,
        _ token: String?,
        _ method: String,
        _ path: String,
        _ body: String
    ) -> Answer? {
        let headers = token.map { ["Authorization": "Token \($0)"] } ?? [:]
        do {
            let answer = try session.exchange(method, path, body, headers: headers)
            switch answer.status {
            case 200..<300: return answer
            case 503:
                note { record in
                    record.refused += 1
                    if answer.header("Retry-After") == nil {
                        record.faults.append("without Retry-After: \(answer)")
                    }
                }
            default: note { $0.faults.append("\(method) \(path): \(answer)") }
            }
        } catch RawClientError.timeout {
            note { $0.faults.append("\(method) \(path): no answer") }
        } catch {
            note { $0.broken += 1 }
        }
        session = HTTPSession(port: port, base: base)
        usleep(20_000)
        return nil
    }

    private func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0.record) } }
}
