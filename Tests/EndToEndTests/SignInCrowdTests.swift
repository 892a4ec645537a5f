import Reactor
import Synchronization
import TestDatabases
import TestSupport
import Testing

/// Sign-ins beside a crowd that has a new network for every password it guesses. Hashes cost what they do by default.
@Suite(.database) struct SignInCrowdTests {
    /// Strangers who guess without end, each from networks of its own.
    private final class Strangers: Sendable {
        private struct State {
            var statuses: [Int: Int] = [:]
            var running = 0
            var isStopped = false
        }

        private let state = Mutex(State())
        private let port: UInt16

        var statuses: [Int: Int] { state.withLock { $0.statuses } }

        init(_ count: Int, port: UInt16) throws {
            self.port = port
            state.withLock { $0.running = count }
            for number in 0..<count {
                try Thread.detach(name: "stranger") {
                    self.guess(number)
                    self.state.withLock { $0.running -= 1 }
                }
            }
        }

        func stop() async throws {
            state.withLock { $0.isStopped = true }
            try await eventually("the strangers") { self.state.withLock { $0.running } == 0 }
        }

        private func guess(_ number: Int) {
            let session = HTTPSession(port: port, base: "/v1/wordup/")
            let body = #"{"username":"ada","password":"guessed without end"}"#
            for round in 0... {
                if state.withLock({ $0.isStopped }) { return }
                // A /24 of its own each time, and of some an IPv6 network.
                let network = number * 250 + round % 250
                let address =
                    number % 3 == 0
                    ? "2001:db8:\(String(network, radix: 16))::\(round % 9000 + 1)"
                    : "10.\(network / 256).\(network % 256).\(round / 250 % 250 + 1)"
                guard
                    let answer = try? session.exchange(
                        "POST",
                        "login/",
                        body,
                        headers: ["X-Forwarded-For": address]
                    )
                else { continue }
                state.withLock { $0.statuses[answer.status, default: 0] += 1 }
            }
        }
    }

    @Test(.withoutProxy)
    func `an owner who is known here gets in beside 150 strangers, and others get turns`()
        async throws
    {
        let settings = [
            "PARLAY_TRUSTED_PROXIES": "127.0.0.0/8", "PARLAY_PASSWORD_MEMORY_KIB": "19456",
            "PARLAY_PASSWORD_ITERATIONS": "2", "PARLAY_CONNECTIONS_PER_ADDRESS": "1000",
            "PARLAY_DB_READERS": "2",
        ]
        try await Site.with(settings) { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let session = site.session()
            func send(_ path: String, _ body: String, from address: String) async throws -> Answer {
                try await session.send("POST", path, body, headers: ["X-Forwarded-For": address])
            }
            let registered = try await send("register/", Site.registration("ada"), from: "192.0.2.7")
            #expect(registered.status == 201, "\(registered)")
            let strangers = try Strangers(150, port: site.port)
            // Both the queue and the database have their load.
            try await eventually("a full queue") {
                strangers.statuses[503, default: 0] > 200 && strangers.statuses[401, default: 0] > 50
            }
            let login = #"{"username":"ada","password":"\#(Site.password)"}"#
            // How long this takes, the hostile bench measures.
            for number in 1...17 {
                // The provider gives another address of its range.
                let answer = try await send("login/", login, from: "192.0.2.\(number)")
                #expect(answer.status == 200, "\(answer)")
            }
            let before = strangers.statuses[401, default: 0]
            try await eventually("turns of strangers", within: .seconds(600)) {
                strangers.statuses[401, default: 0] > before + 20
            }
            try await strangers.stop()
            #expect(Set(strangers.statuses.keys).isSubset(of: [401, 429, 503]), "\(strangers.statuses)")
        }
    }
}
