import Localization
import ParlayAPI
import Testing

@Suite struct LocalInputTests {
    private func moment(_ text: String, _ zone: String) -> String? {
        Localizer(language: .en, timeZone: zone).timestamp(localInput: text).map {
            String($0.description.prefix(16))
        }
    }

    @Test(arguments: [
        ("2026-05-20T18:30", "Europe/Berlin", "2026-05-20T16:30"),
        ("2026-01-20T18:30", "Europe/Berlin", "2026-01-20T17:30"),
        ("2026-05-20T18:30", "America/New_York", "2026-05-20T22:30"),
        ("2026-05-20T00:15", "Pacific/Kiritimati", "2026-05-19T10:15"),
        ("2026-05-20T18:30", "Asia/Kathmandu", "2026-05-20T12:45"),
        ("2026-05-20T18:30:00", "UTC", "2026-05-20T18:30"),
        ("2026-05-20T18:30:00.000", "UTC", "2026-05-20T18:30"),
        // After the transitions that the files list.
        ("2060-07-01T12:00", "Europe/Berlin", "2060-07-01T10:00"),
        ("2060-01-01T12:00", "Europe/Berlin", "2060-01-01T11:00"),
        ("2060-01-01T12:00", "Australia/Sydney", "2060-01-01T01:00"),
        ("2060-07-01T12:00", "Australia/Sydney", "2060-07-01T02:00"),
        ("2060-07-01T12:00", "Europe/Dublin", "2060-07-01T11:00"),
    ])
    func `there and back`(local: String, zone: String, utc: String) throws {
        #expect(moment(local, zone) == utc)
        let time = try #require(Timestamp(utc + ":00Z"))
        #expect(Localizer(language: .en, timeZone: zone).localInput(time) == local.prefix(16))
    }

    @Test(arguments: [
        ("2026-03-29T02:00", "Europe/Berlin"), ("2026-03-29T02:59", "Europe/Berlin"),
        ("2026-03-08T02:30", "America/New_York"),
        ("2060-03-28T02:30", "Europe/Berlin"), ("2026-10-04T02:15", "Australia/Lord_Howe"),
        // Samoa left out a day.
        ("2011-12-30T12:00", "Pacific/Apia"),
    ])
    func `times that clocks skip`(local: String, zone: String) {
        #expect(moment(local, zone) == nil)
    }

    @Test(arguments: [
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30"),
        ("2026-10-25T02:00", "Europe/Berlin", "2026-10-25T00:00"),
        ("2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00"),
        ("2026-10-25T01:59", "Europe/Berlin", "2026-10-24T23:59"),
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30"),
        ("2060-10-31T02:30", "Europe/Berlin", "2060-10-31T00:30"),
        ("2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45"),
    ])
    func `the earlier of times that clocks show twice`(local: String, zone: String, utc: String) {
        #expect(moment(local, zone) == utc)
    }

    @Test(arguments: [
        "", "2026-05-20", "18:30", "2026-05-20 18:30", "2026-05-20T18:30Z", "2026-05-20T24:00",
        "2026-02-30T10:00",
        "2026-13-01T10:00", "2026-05-20T18:60", "2026-05-20T18:30:00Z", "2026-05-20T18:30:60",
        "1999-05-20T18:30", "2101-01-01T00:00",
        "20260-5-20T18:3", "2026-05-20T18:3０", "2026-05-20T18:30:00.00", "２０２６-05-20T18:30",
        "2026-05-20T18:30+01:00",
        "+2026-5-20T18:30", "2026-05-20T18:30:00+00:0",
    ])
    func `what is no time`(text: String) {
        #expect(moment(text, "Europe/Berlin") == nil)
    }
}
