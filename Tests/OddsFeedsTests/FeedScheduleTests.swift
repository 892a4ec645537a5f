import Jobs
import ParlayAPI
import Tenancy
import Testing

@testable import OddsFeeds

@Suite struct FeedScheduleTests {
    private let start = Timestamp(milliseconds: 1_789_300_800_000)

    /// Minutes from `minutes` before the kick-off to the next reading.
    private func wait(_ minutes: Int64, _ schedule: FeedSchedule = .auto) -> Int64 {
        let time = start.adding(minutes: -minutes)
        return (schedule.nextOdds(after: time, FeedGames([start])).milliseconds - time.milliseconds) / 60_000
    }

    @Test(
        arguments: [
            (10_000, 360), (1440 + 360, 360), (1440 + 100, 100), (1440, 30), (600, 30), (75, 15), (60, 5),
            (4, 5),
        ] as [(Int64, Int64)]
    )
    func `odds by the nearness of the kick-off`(before: Int64, after: Int64) {
        #expect(wait(before) == after)
    }

    @Test func `never more often than once a minute`() {
        #expect(wait(1441) == 1 && wait(61) == 1)
        let close = start.adding(minutes: -1440).adding(seconds: -20)
        #expect(FeedSchedule.auto.nextOdds(after: close, FeedGames([start])) == close.adding(seconds: 60))
    }

    @Test func `without games, every six hours`() {
        #expect(FeedSchedule.auto.nextOdds(after: start, FeedGames([])) == start.adding(minutes: 360))
        #expect(FeedSchedule.auto.nextOdds(after: start, FeedGames([start])) == start.adding(minutes: 360))
        #expect(FeedSchedule.auto.nextScores(after: start, FeedGames([])) == nil)
    }

    @Test func `the nearest game counts`() {
        let games = FeedGames([start.adding(minutes: 5000), start, start.adding(minutes: -10)])
        #expect(
            FeedSchedule.auto.nextOdds(after: start.adding(minutes: -30), games) == start.adding(minutes: -25)
        )
    }

    @Test func `scores while a game is under way, otherwise never`() {
        let games = FeedGames([start])
        func next(_ minutes: Int64) -> Timestamp? {
            FeedSchedule.auto.nextScores(after: start.adding(minutes: minutes), games)
        }
        #expect(next(-3000) == start.adding(minutes: 5))
        #expect(next(0) == start.adding(minutes: 5))
        #expect(next(100) == start.adding(minutes: 105))
        #expect(next(12 * 60) == nil)
        #expect(games.isWaitingForScores(at: start.adding(minutes: 4000)))
        #expect(!games.isWaitingForScores(at: start.adding(minutes: 4321)))
    }

    @Test func `cron expressions are in UTC`() throws {
        let schedule = try #require(FeedSchedule("*/15 * * * *"))
        #expect(wait(100, schedule) == wait(100, .cron(try Cron("*/15 * * * *"))))
        #expect(schedule.nextOdds(after: start, FeedGames([])).milliseconds % 900_000 == 0)
        for text in ["", "Auto", "* * * *", "* * * * * *", "61 * * * *", "0 0 31 2 *", "@daily"] {
            #expect(FeedSchedule(text) == nil)
        }
        #expect(schedule.nextScores(after: start, FeedGames([])) == nil)
        #expect(schedule.nextScores(after: start, FeedGames([start])) != nil)
    }

    @Test func `silent after three intervals, and at least 15 minutes`() throws {
        func silence(_ minutes: Int64, _ schedule: FeedSchedule = .auto) -> Int64 {
            let time = start.adding(minutes: -minutes)
            return (schedule.silence(after: time, FeedGames([start])).milliseconds - time.milliseconds)
                / 60_000
        }
        #expect(silence(10_000) == 1080)
        #expect(silence(600) == 90)
        // The last day begins after 100 minutes; then every half-hour.
        #expect(silence(1540) == 160)
        #expect(silence(40) == 15)
        #expect(silence(600, try #require(FeedSchedule("* * * * *"))) == 15)
    }

    @Test func `failures are repeated after a minute, doubling to an hour`() {
        let minutes = (1...9).map {
            FeedSchedule.retry(after: start, failures: $0).milliseconds - start.milliseconds
        }
        #expect(minutes.map { $0 / 60_000 } == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        #expect(FeedSchedule.retry(after: start, failures: 1000) == start.adding(minutes: 60))
    }

    @Test func `a spent quota waits for the next day, too many requests as long as asked`() {
        let night = FeedSchedule.retry(after: .spent, at: start, failures: 3)
        #expect(night.milliseconds % 86_400_000 == 0 && night > start && night <= start.adding(minutes: 1440))
        let midnight = Timestamp(milliseconds: 20_000 * 86_400_000)
        #expect(
            FeedSchedule.retry(after: .spent, at: midnight, failures: 1) == midnight.adding(minutes: 1440)
        )
        func wait(_ seconds: Int64?) -> Int64 {
            let next = FeedSchedule.retry(after: .throttled(seconds: seconds), at: start, failures: 9)
            return (next.milliseconds - start.milliseconds) / 1000
        }
        #expect(wait(nil) == 60 && wait(5) == 60 && wait(300) == 300 && wait(.max) == 86_400)
        #expect(
            FeedSchedule.retry(after: .unavailable(""), at: start, failures: 2) == start.adding(minutes: 2)
        )
    }
}
