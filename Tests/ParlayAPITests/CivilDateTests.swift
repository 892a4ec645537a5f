import ParlayAPI
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("0000-01-01", -719_528),
        ("9999-12-31", 2_932_896), ("2026-05-20", 20_593),
    ])
    func `a date is read and written`(text: String, days: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.daysSinceEpoch == days)
        #expect(date.description == text)
        #expect(CivilDate(daysSinceEpoch: days) == date)
        #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
        #expect(CivilDate(secondsSinceEpoch: Int64(days) * 86_400) == date)
        #expect(CivilDate(secondsSinceEpoch: Int64(days) * 86_400 + 86_399) == date)
    }

    @Test(arguments: [
        "", "2026-5-20", "2026-05-20 ", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31",
        "-026-05-20",
        "2026/05/20", "20260520", "2026-05-2a", "+2026-05-2", "２０２６-05-20",
    ])
    func `what is no date is refused`(text: String) { #expect(CivilDate(text) == nil) }

    @Test(arguments: [
        (1970, 1, 1, 4), (1969, 12, 31, 3), (1969, 12, 28, 0), (2000, 2, 29, 2), (2026, 5, 20, 3),
        (1, 1, 1, 1),
    ])
    func `a day has its weekday, and another one seven days later`(
        year: Int,
        month: Int,
        day: Int,
        weekday: Int
    ) {
        let date = CivilDateTime(year: year, month: month, day: day, hour: 23)
        #expect(date.weekday == weekday)
        #expect(date.adding(days: 7).weekday == weekday && date.adding(days: -1).weekday == (weekday + 6) % 7)
        #expect(date.adding(days: -40).daysSinceEpoch == date.daysSinceEpoch - 40)
    }

    @Test func `dates outside of four digits do not exist`() {
        #expect(CivilDate(daysSinceEpoch: -719_529) == nil)
        #expect(CivilDate(daysSinceEpoch: 2_932_897) == nil)
        #expect(CivilDate(secondsSinceEpoch: .max) == nil && CivilDate(secondsSinceEpoch: .min) == nil)
    }
}
