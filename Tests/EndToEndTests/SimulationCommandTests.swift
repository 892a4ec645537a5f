import Cluster
import Database
import Foundation
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// `parlay admin odds simulate`.
@Suite(.database) struct SimulationCommandTests {
    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/data"

    /// A tenant with soccer in the coming weeks.
    private static func makeTenant(_ site: Site, madeUp: Bool = true) async throws {
        try await site.parlay("admin tenant create bull --name Bull --modules sportsbook")
        let day = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 + 86_400) * 1_000)
        let prices = madeUp ? " --made-up-prices 7" : ""
        try await site.parlay(
            "admin odds import \(data)/football.json --tenant bull --season 2022 --week 6"
                + " --move-to \(day.description.prefix(10))" + prices
        )
    }

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends it in order, with a report`(signal: Int32)
        async throws
    {
        try await Site.with { site in
            try await Self.makeTenant(site)
            let simulation = try site.start(
                "admin",
                "odds",
                "simulate",
                "--tenant",
                "bull",
                "--rate",
                "200",
                "--events",
                "4",
                "--seed",
                "3",
                "--json"
            )
            let owner = try TestDatabase.current.owner
            let prices = "select string_agg(price::text, ' ' order by id) from outcomes"
            let first = try owner.query(prices)[0].text(0)
            try await eventually("a price that moves") { try owner.query(prices)[0].text(0) != first }
            try await Task.sleep(for: .seconds(2))
            simulation.signal(signal)
            #expect(try await simulation.end() == .code(0), "\(simulation.errors)")
            let report = try JSONParser.parse(Array(simulation.output.utf8))
            #expect(report["tenant"]?.text == "bull")
            let updates = try #require(report["updates"]?.integer)
            #expect(updates > 100, "\(report)")
            #expect(report["prices"]?.integer ?? 0 > 90)
            #expect(report["suspended"]?.integer == report["reopened"]?.integer)
            // No counter without a terminal.
            #expect(!simulation.errors.contains("played"), "\(simulation.errors)")
            let left = "select count(*) from markets where status = 'suspended' or prices <> 'made_up'"
            #expect(try owner.query(left)[0].integer(0) == 0)
            let ledger = try await site.parlay("admin ledger verify --tenant bull")
            #expect(!ledger.isEmpty)
        }
    }

    @Test func `what cannot be simulated is said in a sentence`() async throws {
        try await Site.with { site in
            try await Self.makeTenant(site, madeUp: false)
            try await site.parlay("admin tenant create other --name Other --modules wagers")
            let refusals: [(String, Int32, String)] = [
                ("--tenant nobody", 1, "nobody"),
                ("--tenant other", 1, "the module sportsbook is off for other"),
                ("--tenant bull", 1, "use --all, or import with --made-up-prices"),
                ("--tenant bull --rate 0", 2, "--rate must be a number from 0.1 to 10000"),
                ("--tenant bull --rate nan", 2, "--rate must be a number from 0.1 to 10000"),
                ("--tenant bull --rate 10001", 2, "--rate must be"),
                ("--tenant bull --events 0", 2, "--events must be a number from 1 to 1000"),
                ("--tenant bull --seed -1", 2, "--seed must be"), ("", 2, "--tenant is missing"),
            ]
            for (options, code, sentence) in refusals {
                let words = "admin odds simulate \(options)".split(separator: " ").map(String.init)
                let outcome = try await site.run(words)
                #expect(outcome.code == code, "\(options): \(outcome)")
                #expect(outcome.errors.contains(sentence), "\(options): \(outcome)")
                #expect(outcome.output.isEmpty, "\(options): \(outcome)")
            }
        }
    }

    @Test func `at a terminal it counts`() async throws {
        try await Site.with { site in
            try await Self.makeTenant(site)
            let words = "admin odds simulate --tenant bull --rate 20".split(separator: " ").map(String.init)
            let terminal = try PseudoTerminal(words, environment: site.environment)
            try await terminal.until("played 1")
            try await terminal.until("/s")
            terminal.signal(SIGINT)
            #expect(try await terminal.end() == 0, "\(terminal.text)")
            #expect(terminal.text.contains("prices moved"), "\(terminal.text)")
        }
    }
}
