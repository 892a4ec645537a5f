internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// A game of the catalog, with what the person says about it.
    static let game = Screen(
        "games/{id:id}",
        "A game",
        module: .shelf,
        for: .anyone,
        writes: [
            ScreenWrite(ShelfCalls.add) { visit, _ in GamePageFrame.done(.added, visit) },
            ScreenWrite(ShelfCalls.change) { visit, _ in GamePageFrame.done(.saved, visit) },
            ScreenWrite(ShelfCalls.remove) { visit, _ in GamePageFrame.done(.removed, visit) },
            ScreenWrite(WishlistCalls.add) { visit, _ in GamePageFrame.done(.wished, visit) },
            ScreenWrite(WishlistCalls.remove) { visit, _ in GamePageFrame.done(.unwished, visit) },
        ]
    ) { visit in try await GamePageFrame(visit).document }
}

private struct GamePageFrame {
    let visit: Visit
    let details: GameDetails
    /// The tag of the entry.
    let tag: String?

    private var game: Game { details.game }

    init(_ visit: Visit) async throws {
        self.visit = visit
        let id = try visit.id()
        details = try await visit.read(GameCalls.show, id)
        tag =
            details.shelfEntry == nil
            ? nil : try await visit.find { try await visit.readTagged(ShelfCalls.show, id) }?.tag
    }

    static func done(_ flash: ShelfFlash, _ visit: Visit) -> String? {
        (try? visit.id()).map { "games/\($0)?done=\(flash.rawValue)" }
    }

    var document: Document {
        Document(
            game.name,
            in: "games",
            """
            \(PageHead(game.name, lead: lead, back: back))
            \(ShelfFlash.html(visit))\(addAlert)
            <div class="dossier"><div>\(visit.cover(game, .large, isEager: true))</div><div class="stack">\(about)</div>\
            \(screenshots)
            <div class="region" id="entry" data-subject="game/\(game.id)">\(entry)</div></div>
            """
        )
    }

    // MARK: The game

    /// Guests come from a shelf that somebody shows.
    private var back: (text: String, href: String) {
        guard visit.isSignedIn else { return (visit.text(ShelfText.shelves), visit.link("shelves")) }
        return (visit.text(ShelfText.discover), visit.link("games"))
    }

    private var lead: HTML {
        let year = game.releaseDate.map { String($0.year) }
        let words = [year].compactMap(\.self) + game.genres.prefix(3)
        return "\(words.joined(separator: " · "))"
    }

    private var about: HTML {
        var facts: [(word: String, value: HTML)] = []
        if let rating = game.rating {
            let count = visit.text(ShelfText.playersRated, ["count": .number(game.ratingCount)])
            let number = visit.localizer.decimal(rating, places: 0...1)
            facts.append(
                (
                    visit.text(ShelfText.playersMean),
                    "<strong>\(number)</strong> <span class=\"soft\">\(count)</span>"
                )
            )
        }
        if let date = game.releaseDate {
            facts.append((visit.text(ShelfText.releaseDate), "\(visit.day(date))"))
        }
        if !game.genres.isEmpty {
            facts.append((visit.text(ShelfText.genres), "\(visit.localizer.list(game.genres))"))
        }
        if !game.platforms.isEmpty {
            facts.append((visit.text(ShelfText.platforms), "\(visit.localizer.list(game.platforms))"))
        }
        let summary = optional(game.summary) { "<p class=\"prose\">\($0)</p>" }
        return "\(Facts(facts))\(summary)"
    }

    private var screenshots: ScreenshotRow {
        let pictures = details.screenshots.compactMap { CoverPicture($0, .screenshot) }
        let items = pictures.enumerated().map { place, picture in
            ScreenshotRow.Item(
                image: picture.path,
                full: picture.resized(.screenshotLarge).path,
                alternative: visit.text(
                    ShelfText.screenshot,
                    [
                        "game": .text(game.name), "number": .number(Int64(place) + 1),
                        "count": .number(Int64(pictures.count)),
                    ]
                )
            )
        }
        return ScreenshotRow(visit.text(ShelfText.screenshots), items)
    }

    // MARK: What the person says

    private var addAlert: HTML {
        "\(ScreenForm(visit, ShelfCalls.add).alert)\(ScreenForm(visit, WishlistCalls.add, game.id).alert)"
    }

    private var entry: HTML {
        guard visit.viewer != nil else { return GuestCard.html(visit, visit.text(ShelfText.guestGame)) }
        guard let entry = details.shelfEntry else { return adding }
        return editing(entry)
    }

    private var adding: HTML {
        let form = ScreenForm(visit, ShelfCalls.add)
        let buttons = each(ShelfStatus.shown) { status in
            """
            <button type="submit" name="status" value="\(status.rawValue)">\(status.icon)<span>\(visit.text(status.text))</span></button>
            """
        }
        let moves = form(
            """
            \(form.hidden("game_id", "\(game.id)"))\
            <div class="moves" role="group" aria-label="\(visit.text(ShelfText.addAs))">\(buttons)</div>
            """,
            class: "inline-form"
        )
        return Card(visit.text(ShelfText.addAs), footer: wish, "\(moves)\(statusHint)").html
    }

    private var statusHint: HTML { "<p class=\"hint soft\">\(visit.text(ShelfText.statusHint))</p>" }

    private var wish: HTML {
        guard details.isWished else {
            return ScreenForm(visit, WishlistCalls.add, game.id).button(
                visit.text(ShelfText.addToWishlist),
                .plain,
                icon: .heart
            )
        }
        let form = ScreenForm(visit, WishlistCalls.remove, game.id)
        return """
            <div class="buttons">\(Badge(visit.text(ShelfText.onWishlist), .accent, icon: .heart))\
            \(form.button(visit.text(ShelfText.unwish), .plain))</div>
            """
    }

    private func editing(_ entry: ShelfEntry) -> HTML {
        let actions = EntryActions(words: EntryWords(visit, [entry]), entry: entry, page: "games/\(game.id)")
        let remove = ScreenForm(visit, ShelfCalls.remove, game.id).button(
            visit.text(ShelfText.remove),
            .danger,
            confirm: visit.text(ShelfText.removeQuestion)
        )
        return Card(
            visit.text(ShelfText.entry),
            trailing: visit.badge(entry.status),
            footer: remove,
            """
            <div class="stack">\(actions.moves)\(statusHint)\(actions.rating)</div>
            \(form(entry))
            """
        ).html
    }

    private func form(_ entry: ShelfEntry) -> HTML {
        let form = ScreenForm(visit, ShelfCalls.change, game.id, tag: tag)
        let rating = entry.userRating.map(String.init)
        return form(
            """
            \(form.alert)
            <div class="row">\
            \(form.field("user_hours", visit.text(ShelfText.hours), value: visit.typedHours(entry.userHours)))\
            \(form.field("user_rating", visit.text(ShelfText.ratingHint), value: rating))</div>
            <div class="row">\
            \(form.field("started_on", visit.text(ShelfText.startedOn), .date, value: entry.startedOn?.description))\
            \(form.field("finished_on", visit.text(ShelfText.finishedOn), .date, value: entry.finishedOn?.description))</div>
            \(form.field("note", visit.text(ShelfText.note), .textarea(rows: 4), value: entry.note, hint: visit.text(ShelfText.noteHint)))
            \(form.submit(visit.text(PageText.save)))
            """
        )
    }
}

/// What guests are offered beside what everybody may see.
enum GuestCard {
    static func html(_ visit: Visit, _ sentence: String) -> HTML {
        let head = visit.call.request.head
        let here = head.path + (head.query.map { "?\($0)" } ?? "")
        let actions = ButtonRow(
            Button(visit.text(PageText.register), .primary, .link(visit.link("register", [("next", here)]))),
            Button(visit.text(PageText.signIn), .plain, .link(visit.link("sign-in", [("next", here)])))
        )
        return Card(visit.text(ShelfText.guestTitle), isAccent: true, "<p>\(sentence)</p>\(actions)").html
    }
}
