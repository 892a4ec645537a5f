import ParlayAPI
import TestSupport
import Testing

@testable import Sportsbook

/// That no file traps, whatever its cells say.
@Suite struct HostileFileTests {
    @Test func `any text in any column of a CSV is read or refused`() throws {
        for column in NFLSample.columns {
            for text in HostileJSON.texts + HostileJSON.numbers {
                let row = NFLSample.Row.with([column: "\"\(text)\""])
                let games = (try? NFLSample.read([row]))?.games ?? []
                #expect(games.allSatisfy { 1...99 ~= $0.week ?? 1 })
            }
        }
    }

    @Test func `any value at any place of a tree is read or refused`() throws {
        let document = try JSONParser.parse(
            TreeSample.document([TreeSample.tournament("eng-1", [TreeSample.event])])
        )
        let variants = HostileJSON.variants(of: document)
        #expect(variants.count > 1000)
        for variant in variants {
            let file = try? TreeFile.read(variant.jsonBytes(), badLineLimit: 100)
            let seconds = [Int64](repeating: .max, count: file?.games.count ?? 0)
            #expect(throws: Never.self) {
                // What PostgreSQL makes of the kick-offs is judged, too.
                _ = try? file?.sources(ResolvedKickOffs(seconds: seconds), results: true, badLineLimit: 100)
            }
        }
    }
}
