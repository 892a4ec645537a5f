import Database
import Foundation
import ParlayAPI
import ParlayClient
import Synchronization
import TestDatabases
import TestSupport
import Testing

/// Streams of two fronts while one of them, its connections and the database's sessions are killed.
@Suite(.database) struct EventChaosTests {
    private static let people = 6
    private static let rounds = 5

    @Test func `every follower gets every event of its person once, in order, whatever is killed`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let port = try Parlay.freePort()
            var second = try await start(site, on: port)
            var clients: [NewAccount] = []
            for number in 0..<Self.people { clients.append(try await site.newcomer("person\(number)")) }
            // Two devices each, at both fronts.
            var logs: [(log: EventLog, account: Int64)] = []
            guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
            for (number, person) in clients.enumerated() {
                logs.append((EventLog(person.client), person.id))
                let other = Client(
                    server: url,
                    tenant: "wordup",
                    storage: InMemoryTokenStorage(),
                    retries: .patient
                )
                try await other.account.logIn("person\(number)", password: Site.password)
                logs.append((EventLog(other), person.id))
            }
            defer { for (log, _) in logs { log.stop() } }
            try await eventually("all follow") { logs.allSatisfy { $0.log.resets == 1 } }
            let accounts = clients
            let writers = accounts.indices.map { index in
                Task { await Self.write(as: index, accounts) }
            }
            let owner = try TestDatabase.current.connect(as: .superuser)
            func more(_ count: Int) async throws {
                let before = logs.map(\.log.events.count).max() ?? 0
                try await eventually("more events") {
                    (logs.map(\.log.events.count).max() ?? 0) >= before + count
                }
            }
            for round in 0..<Self.rounds {
                try await more(20)
                if round % 2 == 0 {
                    try await second.kill()
                    try await more(20)
                    second = try await start(site, on: port)
                } else {
                    _ = try owner.query(
                        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
                    )
                }
            }
            for writer in writers { writer.cancel() }
            for writer in writers { await writer.value }
            for (log, account) in logs {
                // What a cancelled writer had sent may still be committed.
                var last: Int64 = 0
                try await eventually("the last event of \(account)", within: .seconds(60)) {
                    last = try owner.query("select number from parlay.streams where account_id = \(account)")[
                        0
                    ].integer(0)
                    return log.events.last?.number == last
                }
                let seen = log.events.map(\.number)
                #expect(seen == Array((seen.first ?? 0)...last), "no gap and no repetition")
                #expect(log.resets == 1)
                let kept = try owner.query(
                    "select number, type, subject_id from parlay.stream_events where account_id = \(account) order by number"
                )
                for row in kept {
                    guard let event = log.events.first(where: { (try? row.integer(0)) == $0.number }) else {
                        continue
                    }
                    #expect(try event.type == row.text(1) && event.subject.id == row.integer(2))
                }
            }
            withExtendedLifetime((front, second)) {}
        }
    }

    /// Asks the others to be friends, takes it back, and edits the own profile, until it is cancelled.
    private static func write(as index: Int, _ accounts: [NewAccount]) async {
        let own = accounts[index].client
        var round = 0
        while !Task.isCancelled {
            round += 1
            let other = (index + 1 + round % (people - 1)) % people
            let bio = "round \(round)"
            _ = try? await own.friends.ask("person\(other)")
            try? await own.friends.remove(accounts[other].id)
            _ = try? await own.profiles.update { $0.bio = .set(bio) }
        }
    }

    private func start(_ site: Site, on port: UInt16) async throws -> ParlayProcess {
        let process = try site.start("serve", with: ["PARLAY_PORT": "\(port)"])
        try await eventually("the second front") {
            let answer = try? await HTTPSession(port: port).send("GET", "/readyz")
            return answer?.status == 200
        }
        return process
    }
}
