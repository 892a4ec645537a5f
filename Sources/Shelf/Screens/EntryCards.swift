internal import Localization
internal import Pages
internal import ParlayAPI

/// Games that the person plays now, each a card with everything at hand.
struct EntryCards: Part {
    let visit: Visit
    let entries: [ShelfEntry]
    /// The page that takes the forms, below the app's address.
    let page: String
    let label: String

    var html: HTML {
        let words = EntryWords(visit, entries)
        return """
            <ul class="grid" role="list" aria-label="\(label)">\(each(entries) { card($0, words) })</ul>
            """
    }

    private func card(_ entry: ShelfEntry, _ words: EntryWords) -> HTML {
        let actions = EntryActions(words: words, entry: entry, page: page)
        let started = optional(entry.startedOn) { date -> HTML in
            "<p class=\"soft\">\(visit.text(ShelfText.startedOn)): \(visit.day(date))</p>"
        }
        return """
            <li class="card entry" id="game-\(entry.gameID)"><div class="entry-head">\(visit.cover(entry.game, isEager: true))\
            <div><h3><a href="\(visit.gameLink(entry.gameID))">\(entry.game.name)</a></h3>\(started)</div></div>\
            \(actions.rating)\(actions.hours)\(actions.moves)</li>
            """
    }
}
