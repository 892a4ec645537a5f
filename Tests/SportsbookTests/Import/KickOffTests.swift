import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Sportsbook

/// How the database turns the local times of files into moments.
@Suite(.database) struct KickOffTests {
    private static let newYork = "America/New_York"

    private func resolve(_ kickOffs: [KickOff], to date: String? = nil) async throws -> ResolvedKickOffs {
        let database = try TestDatabase.current
        let front = try await database.front()
        let day = try date.map { try #require(FileTime.day($0)) }
        return try await database.onLoop {
            try await front.transaction { transaction in
                let work = TenantTransaction(TenantID(rawValue: 1), at: .now, transaction)
                return try await KickOffStore.resolve(kickOffs, movingTo: day, in: work)
            }
        }
    }

    private func local(_ text: String, _ zone: String = newYork) throws -> KickOff {
        let day = try #require(FileTime.day(String(text.prefix(10))))
        return .local(try #require(FileTime.at(text.dropFirst(11), on: day)), zone: zone)
    }

    private func moment(_ text: String, _ zone: String = newYork) throws -> KickOff {
        .moment(try seconds(text), zone: zone)
    }

    private func seconds(_ text: String) throws -> Int64 { try #require(FileTime.utc(text)) }

    @Test func `local times are moments in summer and in winter, and moments stay`() async throws {
        let resolved = try await resolve([
            local("2024-09-05 20:20"), local("1999-12-26 13:00"), moment("2024-09-06T00:20:00Z"),
            local("2018-08-11 15:00", "UTC"),
        ])
        #expect(
            try resolved.seconds == [
                seconds("2024-09-06T00:20:00Z"), seconds("1999-12-26T18:00:00Z"),
                seconds("2024-09-06T00:20:00Z"), seconds("2018-08-11T15:00:00Z"),
            ]
        )
        #expect(resolved.weeks == nil)
        // The second of the two hours of this night is not mistaken for the first.
        let twice = try await resolve([moment("2024-11-03T06:30:00Z")])
        #expect(try twice.seconds == [seconds("2024-11-03T06:30:00Z")])
    }

    @Test func `moved games keep the time of day when the clocks change in between`() async throws {
        let resolved = try await resolve(
            [moment("2024-09-06T00:20:00Z"), moment("2024-11-11T01:20:00Z"), local("2024-09-08 13:00")],
            to: "2026-11-05"
        )
        // 20:20 in New York, now in winter; the third is three days behind the first.
        #expect(resolved.weeks == 113)
        #expect(
            try resolved.seconds == [
                seconds("2026-11-06T01:20:00Z"), seconds("2027-01-11T01:20:00Z"),
                seconds("2026-11-08T18:00:00Z"),
            ]
        )
    }

    @Test(arguments: [
        ("2024-09-05", 0, "2024-09-05"), ("2024-09-06", 1, "2024-09-12"), ("2024-09-12", 1, "2024-09-12"),
        ("2024-08-30", 0, "2024-09-05"), ("2024-08-29", -1, "2024-08-29"), ("2026-11-22", 116, "2026-11-26"),
    ])
    func `the first game is on the date or at most six days later`(date: String, weeks: Int, day: String)
        async throws
    {
        // Thursday evening in New York is Friday in UTC, and the order of the file does not matter.
        let resolved = try await resolve(
            [local("2024-09-08 13:00"), moment("2024-09-06T00:20:00Z")],
            to: date
        )
        #expect(resolved.weeks == weeks)
        let first = CivilDateTime(secondsSinceEpoch: resolved.seconds[1] - 5 * 3_600)
        #expect(first.dateText == day)
    }

    @Test func `a fixed zone keeps its offset`() async throws {
        let resolved = try await resolve(
            [
                moment("2014-06-23T20:00:00Z", "<-0300>+03:00"),
                moment("2022-11-29T21:00:00Z", "<+0300>-03:00"),
            ],
            to: "2014-06-23"
        )
        #expect(resolved.weeks == 0)
        let moved = try await resolve([moment("2022-11-29T21:30:00Z", "<+0300>-03:00")], to: "2026-06-10")
        // Half past midnight of 30 November in Qatar.
        #expect(try moved.seconds == [seconds("2026-06-09T21:30:00Z")])
    }

    @Test func `no games are moved by no weeks`() async throws {
        #expect(try await resolve([], to: "2026-01-01") == ResolvedKickOffs(seconds: [], weeks: 0))
    }
}
