import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// `parlay admin odds import`.
@Suite(.database) struct OddsImportTests {
    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/data"

    private static func run(_ site: Site, _ words: String) async throws -> Outcome {
        try await site.run(words.split(separator: " ").map(String.init))
    }

    @Test func `a season is tried, imported, moved and given its results`() async throws {
        try await Site.with { site in
            try await site.parlay("admin tenant create draft --name Draft --modules sportsbook")
            let call = "admin odds import \(Self.data)/nfl-games.csv --tenant draft --season 2024 --week 1"
            // 16 games with three markets of two outcomes each, and their tournament.
            let tried = try await site.parlay("\(call) --dry-run")
            #expect(tried.contains("would import 16 games into draft: 161 created, 0 updated, 0 unchanged"))
            let imported = try await site.parlay(call)
            #expect(imported.contains("imported 16 games into draft: 161 created, 0 updated, 0 unchanged"))
            let again = try JSONParser.parse(Array(try await site.parlay("\(call) --json").utf8))
            #expect(again["created"] == .integer(0), "\(again)")
            #expect(again["unchanged"] == .integer(161), "\(again)")
            let moved = try await site.parlay("\(call) --move-to 2027-09-09")
            #expect(moved.contains("161 created"), "\(moved)")
            let results = try await site.parlay("\(call) --move-to 2027-09-09 --results")
            #expect(results.contains("0 created, 16 updated"), "\(results)")
        }
    }

    @Test func `games without prices get made-up ones, and warnings are shown`() async throws {
        try await Site.with { site in
            try await site.parlay("admin tenant create bull --name Bull --modules sportsbook")
            let call = "admin odds import \(Self.data)/football.json --tenant bull --season 2024-25"
            let outcome = try await Self.run(site, "\(call) --made-up-prices 7")
            #expect(outcome.code == 0, "\(outcome)")
            #expect(outcome.errors.contains("event 1048: The penalty shoot-out has no winner"), "\(outcome)")
            let again = try await site.parlay("\(call) --made-up-prices 7")
            #expect(again.contains("0 created, 0 updated"), "\(again)")
        }
    }

    @Test func `bad lines are listed, and nothing is imported`() async throws {
        try await Site.with { site in
            try await site.parlay("admin tenant create draft --name Draft --modules sportsbook")
            let outcome = try await Self.run(
                site,
                "admin odds import \(Self.data)/nfl-games.csv --tenant draft --json"
            )
            #expect(outcome.code == 1, "\(outcome.errors.suffix(500))")
            #expect(outcome.errors.contains("starts outside 2000–2100"))
            #expect(outcome.errors.contains("nothing was imported"))
            let report = try JSONParser.parse(Array(outcome.output.utf8))
            guard case .array(let lines)? = report["bad_lines"] else { throw Parlay.Failure("\(report)") }
            #expect(report["bad_line_count"] == .integer(Int64(lines.count)))
            #expect(lines.first?["line"] == .integer(2))
            let refusals: [(String, Int32)] = [
                ("admin odds import /absent.csv --tenant draft", 1),
                ("admin odds import \(Self.data)/README.md --tenant draft", 1),
                ("admin odds import \(Self.data)/nfl-games.csv --tenant draft --move-to soon", 2),
                ("admin odds import \(Self.data)/nfl-games.csv --tenant draft --week 0", 2),
                ("admin odds import \(Self.data)/nfl-games.csv", 2),
                ("admin odds import --tenant draft", 2),
            ]
            for (call, code) in refusals {
                let refused = try await Self.run(site, call)
                #expect(refused.code == code, "\(call): \(refused)")
                #expect(refused.output.isEmpty, "\(call): \(refused)")
            }
        }
    }
}
