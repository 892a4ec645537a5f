internal import Localization
internal import Pages
internal import ParlayAPI

/// What a person does with one tap to a game of theirs: another status, a rating, hours.
struct EntryActions {
    let words: EntryWords
    let entry: ShelfEntry
    /// The page that takes the forms, below the app's address.
    let page: String

    private var visit: Visit { words.visit }
    private var form: ScreenForm { ScreenForm(visit, ShelfCalls.change, entry.gameID, at: page) }

    /// The statuses, each in its place, with the present one pressed.
    var moves: HTML { form(words.moves(from: entry.status), class: "inline-form") }

    var rating: HTML { form(words.stars(of: entry.userRating), class: "inline-form") }

    /// Both. The button that is tapped is all that the form sends.
    var taps: HTML {
        form(
            "\(words.moves(from: entry.status))\(words.stars(of: entry.userRating))",
            class: "inline-form"
        )
    }

    var hours: HTML {
        let form = form
        let id = "hours-\(entry.gameID)"
        let errors = form.errors("user_hours")
        return form(
            """
            <label class="sr" for="\(id)">\(words.hours)</label>\
            <div class="affix"><input type="text" inputmode="decimal" id="\(id)" name="user_hours" autocomplete="off" \
            value="\(form.typed("user_hours", visit.typedHours(entry.userHours)))"\
            \(attribute("aria-invalid", errors.isEmpty ? nil : "true"))><span aria-hidden="true">h</span></div>\
            \(words.save)
            """,
            class: "hours"
        )
    }

    /// What was refused of a form of any game on this page.
    static func alert(_ visit: Visit) -> HTML {
        guard let refusal = visit.refusal, let id = Int64(refusal.target) else { return .none }
        let form = ScreenForm(visit, ShelfCalls.change, id)
        guard let problem = form.problem else { return .none }
        let errors = form.errors("user_hours") + form.errors("user_rating") + form.errors("status")
        return Alert(.error, errors.isEmpty ? problem : errors.joined(separator: " ")).html
    }
}

extension Visit {
    /// As people type it: without groups of thousands.
    func typedHours(_ hours: PlayedHours) -> String {
        guard hours > .zero else { return "" }
        let usesComma = localizer.decimal(0.5, places: 1...1).contains(",")
        return usesComma ? hours.text.replacing(".", with: ",") : hours.text
    }
}
