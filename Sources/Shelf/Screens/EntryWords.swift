internal import Localization
internal import Pages
internal import ParlayAPI

/// What the actions of many games on one page have in common. It is worded once.
struct EntryWords {
    let visit: Visit
    let hours: String
    let save: HTML
    private let moves: [ShelfStatus?: HTML]
    /// By the number of stars.
    private let ratings: [HTML]

    /// - Parameter entries: whose actions are shown.
    init(_ visit: Visit, _ entries: [ShelfEntry]) {
        self.visit = visit
        hours = visit.text(ShelfText.hours)
        save = Button(visit.text(PageText.save), .quiet).html
        let label = visit.text(ShelfText.moveTo)
        let names = ShelfStatus.shown.map { (status: $0, name: visit.text($0.text)) }
        let present = Set(entries.map(\.status.known))
        moves = Dictionary(present.map { ($0, Self.moves(from: $0, names, label)) }) { first, _ in first }
        let options = (1...5).map { star in
            (value: "\(star * 20)", text: visit.text(ShelfText.stars, ["count": .number(Int64(star))]))
        }
        let rating = visit.text(ShelfText.rating)
        ratings = (0...5).map { RatingButtons("user_rating", rating, stars: $0, options: options).html }
    }

    private static func moves(
        from present: ShelfStatus?,
        _ names: [(status: ShelfStatus, name: String)],
        _ label: String
    ) -> HTML {
        let buttons = each(names) { status, name in
            """
            <button type="submit" name="status" value="\(status.rawValue)" aria-pressed="\(status == present ? "true" : "false")">\(status.icon)<span>\(name)</span></button>
            """
        }
        return "<div class=\"moves\" role=\"group\" aria-label=\"\(label)\">\(buttons)</div>"
    }

    /// The statuses, each in its place, with the present one pressed.
    func moves(from status: Extensible<ShelfStatus>) -> HTML { moves[status.known] ?? .none }

    /// - Parameter rating: from 0 to 100.
    func stars(of rating: Int?) -> HTML {
        let buttons = ratings[min(max(rating.map { Visit.stars(of: $0) } ?? 0, 0), 5)]
        let number = optional(rating) { "<strong>\(visit.localizer.number(Int64($0)))</strong>" }
        return "<div class=\"rate-form\">\(buttons)\(number)</div>"
    }
}
