import Foundation
import Glibc
import ParlayAPI
import ParlayClient
import Reactor
import Synchronization
import TestSupport
import Testing

extension Site {
    /// The outcomes of new games, two of each.
    func outcomes(ofGames count: Int, by admin: Client) async throws -> [Int64] {
        let book = admin.admin.sportsbook
        let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
        var outcomes: [Int64] = []
        for number in 0..<count {
            let game = try await book.add(self.game(in: league.id, home: "H\(number)", away: "A\(number)"))
            let market = try await book.add(.spread(of: game.id, MarketLine(-3.5)))
            outcomes += market.value.outcomes.map(\.id)
        }
        return outcomes
    }
}

/// Follows the stream through the client library, and watches that it never goes back.
final class LiveReaderProbe: Sendable {
    private let state = Mutex<(tree: LiveTree?, faults: [String])>((nil, []))
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(port: UInt16) throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        let client = Client(server: url, tenant: "wordup", storage: InMemoryTokenStorage())
        let run = Task { [weak self] in
            for try await tree in client.sportsbook.live() { self?.note(tree) }
        }
        task.withLock { $0 = run }
    }

    var tree: LiveTree? { state.withLock { $0.tree } }
    var faults: [String] { state.withLock { $0.faults } }

    func stop() { task.withLock { $0?.cancel() } }

    private func note(_ tree: LiveTree) {
        state.withLock { state in
            if let before = state.tree?.seq, let after = tree.seq, after < before {
                state.faults.append("from \(before) back to \(after)")
            }
            state.tree = tree
        }
    }
}

/// Every message of one stream.
final class MessageLog: Sendable {
    private let state = Mutex<(isOpen: Bool, seqs: [Int64])>((false, []))

    var isOpen: Bool { state.withLock { $0.isOpen } }
    var seqs: [Int64] { state.withLock { $0.seqs } }

    /// Follows the stream to its end.
    ///
    /// - Throws: `WebSocketError`, with the code of the server's close if it sent one.
    func record(from port: UInt16, after seq: Int64) async throws {
        guard let url = URL(string: "ws://127.0.0.1:\(port)/v1/wordup/live/?after=\(seq)") else {
            throw URLError(.badURL)
        }
        let socket = try await SystemWebSocketTransport()
            .connect(TransportRequest(method: "GET", url: url, headers: [:], body: nil))
        state.withLock { $0.isOpen = true }
        while true {
            guard case .text(let text) = try await socket.receive(), let message = LiveMessage(text) else {
                throw Parlay.Failure("not a message")
            }
            guard case .outcome = message.change else { continue }
            state.withLock { $0.seqs.append(message.seq) }
        }
    }
}

/// Change prices through several fronts at the same time.
final class PriceWriters: Sendable {
    struct Record: Sendable {
        var acknowledged = 0
        /// Calls whose answer did not come.
        var broken = 0
        var faults: [String] = []
        var isStopped = false
        var running = 0
    }

    private let state = Mutex(Record())

    init(_ site: Site, ports: [UInt16], _ outcomes: [Int64]) async throws {
        let login = try await HTTPSession(port: site.port, base: "/v1/wordup/")
            .send("POST", "login/", #"{"username":"root","password":"\#(Site.password)"}"#)
        let token = try #require(login["token"]?.text)
        for writer in 0..<4 {
            state.withLock { $0.running += 1 }
            let mine = outcomes.enumerated().filter { $0.offset % 4 == writer }.map(\.element)
            let port = ports[writer % ports.count]
            try Reactor.Thread.detach(name: "writer") { [self] in
                write(mine, port: port, token: token)
                state.withLock { $0.running -= 1 }
            }
        }
    }

    var record: Record { state.withLock { $0 } }

    /// Waits for that many more writes.
    func acknowledge(_ count: Int) async throws {
        let goal = record.acknowledged + count
        try await eventually("\(count) writes") {
            if let fault = self.record.faults.first { throw Parlay.Failure(fault) }
            return self.record.acknowledged >= goal
        }
    }

    func stop() async throws {
        state.withLock { $0.isStopped = true }
        try await eventually("the end of the writers") { self.record.running == 0 }
        #expect(record.faults == [])
    }

    private func write(_ outcomes: [Int64], port: UInt16, token: String) {
        var session = HTTPSession(port: port, base: "/v1/wordup/")
        for round in 0... {
            if record.isStopped { return }
            let outcome = outcomes[round % outcomes.count]
            do {
                let answer = try session.exchange(
                    "PATCH",
                    "admin/outcomes/\(outcome)/",
                    #"{"price":"+\#(101 + round % 800)"}"#,
                    headers: ["Authorization": "Token \(token)"]
                )
                state.withLock { state in
                    if answer.status == 200 {
                        state.acknowledged += 1
                    } else {
                        state.faults.append("\(answer)")
                    }
                }
            } catch {
                state.withLock { $0.broken += 1 }
                session = HTTPSession(port: port, base: "/v1/wordup/")
                usleep(20_000)
            }
        }
    }
}
