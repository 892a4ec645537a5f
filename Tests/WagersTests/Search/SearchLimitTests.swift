import Database
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct SearchLimitTests {
    private let world: WagerWorld
    private let ada: SignedInPerson

    init() async throws {
        world = try await WagerWorld(connections: .init(readers: 1, writers: 4, transactions: 2))
        ada = try await world.person("Ada")
    }

    @Test func `a search that takes too long ends, as many as come, and reads do not wait for it`()
        async throws
    {
        // What repeats is looked for in long texts of which nothing does.
        try world.load(
            300,
            as: ada,
            "'wager ' || n, (select string_agg(md5(g::text), '') from generate_series(n, n + 50) g), 1, 1"
        )
        let (ada, world) = (ada, world)
        let (answers, reads) = try await withThrowingTaskGroup(of: (Bool, Answer).self) { group in
            for expression in ["%28.%7B9%7D%29.*%5C1", "%28.%7B10%7D%29.*%5C1"] {
                group.addTask {
                    (true, try await world.call("GET", "search/?in=wagers&q=\(expression)", as: ada))
                }
            }
            for _ in 0..<20 {
                group.addTask { (false, try await world.call("GET", "profiles/me/", as: ada)) }
            }
            var searches: [Answer] = []
            var readsBefore = 0
            for try await (isSearch, answer) in group {
                if isSearch {
                    searches.append(answer)
                } else {
                    #expect(answer.status == 200)
                    if searches.count < 2 { readsBefore += 1 }
                }
            }
            return (searches, readsBefore)
        }
        #expect(answers.count == 2)
        for answer in answers {
            #expect(answer.status == 400 && answer.code == "search_too_broad", "\(answer)")
        }
        #expect(reads == 20, "the reads came first, on the one connection that a loop of tests has for them")
    }
}
