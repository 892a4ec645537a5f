import Testing

@testable import Jobs

@Suite struct CronTests {
    /// Milliseconds of a UTC time, by a way of its own: counting days one by one.
    private func time(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        var days = 0
        for past in 1970..<year { days += isLeap(past) ? 366 : 365 }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths[..<(month - 1)].reduce(0, +) + day - 1
        return Int64(((days * 24 + hour) * 60 + minute) * 60_000)
    }

    @Test func `every minute is the next whole minute, never the present one`() throws {
        let cron = try Cron("* * * * *")
        #expect(cron.next(after: time(2026, 1, 1)) == time(2026, 1, 1, 0, 1))
        #expect(cron.next(after: time(2026, 1, 1) + 59_999) == time(2026, 1, 1, 0, 1))
        #expect(cron.next(after: time(2026, 12, 31, 23, 59)) == time(2027, 1, 1))
    }

    @Test func `lists, ranges and steps`() throws {
        let cron = try Cron("5,10-20/5,50 8-9 * * *")
        var found: [Int64] = []
        var now = time(2026, 3, 1)
        while let next = cron.next(after: now), next < time(2026, 3, 2) {
            found.append(next)
            now = next
        }
        #expect(found == [8, 9].flatMap { hour in [5, 10, 15, 20, 50].map { time(2026, 3, 1, hour, $0) } })
        #expect(try Cron("50/5 * * * *").next(after: time(2026, 1, 1, 0, 51)) == time(2026, 1, 1, 0, 55))
        #expect(try Cron("*/25 0 * * *").next(after: time(2026, 1, 1, 0, 50)) == time(2026, 1, 2))
    }

    @Test func `the ends of months`() throws {
        let last = try Cron("0 0 31 * *")
        #expect(last.next(after: time(2026, 1, 31)) == time(2026, 3, 31))
        #expect(last.next(after: time(2026, 3, 31)) == time(2026, 5, 31))
        let leap = try Cron("0 12 29 2 *")
        #expect(leap.next(after: time(2026, 1, 1)) == time(2028, 2, 29, 12))
        // 2100 is no leap year.
        #expect(leap.next(after: time(2096, 3, 1)) == time(2104, 2, 29, 12))
        #expect(throws: Cron.ParseError.never) { try Cron("0 0 31 2,4,6,9,11 *") }
    }

    @Test func `two restricted day fields match either, a starred one narrows`() throws {
        // 2026-06-01 is a Monday.
        let either = try Cron("0 0 13 * fri")
        #expect(either.next(after: time(2026, 6, 1)) == time(2026, 6, 5))
        #expect(either.next(after: time(2026, 6, 12)) == time(2026, 6, 13))
        let stepped = try Cron("0 0 */2 * mon")
        #expect(stepped.next(after: time(2026, 6, 1)) == time(2026, 6, 15))
        #expect(try Cron("0 0 * * 1-5").next(after: time(2026, 6, 5)) == time(2026, 6, 8))
    }

    @Test func `Sunday is 0 and 7, names are taken in any case`() throws {
        for text in ["0 0 * * 0", "0 0 * * 7", "0 0 * * SUN"] {
            #expect(try Cron(text).next(after: time(2026, 6, 1)) == time(2026, 6, 7))
        }
        #expect(try Cron("0 0 * * 5-7").next(after: time(2026, 6, 6)) == time(2026, 6, 7))
        #expect(try Cron("0 0 1 Feb-apr *").next(after: time(2026, 2, 2)) == time(2026, 3, 1))
    }

    @Test(arguments: [
        "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *",
        "* * * * 8", "5-1 * * * *", "*/0 * * * *", "1,,2 * * * *", "-1 * * * *", "a * * * *", "1-2-3 * * * *",
        "*/2/3 * * * *", "+5 * * * *", "* * * mon *",
    ])
    func `nonsense is refused`(_ text: String) {
        #expect(throws: Cron.ParseError.self) { try Cron(text) }
    }

    @Test func `the latest missed tick is found, and none before the floor`() throws {
        let cron = try Cron("30 6 1 * *")
        let now = time(2026, 3, 15)
        #expect(cron.latest(upTo: now, after: time(2025, 1, 1)) == time(2026, 3, 1, 6, 30))
        #expect(cron.latest(upTo: now, after: time(2026, 3, 1, 6, 30)) == nil)
        #expect(cron.latest(upTo: time(2026, 3, 1, 6, 30), after: 0) == time(2026, 3, 1, 6, 30))
        #expect(cron.latest(upTo: time(2026, 3, 1, 6, 29), after: 0) == time(2026, 2, 1, 6, 30))
    }

    @Test func `next and latest agree over random times`() throws {
        for text in ["*/7 3-5 * * *", "0 0 29 2 *", "15 14 1,15 * 3", "59 23 31 12 *", "0 */5 * 2 */3"] {
            let cron = try Cron(text)
            for _ in 0..<200 {
                let from = Int64.random(in: 0...time(2099, 1, 1))
                let next = try #require(cron.next(after: from))
                #expect(next > from && next % 60_000 == 0)
                #expect(cron.latest(upTo: next, after: from) == next)
                #expect(cron.latest(upTo: next - 1, after: from) == nil)
            }
        }
    }
}
