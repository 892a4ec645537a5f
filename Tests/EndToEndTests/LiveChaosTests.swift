import Database
import Foundation
import Glibc
import ParlayAPI
import ParlayClient
import Reactor
import Synchronization
import TestDatabases
import TestSupport
import Testing

/// Streams of two fronts that both change the tree, while one of them is killed.
@Suite(.database) struct LiveChaosTests {
    /// Writes of each kind of front before, and after the kill.
    private static let writes = 400

    @Test func `every subscriber ends with the database's tree, no update lost, none applied backwards`()
        async throws
    {
        try await Site.withSportsbook { site, admin in
            try await site.parlay(
                "admin tenant set wordup public_sportsbook=true requests_per_second=10000 request_burst=10000"
            )
            let outcomes = try await site.outcomes(ofGames: 6, by: admin)
            let second = try Parlay.freePort()
            var front = try await start(site, on: second)

            let owner = try TestDatabase.current.owner
            let begin = try owner.query("select seq from live_counters")[0].integer(0)
            let log = MessageLog()
            let recorder = Task { try await log.record(from: site.port, after: begin) }
            let readers = try [site.port, site.port, second, second].map { try LiveReaderProbe(port: $0) }
            defer {
                recorder.cancel()
                for reader in readers { reader.stop() }
            }
            try await eventually("the streams") {
                readers.allSatisfy { $0.tree?.connection == .live } && log.isOpen
            }

            let writers = try await PriceWriters(site, ports: [site.port, second], outcomes)
            try await writers.acknowledge(Self.writes)
            try await front.kill()
            try await writers.acknowledge(Self.writes)
            front = try await start(site, on: second)
            try await writers.acknowledge(Self.writes)
            try await writers.stop()
            #expect(writers.record.broken > 0, "the front was killed among writes")

            let rows = try owner.query(
                "select seq from live_updates where kind = 'outcome' and seq > $1 order by seq",
                .integer(begin)
            ).map { try $0.integer(0) }
            let record = writers.record
            // A write whose answer was lost has happened or not.
            #expect(rows.count >= record.acknowledged && rows.count <= record.acknowledged + record.broken)

            // The reader of the front that lived has every single one, in order.
            try await eventually("the last message") { log.seqs.last == rows.last }
            #expect(log.seqs == rows)

            let client = try site.client()
            try await eventually("the tree") { try await client.sportsbook.tree().seq >= rows.last ?? 0 }
            let tree = try await client.sportsbook.tree()
            for reader in readers {
                try await eventually("the same tree") { reader.tree?.tournaments == tree.tournaments }
                #expect(reader.faults == [])
            }
            _ = front
        }
    }

    private func start(_ site: Site, on port: UInt16) async throws -> ParlayProcess {
        let front = try site.start("serve", with: ["PARLAY_PORT": String(port)])
        try await eventually("another front") {
            if !front.isRunning { throw Parlay.Failure("it ended: \(front.errors)") }
            let answer = try? await HTTPSession(port: port).send("GET", "/readyz")
            return answer?.status == 200
        }
        return front
    }
}
