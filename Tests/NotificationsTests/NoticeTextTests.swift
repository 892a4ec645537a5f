import Localization
import ParlayAPI
import Testing

@testable import Notifications

private enum SampleNoticeText: String, TextKey {
    case wonTitle, won, why, picked, over

    static let catalog = Catalog(
        en: Array(
            #"{"wonTitle": "Won", "won": "{name} owes you {sum_cents} by {due_at}. {why_words}", "why": "{name} said so.", "picked": "Picked {picks_words} on {game_on}.", "over": "over {line}"}"#
                .utf8
        ),
        es: Array(
            #"{"wonTitle": "Has ganado", "won": "{name} te debe {sum_cents} ({due_at}). {why_words}", "why": "Lo dijo {name}.", "picked": "Elegiste {picks_words} el {game_on}.", "over": "más de {line}"}"#
                .utf8
        ),
        de: Array(
            #"{"wonTitle": "Gewonnen", "won": "{name} schuldet dir {sum_cents} bis {due_at}. {why_words}", "why": "Laut {name}.", "picked": "Getippt am {game_on}: {picks_words}.", "over": "über {line}"}"#
                .utf8
        )
    )
}

@Suite struct NoticeTextTests {
    private static let texts = TextLookup(SampleNoticeText.self)
    private static let german = Localizer(locales: ["de-AT"], timeZone: "Europe/Vienna")

    private func notice(_ arguments: [String: JSONValue]?) -> Notice {
        var notice = Notice(
            id: 1,
            kind: .wagerCompleted,
            title: "Stored title",
            text: "Stored text.",
            createdAt: .example
        )
        notice.arguments = arguments
        return notice
    }

    private func text(_ notice: Notice, _ localizer: Localizer = german) -> NoticeText {
        NoticeText(notice, Self.texts, localizer, now: .example)
    }

    @Test func `texts of pages are complete in each language`() {
        #expect(InboxText.catalog.faults(of: InboxText.self) == [])
    }

    @Test func `a notice is shown in the language, the notation and the zone of its reader`() {
        let shown = text(
            notice([
                "text": "won", "name": "Ada", "sum_cents": 123_450, "due_at": "2026-05-20T16:30:00+00:00",
                "why_words": "why",
            ])
        )
        #expect(shown.title == "Gewonnen")
        #expect(shown.text.contains("1.234,50 bis Mittwoch, 20. Mai 2026"))
        #expect(shown.text.contains("18:30"))
        #expect(shown.text.hasSuffix(" Uhr MESZ. Laut Ada."))
    }

    @Test func `an end that a notice does not have leaves nothing`() {
        let shown = text(
            notice(["text": "won", "name": "Ada", "sum_cents": 100, "due_at": "x", "why_words": ""])
        )
        #expect(shown.text.hasSuffix("bis x."))
    }

    @Test func `a second text has a day, numbers and words with values of their own`() throws {
        let lines = [44.5, 3.25].map { line -> JSONValue in
            ["text": "over", "line": JSONNumber(line).map(JSONValue.number) ?? .null]
        }
        var arguments: [String: JSONValue] = [
            "text": "won", "name": "Ada", "sum_cents": 100, "due_at": "x", "why_words": "",
            "game_on": "2026-05-20T16:30:00Z", "picks_words": .array(lines),
        ]
        let first = text(notice(arguments)).text
        #expect(first.hasSuffix("bis x."))
        arguments["also"] = "picked"
        #expect(text(notice(arguments)).text == "\(first) Getippt am Mi., 20. Mai: über 44,5 und über 3,25.")
        arguments["also"] = "unknown"
        #expect(text(notice(arguments)).text == first)
    }

    @Test(arguments: [nil, [:], ["text": "unknown"], ["text": 7]] as [[String: JSONValue]?])
    func `a notice without a text is shown as it is stored`(_ arguments: [String: JSONValue]?) {
        let shown = text(notice(arguments))
        #expect(shown == text(notice(nil)))
        #expect(shown.title == "Stored title" && shown.text == "Stored text.")
    }

    @Test func `arguments are stored in one form`() {
        let arguments = NoticeArguments(SampleNoticeText.won, ["name": "Ada", "amount_cents": 5])
        #expect(arguments.json == #"{"text":"won","amount_cents":5,"name":"Ada"}"#)
    }

    @Test func `the API does not show them`() {
        #expect(!String(decoding: notice(["text": "won"]).jsonBytes(), as: UTF8.self).contains("arguments"))
    }

    @Test func `texts of mails are complete in each language`() {
        #expect(MailWords.catalog.faults(of: MailWords.self) == [])
    }
}
