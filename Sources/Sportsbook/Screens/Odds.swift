internal import Pages

/// A price to take: who, on which line, at which price. It keeps its size whatever changes, so nothing jumps under a finger.
struct Odds: Part {
    enum State: Sendable {
        case open, selected
        /// Nothing can be taken now: the word says so in place of the price.
        case suspended(String)
    }

    /// Where the price went since the page was last seen; the text says so to screen readers.
    enum Change: Sendable { case up(String), down(String) }

    let label: String?
    let line: String?
    let price: String
    let context: String?
    let state: State
    let change: Change?
    let name: String?
    let value: String?
    let form: String?
    let id: String?
    let amount: String?

    /// - Parameters:
    ///   - amount: the price as a number, by which a script tells where it went.
    ///   - context: what a row and a column say to the eye ("Lakers, spread"), for screen readers.
    ///   - name, value: what its form sends when it is pressed; a second press takes it off the slip.
    init(
        label: String? = nil,
        line: String? = nil,
        price: String,
        context: String? = nil,
        _ state: State = .open,
        change: Change? = nil,
        name: String? = nil,
        value: String? = nil,
        form: String? = nil,
        id: String? = nil,
        amount: String? = nil
    ) {
        self.amount = amount
        self.label = label
        self.line = line
        self.price = price
        self.context = context
        self.state = state
        self.change = change
        self.name = name
        self.value = value
        self.form = form
        self.id = id
    }

    var html: HTML {
        let texts: HTML = """
            \(spoken(context)) \(optional(label) { "<span class=\"odds-label\">\($0)</span> " })\
            \(optional(line) { "<span class=\"odds-line\">\($0)</span> " })
            """
        if case .suspended(let word) = state {
            return """
                <button class="odds" type="button"\(attribute("id", id)) disabled>\(texts)\
                <span class="odds-price">\(Icon.lock)\(word)</span></button>
                """
        }
        var isSelected = false
        if case .selected = state { isSelected = true }
        let (direction, arrow): (String, HTML) =
            switch change {
            case .up(let text): ("up", "\(Icon.arrowUp.html(with: "odds-move"))\(spoken(text))")
            case .down(let text): ("down", "\(Icon.arrowDown.html(with: "odds-move"))\(spoken(text))")
            case nil: ("", "")
            }
        return """
            <button\(classes("odds", direction)) type="submit" aria-pressed="\(isSelected ? "true" : "false")"\
            \(attribute("id", id))\(attribute("data-value", amount))\(attribute("name", name))\(attribute("value", value))\(attribute("form", form))>\(texts)\
            <span class="odds-price">\(price)</span>\(arrow)</button>
            """
    }
}

/// The outcomes of one market beside each other.
struct OddsGroup: Part {
    let odds: [Odds]
    let title: String?
    let note: HTML

    init(_ odds: [Odds], title: String? = nil, note: HTML = "") {
        self.odds = odds
        self.title = title
        self.note = note
    }

    var html: HTML {
        let head: HTML = optional(title) { "<div class=\"card-head\"><h3>\($0)</h3>\(note)</div>" }
        return "<div class=\"stack\">\(head)<div class=\"odds-group\">\(odds)</div></div>"
    }
}

/// A game with its sides below each other and a column for each market: spread, total, moneyline.
struct GameLines: Part {
    struct Side: Sendable {
        let name: String
        let score: String?
        let odds: [Odds?]

        /// - Parameter odds: one for each column; `nil` where there is no price.
        init(_ name: String, score: String? = nil, odds: [Odds?]) {
            self.name = name
            self.score = score
            self.odds = odds
        }
    }

    let title: String
    let href: String?
    let when: HTML
    let badge: HTML
    let columns: [String]
    let sides: [Side]
    let id: String?
    let subject: String?

    /// - Parameters:
    ///   - title: of the game, for headings; the link to its page.
    ///   - columns: one, two or three names of markets.
    init(
        _ title: String,
        href: String? = nil,
        when: HTML,
        badge: HTML = "",
        columns: [String],
        sides: [Side],
        id: String? = nil,
        subject: String? = nil
    ) {
        self.title = title
        self.href = href
        self.when = when
        self.badge = badge
        self.columns = columns
        self.sides = sides
        self.id = id
        self.subject = subject
    }

    var html: HTML {
        let name: HTML = href.map { "<a href=\"\($0)\">\(title)</a>" } ?? "\(title)"
        let heads = each(columns) { "<span class=\"th\" aria-hidden=\"true\">\($0)</span>" }
        let lines = each(sides) { side in
            """
            <div class="team"><span>\(side.name)</span>\(optional(side.score) { "<b>\($0)</b>" })</div>\
            \(each(side.odds) { $0?.html ?? "<span class=\"th\">–</span>" })
            """
        }
        let count = columns.count == 1 ? "one" : columns.count == 2 ? "two" : ""
        return """
            <article class="card game"\(attribute("id", id))\(attribute("data-subject", subject))>\
            <div class="card-head"><h3>\(name)</h3><span>\(badge) \(when)</span></div>\
            <div\(classes("lines", count))><span class="th"></span>\(heads)\(lines)</div></article>
            """
    }
}
