import Localization
import ParlayAPI
import Testing

@Suite struct DateTests {
    private let now = Timestamp(milliseconds: 1_779_091_200_000)  // Monday, 2026-05-18 08:00 UTC
    private let time = Timestamp(milliseconds: 1_779_294_600_000)  // 2026-05-20 16:30 UTC

    private func localizer(_ locale: String, _ zone: String? = "Europe/Berlin") -> Localizer {
        Localizer(language: Language(tag: locale) ?? .en, locale: locale, timeZone: zone)
    }

    /// Spaces that keep lines together differ between releases of ICU.
    private func shown(_ locale: String, _ style: Localizer.DateStyle, zone: String = "Europe/Berlin")
        -> String
    {
        localizer(locale, zone).date(time, style, now: now)
            .replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    @Test func styles() {
        let styles: [Localizer.DateStyle] = [.day, .dayTime, .dayTimeZone, .time, .long, .monthYear]
        #expect(
            styles.map { shown("en-GB", $0) } == [
                "Wed, 20 May", "Wed, 20 May, 18:30", "Wed, 20 May, 18:30 CEST", "18:30",
                "Wednesday, 20 May 2026 at 18:30 CEST",
                "May 2026",
            ]
        )
        #expect(
            styles.map { shown("en-US", $0) } == [
                "Wed, May 20", "Wed, May 20, 6:30 PM", "Wed, May 20, 6:30 PM CEST", "6:30 PM",
                "Wednesday, May 20, 2026 at 6:30 PM CEST",
                "May 2026",
            ]
        )
        #expect(
            styles.map { shown("es-ES", $0) } == [
                "mié, 20 may", "mié, 20 may, 18:30", "mié, 20 may, 18:30 CEST", "18:30",
                "miércoles, 20 de mayo de 2026, 18:30 CEST",
                "mayo de 2026",
            ]
        )
        #expect(
            styles.map { shown("de-AT", $0) } == [
                "Mi., 20. Mai", "Mi., 20. Mai, 18:30", "Mi., 20. Mai, 18:30 Uhr MESZ", "18:30",
                "Mittwoch, 20. Mai 2026 um 18:30 Uhr MESZ",
                "Mai 2026",
            ]
        )
    }

    @Test func `another year is named`() {
        let next = Timestamp(milliseconds: now.milliseconds + 400 * 86_400_000)
        #expect(localizer("en-GB").date(next, .day, now: now) == "Tue, 22 Jun 2027")
        // New Year is a matter of the zone.
        let eve = Timestamp(milliseconds: 1_798_758_000_000)  // 2026-12-31 23:00 UTC
        #expect(localizer("en-GB", "UTC").date(eve, .day, now: now) == "Thu, 31 Dec")
        #expect(localizer("en-GB").date(eve, .day, now: now) == "Fri, 1 Jan 2027")
    }

    @Test(arguments: [
        ("America/New_York", "12:30 EDT"), ("Asia/Kolkata", "22:00 IST"),
        ("Asia/Kathmandu", "22:15 UTC+05:45"),
        ("America/Sao_Paulo", "13:30 UTC-03:00"), ("UTC", "16:30 UTC"), ("America/Mexico_City", "10:30 CST"),
        ("Europe/Nowhere", "16:30 UTC"), ("Etc/GMT+3", "13:30 UTC-03:00"),
    ])
    func zones(zone: String, ending: String) {
        #expect(shown("en-GB", .long, zone: zone).hasSuffix(" at \(ending)"))
    }

    @Test func `names of zones`() {
        for name in ["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT-14", "GMT"] {
            #expect(Localizer.isTimeZone(name), "\(name)")
        }
        for name in [
            "", "Europe", "Europe/", "Europe/Berlin ", "europe/berlin", "../../etc/passwd", "/etc/passwd",
            "posix/Europe/Berlin",
            "localtime", "Europe/../Europe/Berlin", "Europe/Berlin\u{0}", "GMT+3", "zone.tab",
            String(repeating: "A", count: 1000),
        ] {
            #expect(!Localizer.isTimeZone(name), "\(name)")
            #expect(Localizer(language: .en, timeZone: name).timeZone == "UTC")
        }
    }

    @Test func `locales are a language and a region`() {
        #expect(Localizer(language: .de, locale: "de-AT").locale == "de-AT")
        #expect(Localizer(language: .de, locale: "de").locale == "de")
        #expect(Localizer(language: .en, locale: "fr-FR").locale == "en-001")
        #expect(Localizer(language: .en, locale: "en-PR").locale == "en")
        #expect(Localizer(language: .de, locale: "de-QQ").locale == "de")
        #expect(Localizer(language: .en, locale: "de-DE").locale == "en-DE")
        #expect(Localizer(language: .es, locale: "es-latn-419").locale == "es-419")
        #expect(Localizer(language: .en, locale: "en-u-ca-buddhist").locale == "en")
        #expect(Localizer(language: .en, locale: "en_gb").locale == "en-GB")
        #expect(Localizer(language: .en, locale: "'; --").locale == "en")
        #expect(Localizer(language: .en, locale: nil).locale == "en")
    }

    @Test func `in relation to now`() {
        func relative(_ locale: String, seconds: Int64) -> String {
            localizer(locale).relative(Timestamp(milliseconds: now.milliseconds + seconds * 1000), to: now)
        }
        #expect(relative("en", seconds: 0) == "now")
        #expect(relative("en", seconds: 59) == "now")
        #expect(relative("en", seconds: -300) == "5 minutes ago")
        #expect(relative("en", seconds: 3 * 3600) == "in 3 hours")
        #expect(relative("en", seconds: -86_400) == "yesterday")
        #expect(relative("en", seconds: 3 * 86_400) == "in 3 days")
        #expect(relative("es", seconds: 3 * 86_400) == "dentro de 3 días")
        #expect(relative("de", seconds: 86_400) == "morgen")
        #expect(relative("de", seconds: -40 * 86_400) == "vor 5 Wochen")
        #expect(relative("de", seconds: -90 * 86_400) == "vor 3 Monaten")
        #expect(relative("en", seconds: 800 * 86_400) == "in 2 years")
    }

    @Test func `yesterday is a day of the calendar`() {
        // 10:00 in Berlin: 15 hours ago was 19:00 yesterday, 9 hours ago 01:00 today.
        let hour: Int64 = 3_600_000
        #expect(
            localizer("en").relative(Timestamp(milliseconds: now.milliseconds - 15 * hour), to: now)
                == "yesterday"
        )
        #expect(
            localizer("en").relative(Timestamp(milliseconds: now.milliseconds - 9 * hour), to: now)
                == "9 hours ago"
        )
        #expect(
            localizer("en").relative(Timestamp(milliseconds: now.milliseconds + 13 * hour), to: now)
                == "in 13 hours"
        )
        #expect(
            localizer("en").relative(Timestamp(milliseconds: now.milliseconds + 15 * hour), to: now)
                == "tomorrow"
        )
    }

    @Test func `moments at the ends of time`() {
        for milliseconds: Int64 in [.min, .max, 0, -1, 253_402_300_799_999] {
            let moment = Timestamp(milliseconds: milliseconds)
            for style in Localizer.DateStyle.allCases {
                #expect(!localizer("de").date(moment, style, now: now).isEmpty)
                #expect(!localizer("de").date(now, style, now: moment).isEmpty)
            }
            #expect(!localizer("de").relative(moment, to: now).isEmpty)
            #expect(!localizer("de").relative(now, to: moment).isEmpty)
            #expect(localizer("de").localInput(moment).utf8.count == 16)
        }
    }
}
