import ParlayAPI
import Testing

@testable import OddsFeeds

@Suite struct SourceTimeTests {
    private func read(_ text: String, at now: String = "2026-09-01T00:00:00Z") throws -> String? {
        switch SourceTime(text, now: try #require(Timestamp(now))) {
        case .moment(let moment)?: moment.description
        case .local(let civil)?:
            try #require(Timestamp(civil)).description.dropLast().description
        case nil: nil
        }
    }

    @Test(arguments: [
        ("9/4 8:35 ET", "2026-09-04T20:35:00.000"), ("9/7 1:00 ET", "2026-09-07T13:00:00.000"),
        ("9/7 12:30 ET", "2026-09-07T12:30:00.000"), ("9/7 9:30 ET", "2026-09-07T09:30:00.000"),
        ("9/8 10:25 ET", "2026-09-08T22:25:00.000"), ("9/8 11:00", "2026-09-08T23:00:00.000"),
        ("9/7 20:20", "2026-09-07T20:20:00.000"), ("09/07 11:30am", "2026-09-07T11:30:00.000"),
        ("9/7 12:05 am ET", "2026-09-07T00:05:00.000"), ("9/7 12:05 pm", "2026-09-07T12:05:00.000"),
        ("9/7/2027 1:00 PM", "2027-09-07T13:00:00.000"),
        ("2026-09-10 20:20", "2026-09-10T20:20:00.000"), ("2026-09-10T20:20:30.5", "2026-09-10T20:20:30.000"),
        ("2026-09-10T20:20:00-04:00", "2026-09-11T00:20:00.000Z"),
        ("2026-09-25T00:15Z", "2026-09-25T00:15:00.000Z"),
        ("2026-09-25T00:15+02:00", "2026-09-24T22:15:00.000Z"),
    ])
    func `reads`(text: String, time: String) throws {
        #expect(try read(text) == time)
    }

    @Test(arguments: [
        "", "9/4", "8:35 ET", "13/1 1:00", "2/30 1:00", "9/4 25:00", "9/4 1:60", "9/4 13:00 pm", "tomorrow",
        "2026-09-10", "2026-13-10T20:20", "1999-09-10T20:20", "9/4/1999 1:00",
    ])
    func `refuses`(text: String) throws {
        #expect(try read(text) == nil)
    }

    @Test func `the year is the nearest one`() throws {
        #expect(try read("1/3 1:00 ET", at: "2026-12-28T00:00:00Z") == "2027-01-03T13:00:00.000")
        #expect(try read("12/28 1:00 ET", at: "2027-01-02T00:00:00Z") == "2026-12-28T13:00:00.000")
        #expect(try read("2/29 1:00 ET", at: "2028-03-02T00:00:00Z") == "2028-02-29T13:00:00.000")
        // There is none in the years around.
        #expect(try read("2/29 1:00 ET", at: "2026-03-02T00:00:00Z") == nil)
    }
}
