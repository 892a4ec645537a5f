import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Meetups

/// How notices write the time of a meetup.
@Suite(.database) struct MeetingTimeTests {
    private func shown(_ moment: String, _ zone: String?, _ locale: String?) throws -> String {
        try TestDatabase.current.owner.query(
            "select format_meeting_time($1::timestamptz, jsonb_strip_nulls(jsonb_build_object('time_zone', $2::text, 'locale', $3::text)))",
            .text(moment),
            .text(zone),
            .text(locale)
        )[0].text(0)
    }

    @Test(arguments: [
        ("en-US", "Wed, May 20, 2026, 6:30 PM EDT"), ("en", "Wed, May 20, 2026, 6:30 PM EDT"),
        ("EN-us", "Wed, May 20, 2026, 6:30 PM EDT"), ("en-GB", "Wed, 20 May 2026, 18:30 EDT"),
        ("en-AU", "Wed, 20 May 2026, 6:30 PM EDT"), ("en-150", "Wed, 20 May 2026, 18:30 EDT"),
        ("de", "20.05.2026 18:30 EDT"),
        ("de-CH-1996", "20.05.2026 18:30 EDT"), ("fr", "20/05/2026 18:30 EDT"),
        ("fr-CA", "2026-05-20 18:30 EDT"),
        ("fr-CH", "20.05.2026 18:30 EDT"), ("pt-BR", "20/05/2026 18:30 EDT"),
        ("hi-IN", "20/05/2026 6:30 PM EDT"),
        ("nl", "20-05-2026 18:30 EDT"), ("nl-BE", "20/05/2026 18:30 EDT"), ("ja-JP", "2026/05/20 18:30 EDT"),
        ("zh-Hant-TW", "2026/05/20 18:30 EDT"), ("ko", "2026. 05. 20. 18:30 EDT"),
        ("sv", "2026-05-20 18:30 EDT"),
        ("tlh", "2026-05-20 18:30 EDT"), ("", "2026-05-20 18:30 EDT"), ("-", "2026-05-20 18:30 EDT"),
    ])
    func `the locale gives the form`(_ locale: String, _ text: String) throws {
        #expect(try shown("2026-05-20T22:30:00Z", "America/New_York", locale) == text)
    }

    @Test(
        arguments: [
            // The clocks go forward on March 29 and back on October 25: 2:30 does not exist, then exists twice.
            ("2026-03-29T00:59:00Z", "Europe/Berlin", "29.03.2026 01:59 CET"),
            ("2026-03-29T01:00:00Z", "Europe/Berlin", "29.03.2026 03:00 CEST"),
            ("2026-10-25T00:30:00Z", "Europe/Berlin", "25.10.2026 02:30 CEST"),
            ("2026-10-25T01:30:00Z", "Europe/Berlin", "25.10.2026 02:30 CET"),
            ("2026-05-20T16:30:00Z", "Europe/Berlin", "20.05.2026 18:30 CEST"),
            ("2026-01-01T04:30:00Z", "America/New_York", "31.12.2025 23:30 EST"),
            ("2026-03-08T07:00:00Z", "America/New_York", "08.03.2026 03:00 EDT"),
            ("2026-05-20T00:00:00Z", "Asia/Kathmandu", "20.05.2026 05:45 UTC+05:45"),
            ("2026-05-20T00:00:00Z", "America/Sao_Paulo", "19.05.2026 21:00 UTC-03:00"),
            ("2026-05-20T00:00:00Z", "Asia/Tokyo", "20.05.2026 09:00 JST"),
            ("2026-05-20T00:00:00Z", "UTC", "20.05.2026 00:00 UTC"),
            ("2026-05-20T00:00:00Z", "Nowhere/Land", "20.05.2026 00:00 UTC"),
            ("2026-05-20T00:00:00Z", nil, "20.05.2026 00:00 UTC"),
        ] as [(String, String?, String)]
    )
    func `the hour is in the recipient's zone, which is shown beside it`(
        _ moment: String,
        _ zone: String?,
        _ text: String
    )
        throws
    {
        #expect(try shown(moment, zone, "de") == text)
    }

    @Test func `without settings, people read American English in UTC, and the session's zone stays`() throws
    {
        let owner = try TestDatabase.current.owner
        try owner.execute("set timezone = 'Asia/Tokyo'")
        let row = try owner.query(
            "select format_meeting_time('2026-05-20T18:05:00Z', '{}'), current_setting('TimeZone')"
        )[0]
        #expect(try row.text(0) == "Wed, May 20, 2026, 6:05 PM UTC")
        #expect(try row.text(1) == "Asia/Tokyo")
    }

    @Test func `each reads a plan in their own zone and form, in every notice that has a time`() async throws
    {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        try world.owner.execute(
            """
            update accounts set settings = case username
                when 'ada' then '{"time_zone": "America/New_York", "locale": "en-US"}'
                else '{"time_zone": "Europe/Berlin", "locale": "de"}' end::jsonb
            """
        )
        let time = Timestamp(
            milliseconds: Timestamp.now.adding(seconds: 86_400).milliseconds / 60_000 * 60_000
        )
        let forms = try world.owner.query(
            """
            select to_char($1::timestamptz at time zone 'America/New_York', 'Dy, Mon FMDD, YYYY, FMHH12:MI AM'),
                   to_char($1::timestamptz at time zone 'Europe/Berlin', 'DD.MM.YYYY HH24:MI')
            """,
            .time(time)
        )[0]
        let (american, german) = (try forms.text(0), try forms.text(1))
        func last(_ person: MeetupWorld.Person, _ kind: String) throws -> String {
            try world.owner.query(
                "select text from notices where account_id = $1 and kind = $2 order by id desc limit 1",
                .integer(person.id),
                .text(kind)
            )[0].text(0)
        }
        let path = "matches/\(match)/"
        let plan = #"{"time_1":"\#(time)","location":"Café"}"#
        #expect(try await world.put(path, as: ada, plan).status == 200)
        #expect(try last(chen, "meetup_proposed").hasPrefix("Ada would like to meet at Café on \(german) CE"))
        #expect(try await world.put(path, as: chen, #"{"accept":true}"#).status == 200)
        #expect(try last(ada, "meetup_accepted").hasPrefix("Chen will meet you at Café on \(american) E"))
        let sweep = MeetupSweep(database: try await world.database.worker())
        let count = try await world.database.onLoop {
            try await sweep.remind(at: time.adding(seconds: -86_300))
        }
        #expect(count == 2)
        #expect(try last(ada, "meetup_reminder").hasPrefix("You meet Chen at Café on \(american) E"))
        #expect(try last(chen, "meetup_reminder").hasPrefix("You meet Ada at Café on \(german) CE"))
        #expect(try last(chen, "meetup_reminder").hasSuffix("T."))
        #expect(try await world.put(path, as: ada, #"{"cancel":true}"#).status == 200)
        #expect(try last(chen, "meetup_cancelled") == "Ada cancelled the meetup.")
        #expect(try await world.put(path, as: ada, plan).status == 200)
        _ = try world.owner.query(
            "\(MatchStore.removeAll.sql)",
            .integer(try world.owner.query("select tenant_id from matches")[0].integer(0)),
            .integer(ada.id)
        )
        let left = try last(chen, "meetup_cancelled")
        #expect(
            left.hasPrefix("The person you planned to meet at Café on \(german) CE")
                && left.hasSuffix("T has left.")
        )
    }
}
