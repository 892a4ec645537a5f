internal import Localization
internal import Pages
internal import ParlayAPI

/// What a person does with one tap to a game of theirs: another status, a rating, hours.
struct EntryActions {
    let visit: Visit
    let entry: ShelfEntry
    /// The page that takes the forms, below the app's address.
    let page: String

    private var form: ScreenForm { ScreenForm(visit, ShelfCalls.change, entry.gameID, at: page) }

    /// The statuses, each in its place, with the present one pressed.
    var moves: HTML {
        let buttons = each(ShelfStatus.shown) { status in
            """
            <button type="submit" name="status" value="\(status.rawValue)" aria-pressed="\(entry.status == status ? "true" : "false")">\(status.icon)<span>\(visit.text(status.text))</span></button>
            """
        }
        return form(
            "<div class=\"moves\" role=\"group\" aria-label=\"\(visit.text(ShelfText.moveTo))\">\(buttons)</div>",
            class: "inline-form"
        )
    }

    var rating: HTML {
        let options = (1...5).map { star in
            (value: "\(star * 20)", text: visit.text(ShelfText.stars, ["count": .number(Int64(star))]))
        }
        let stars = entry.userRating.map { Visit.stars(of: $0) } ?? 0
        let buttons = RatingButtons(
            "user_rating",
            visit.text(ShelfText.rating),
            stars: stars,
            options: options
        )
        return form(
            "\(buttons)\(optional(entry.userRating) { "<strong>\(visit.localizer.number(Int64($0)))</strong>" })",
            class: "rate-form"
        )
    }

    var hours: HTML {
        let form = form
        let id = "hours-\(entry.gameID)"
        let errors = form.errors("user_hours")
        return form(
            """
            <label class="sr" for="\(id)">\(visit.text(ShelfText.hours))</label>\
            <div class="affix"><input type="text" inputmode="decimal" id="\(id)" name="user_hours" autocomplete="off" \
            value="\(form.typed("user_hours", visit.typedHours(entry.userHours)))"\
            \(attribute("aria-invalid", errors.isEmpty ? nil : "true"))><span aria-hidden="true">h</span></div>\
            \(form.submit(visit.text(PageText.save), .quiet))
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
