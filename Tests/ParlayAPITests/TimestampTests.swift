import ParlayAPI
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("2026-05-20T18:30:00.000Z", "2026-05-20T18:30:00.000Z"),
        ("2026-05-20T18:30:00Z", "2026-05-20T18:30:00.000Z"),
        ("2026-05-20t18:30:00.5z", "2026-05-20T18:30:00.500Z"),
        ("2026-05-20 18:30:00.25Z", "2026-05-20T18:30:00.250Z"),
        ("2026-05-20T18:30:00.123999999Z", "2026-05-20T18:30:00.123Z"),
        ("2026-05-20T18:30:00+02:00", "2026-05-20T16:30:00.000Z"),
        ("2026-05-20T23:30:00-05:30", "2026-05-21T05:00:00.000Z"),
        ("2026-05-20T18:30:00-00:00", "2026-05-20T18:30:00.000Z"),
        ("2026-05-20 18:30:00+02:00", "2026-05-20T16:30:00.000Z"),
        ("2026-05-20 18:30:00 +0000", "2026-05-20T18:30:00.000Z"),
        ("2026-05-20 18:30:00 +00:00", "2026-05-20T18:30:00.000Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
        ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
        ("2000-01-01T00:00:00Z", "2000-01-01T00:00:00.000Z"),
        ("1999-12-31T23:00:00-01:00", "2000-01-01T00:00:00.000Z"),
        ("2100-12-31T23:59:59.999Z", "2100-12-31T23:59:59.999Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ("2017-01-01T01:59:60.25+02:00", "2017-01-01T00:00:00.250Z"),
        ("2015-06-30T23:59:60Z", "2015-07-01T00:00:00.000Z"),
    ])
    func `every form with an offset is read and written in UTC`(text: String, expected: String) {
        #expect(Timestamp(text)?.description == expected)
    }

    @Test(arguments: [
        "", "2026-05-20", "2026-05-20T18:30:00", "2026-05-20T18:30Z", "2026-05-20T18:30:00.Z",
        "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-05-00T00:00:00Z", "2026-05-32T00:00:00Z",
        "2026-05-20T24:00:00Z", "2026-05-20T18:60:00Z", "2026-05-20T18:30:61Z", "2026-05-20T18:30:60Z",
        "2026-03-31T23:59:60Z", "2026-05-20T18:30:00+24:00", "2026-05-20T18:30:00+00:60",
        "2026-05-20T18:30:00+0000", "2026-05-20T18:30:00 +0000", "2026-05-20 18:30:00  +0000",
        "2026-05-20_18:30:00Z", "2026-05-20T18:30:00Zx", " 2026-05-20T18:30:00Z", "2026-5-20T18:30:00Z",
        "1999-12-31T23:59:59.999Z", "2101-01-01T00:00:00Z", "2000-01-01T00:00:00+01:00",
        "+2026-05-20T18:30:00Z",
        "2026-05-20T18:30:00.\(String(repeating: "0", count: 60))Z", "２026-05-20T18:30:00Z", "1779301800",
    ])
    func `anything else is refused`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `each day of the years read agrees with counting days`() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var seconds: Int64 = 946_684_800
        for year in 2000...2100 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
                    let civil = CivilDateTime(
                        year: year,
                        month: month,
                        day: day,
                        hour: 23,
                        minute: 59,
                        second: 58
                    )
                    #expect(civil.secondsSinceEpoch == seconds + 86_398)
                    #expect(CivilDateTime(secondsSinceEpoch: seconds + 86_398) == civil)
                    seconds += 86_400
                }
            }
        }
        #expect(seconds == 4_133_980_800)
    }

    @Test func `moments outside the years that are read are written too`() {
        #expect(Timestamp(milliseconds: 0).description == "1970-01-01T00:00:00.000Z")
        #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
    }

    @Test func `components go both ways`() throws {
        let civil = CivilDateTime(year: 2026, month: 5, day: 20, hour: 18, minute: 30, second: 7)
        let timestamp = try #require(Timestamp(civil, millisecond: 250))
        #expect(timestamp.description == "2026-05-20T18:30:07.250Z")
        #expect(timestamp.civil == civil)
        #expect(Timestamp(CivilDateTime(year: 2026, month: 2, day: 30)) == nil)
        #expect(Timestamp(civil, millisecond: 1_000) == nil)
    }

    @Test func `earlier is less`() {
        #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
    }
}
