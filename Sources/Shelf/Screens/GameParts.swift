internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension ShelfStatus {
    /// In the order in which people read a shelf.
    static let shown: [ShelfStatus] = [.playing, .backlog, .finished, .completed, .dropped]

    var text: ShelfText {
        switch self {
        case .backlog: .backlog
        case .playing: .playing
        case .finished: .finished
        case .completed: .completed
        case .dropped: .dropped
        }
    }

    var icon: Icon {
        switch self {
        case .backlog: .clock
        case .playing: .game
        case .finished: .flag
        case .completed: .trophy
        case .dropped: .cross
        }
    }

    fileprivate var tone: Tone {
        switch self {
        case .playing: .live
        case .finished, .completed: .good
        case .backlog, .dropped: .neutral
        }
    }
}

// MARK: - Links

extension Visit {
    func gameLink(_ id: Int64) -> String { link("games/\(id)") }
    func personalShelfPath(_ id: Int64) -> String { "shelves/\(id)" }

    /// The page of this form again, below the app's address, at an element of it.
    func again(at id: String) -> String {
        let head = call.request.head
        return head.path.dropFirst(base.count) + (head.query.map { "?\($0)" } ?? "") + "#\(id)"
    }
}

// MARK: - Words and pictures of games

extension Visit {
    func badge(_ status: Extensible<ShelfStatus>) -> HTML {
        guard let status = status.known else { return .none }
        return Badge(text(status.text), status.tone, icon: status.icon).html
    }

    func cover(
        _ game: Game,
        _ size: CoverPicture.Size = .cover,
        badge: HTML = .none,
        isEager: Bool = false
    ) -> CoverArt {
        CoverArt(game.name, image: CoverPicture(game, size)?.path, badge: badge, isEager: isEager)
    }

    /// "32.5 h"
    func hours(_ hours: PlayedHours) -> String {
        text(ShelfText.hoursShort, ["hours": .text(localizer.decimal(hours.hours, places: 0...1))])
    }

    /// The person's rating as stars.
    func stars(_ rating: Int) -> HTML {
        RatingStars(
            Self.stars(of: rating),
            text: text(ShelfText.ratingOutOf, ["rating": .number(Int64(rating))])
        )
        .html
    }

    /// Of 0 to 100 makes 0 to 5.
    static func stars(of rating: Int) -> Int { (rating + 10) / 20 }

    /// What all players think: a star and the number.
    func score(_ game: Game) -> HTML {
        guard let rating = game.rating else { return .none }
        let number = Int64(min(max(rating.rounded(), 0), 100))
        return """
            <span class="rating">\(Icon.star.html(with: "full"))</span><span aria-hidden="true">\(number)</span>\
            \(spoken(text(ShelfText.scored, ["rating": .number(number)])))
            """
    }

    /// "2015 · 94"
    func facts(_ game: Game) -> HTML {
        let year = game.releaseDate.map { "<span>\($0.year)</span>" as HTML } ?? .none
        return "\(year)\(score(game))"
    }
}

// MARK: - What happened

/// What a form of these pages did, after its redirect: `done=added`.
enum ShelfFlash: String {
    case added, saved, removed, wished, unwished

    private var text: ShelfText {
        switch self {
        case .added: .added
        case .saved: .saved
        case .removed: .removed
        case .wished: .wished
        case .unwished: .unwished
        }
    }

    static func html(_ visit: Visit) -> HTML {
        // What was done before stands in the address of a form that is refused now.
        guard visit.refusal == nil, let flash = visit.query("done").flatMap(ShelfFlash.init(rawValue:)) else {
            return .none
        }
        return Flash(visit.text(flash.text)).html
    }
}

/// A link to what a page shows after this one.
extension Pager {
    init(_ visit: Visit, _ cursor: String?, query: [(String, String?)]) {
        self.init(
            label: visit.text(PageText.pages),
            next: cursor.map { (visit.text(ShelfText.more), visit.here(query + [("cursor", $0)])) },
            previous: visit.query("cursor") == nil
                ? nil : (visit.text(ShelfText.start), visit.here(query))
        )
    }
}
