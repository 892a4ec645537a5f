import ParlayAPI
import Testing

@testable import Shelf

/// What an import makes of lines whose games are known.
@Suite struct ShelfImportPlanTests {
    private func line(
        _ number: Int,
        _ given: GivenValues = GivenValues(),
        _ name: GameName = GameName(igdbID: 1)
    )
        -> ShelfLine
    {
        ShelfLine(number: number, content: .entry(name, given))
    }

    private func results(_ plan: ShelfImportPlan) -> [String] {
        plan.report.map { "\($0.line) \($0.result) \($0.gameID ?? 0)" }
    }

    @Test func `each line changes the shelf as the one before left it`() {
        var plan = ShelfImportPlan([2: EntryValues(status: .playing, rating: 50)], defaultStatus: .dropped)
        plan.apply(line(2, GivenValues(note: "n")), .game(1))
        plan.apply(line(3), .game(1))
        plan.apply(line(4, GivenValues(status: .finished, rating: 9)), .game(1))
        plan.apply(line(5, GivenValues(rating: 50)), .game(2))
        plan.apply(line(6, GivenValues(rating: 51)), .game(2))
        plan.apply(line(7, GivenValues(rating: 50)), .game(2))
        #expect(
            results(plan) == [
                "2 added 1", "3 unchanged 1", "4 updated 1", "5 unchanged 2", "6 updated 2", "7 updated 2",
            ]
        )
        // The second game is as it was.
        #expect(
            plan.changes == [
                .init(game: 1, values: EntryValues(status: .finished, rating: 9, note: "n"), isNew: true)
            ]
        )
    }

    @Test func `a game without a status gets the default`() {
        var plan = ShelfImportPlan([:], defaultStatus: .dropped)
        plan.apply(line(2), .game(1))
        #expect(plan.changes == [.init(game: 1, values: EntryValues(status: .dropped), isNew: true)])
    }

    @Test func `empty cells keep what is there, and dates are compared with that`() throws {
        let day = try #require(CivilDate("2026-05-20"))
        let before = try #require(CivilDate("2026-05-19"))
        let whole = EntryValues(
            status: .completed,
            rating: 0,
            hours: PlayedHours(tenths: 5),
            note: "n",
            startedOn: day
        )
        var plan = ShelfImportPlan([1: whole], defaultStatus: .backlog)
        plan.apply(line(2), .game(1))
        plan.apply(line(3, GivenValues(rating: 1, finishedOn: before)), .game(1))
        plan.apply(line(4, GivenValues(finishedOn: day)), .game(1))
        plan.apply(line(5, GivenValues(startedOn: day, finishedOn: before)), .game(3))
        #expect(results(plan) == ["2 unchanged 1", "3 invalid 1", "4 updated 1", "5 invalid 3"])
        #expect(plan.report[1].detail == "finished_on: Must not be before started_on.")
        var after = whole
        after.finishedOn = day
        #expect(plan.changes == [.init(game: 1, values: after, isNew: false)])
    }

    @Test(arguments: [
        (GameName(igdbID: 5), ShelfImportPlan.Match.none, "There is no game with this igdb_id."),
        (GameName(name: "a"), .none, "There is no game with this name."),
        (GameName(name: "a", year: 2000), .none, "There is no game with this name and year."),
        (
            GameName(igdbID: 5, name: "a", year: 2000), .none,
            "There is no game with this igdb_id, and none with this name and year."
        ),
        (
            GameName(name: "a"), .several([4, 7]),
            "Several games have this name: 4, 7. Add the igdb_id or the release_year."
        ),
        (
            GameName(name: "a", year: 2000), .several(Array(1...11)),
            "Several games have this name and year: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more. Add the igdb_id."
        ),
    ])
    func `a line without a game says why`(_ name: GameName, _ match: ShelfImportPlan.Match, _ detail: String)
    {
        var plan = ShelfImportPlan([:], defaultStatus: .backlog)
        plan.apply(line(2, GivenValues(), name), match)
        #expect(plan.report == [.init(line: 2, result: .unknown, detail: detail)])
        #expect(plan.changes.isEmpty)
    }
}
