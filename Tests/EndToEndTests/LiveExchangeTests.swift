import Cluster
import Database
import Foundation
import Glibc
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// A rolling restart while prices move and clients follow them.
@Suite(.database) struct LiveExchangeTests {
    @Test func `streams of an exchanged front end with 1001 and go on at the next one, no request fails`()
        async throws
    {
        try await Site.with { site in
            var front = try await site.serve()
            try await site.makeTenant()
            try await site.openSportsbook()
            let admin = try await site.admin()
            try await site.parlay(
                "admin tenant set wordup public_sportsbook=true requests_per_second=10000 request_burst=10000"
            )
            let outcomes = try await site.outcomes(ofGames: 6, by: admin)
            let readers = try (0..<4).map { _ in try LiveReaderProbe(port: site.port) }
            defer { for reader in readers { reader.stop() } }
            try await eventually("the streams") { readers.allSatisfy { $0.tree?.connection == .live } }
            let writers = try await PriceWriters(site, ports: [site.port], outcomes)

            for _ in 0..<2 {
                let counters = try TestDatabase.current.owner.query("select seq from live_counters")
                let after = try counters[0].integer(0)
                let log = MessageLog()
                let stream = Task { try await log.record(from: site.port, after: after) }
                try await eventually("a stream") { log.isOpen }
                try await writers.acknowledge(100)
                let next = try site.start("serve")
                try await eventually("the next front") { next.errors.contains("listening") }
                #expect(try await front.stop() == .code(0))
                let end = await #expect(throws: WebSocketError.self) { try await stream.value }
                guard case .closed(code: 1001, reason: _)? = end else {
                    throw Parlay.Failure("the stream ended otherwise: \(String(describing: end))")
                }
                front = next
            }
            try await writers.acknowledge(100)
            try await writers.stop()
            #expect(writers.record.broken == 0)

            let client = try site.client()
            let tree = try await client.sportsbook.tree()
            for reader in readers {
                try await eventually("the same tree") { reader.tree?.tournaments == tree.tournaments }
                #expect(reader.faults == [])
            }
        }
    }
}
