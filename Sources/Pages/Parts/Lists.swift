/// A surface with a title.
package struct Card: Part {
    let title: String?
    let trailing: HTML
    let content: HTML
    let footer: HTML
    let isAccent: Bool
    let id: String?
    let subject: String?

    /// - Parameters:
    ///   - id, subject: of a region, which a script fetches again when that subject changes.
    package init(
        _ title: String? = nil,
        trailing: HTML = "",
        footer: HTML = "",
        isAccent: Bool = false,
        id: String? = nil,
        subject: String? = nil,
        _ content: HTML
    ) {
        self.title = title
        self.trailing = trailing
        self.content = content
        self.footer = footer
        self.isAccent = isAccent
        self.id = id
        self.subject = subject
    }

    package var html: HTML {
        let head: HTML = optional(title) { "<div class=\"card-head\"><h2>\($0)</h2>\(trailing)</div>" }
        return """
            <section\(classes("card", isAccent ? "accent" : ""))\(attribute("id", id))\(attribute("data-subject", subject))>\
            \(head)\(content)\("<div class=\"card-foot\">\(footer)</div>", if: !footer.isEmpty)</section>
            """
    }
}

/// What comes next and who must act: the first thing on a page that waits for somebody.
package struct NextStep: Part {
    let title: String
    let detail: HTML
    let actions: HTML
    let isMine: Bool

    /// - Parameter isMine: the viewer must act; otherwise the page waits for somebody else.
    package init(_ title: String, detail: HTML = "", isMine: Bool, actions: HTML = "") {
        self.title = title
        self.detail = detail
        self.actions = actions
        self.isMine = isMine
    }

    package var html: HTML {
        """
        <section\(classes("card", isMine ? "accent" : ""))><div class="card-head"><h2>\(title)</h2>\
        \("<p class=\"soft\">\(detail)</p>", if: !detail.isEmpty)</div>\(actions)</section>
        """
    }
}

/// Rows below each other. Give an `EmptyState` for none.
package struct List: Part {
    let rows: [ListRow]
    let label: String?
    let empty: EmptyState?

    package init(_ rows: [ListRow], label: String? = nil, empty: EmptyState? = nil) {
        self.rows = rows
        self.label = label
        self.empty = empty
    }

    package var html: HTML {
        if rows.isEmpty { return optional(empty) { $0.html } }
        return "<ul class=\"list\" role=\"list\"\(attribute("aria-label", label))>\(rows)</ul>"
    }
}

/// A row: a picture, a title with details, a value at its end. With `href` the whole row is its link.
package struct ListRow: Part {
    let title: String
    let href: String?
    let opener: HTML
    let leading: HTML
    let badge: HTML
    let detail: HTML
    let trailing: HTML
    let trailingDetail: HTML
    let isUnread: Bool
    let id: String?
    let subject: String?

    /// - Parameter opener: what opens the row where a link cannot: a form whose button has the class `row-link`.
    package init(
        _ title: String,
        href: String? = nil,
        opener: HTML = "",
        leading: HTML = "",
        badge: HTML = "",
        detail: HTML = "",
        trailing: HTML = "",
        trailingDetail: HTML = "",
        isUnread: Bool = false,
        id: String? = nil,
        subject: String? = nil
    ) {
        self.title = title
        self.href = href
        self.opener = opener
        self.leading = leading
        self.badge = badge
        self.detail = detail
        self.trailing = trailing
        self.trailingDetail = trailingDetail
        self.isUnread = isUnread
        self.id = id
        self.subject = subject
    }

    package var html: HTML {
        let name: HTML =
            !opener.isEmpty
            ? opener
            : href.map { "<a class=\"row-link\" href=\"\($0)\">\(title)</a>" } ?? "<strong>\(title)</strong>"
        let end: HTML = "\(trailing)\("<small>\(trailingDetail)</small>", if: !trailingDetail.isEmpty)"
        return """
            <li\(classes(isUnread ? "unread" : ""))\(attribute("id", id))\(attribute("data-subject", subject))>\(leading)\
            <div class="row-body"><div class="row-title">\(name)\(badge)</div>\
            \("<p>\(detail)</p>", if: !detail.isEmpty)</div>\
            \("<div class=\"row-end\">\(end)</div>", if: !end.isEmpty)</li>
            """
    }
}

/// A table. On a phone it scrolls inside itself, or its rows become small cards or pairs of lines.
package struct Table: Part {
    package struct Column: Sendable {
        package enum Alignment: String, Sendable {
            case start = ""
            case end, middle = "mid"
        }

        let title: String
        let alignment: Alignment

        /// Numbers and money stand at the end.
        package init(_ title: String, _ alignment: Alignment = .start) {
            self.title = title
            self.alignment = alignment
        }
    }

    package struct Row: Sendable {
        let cells: [HTML]
        let isCurrent: Bool

        package init(_ cells: [HTML], isCurrent: Bool = false) {
            self.cells = cells
            self.isCurrent = isCurrent
        }
    }

    package enum Narrow: String, Sendable {
        case scrolls = ""
        /// A line for each cell.
        case rows
        /// Two lines: cells at the start stand under each other, and so do those at the end.
        case pairs
    }

    let id: String
    let caption: String
    let hidesCaption: Bool
    let columns: [Column]
    let rows: [Row]
    let narrow: Narrow
    let empty: EmptyState?

    /// - Parameters:
    ///   - id: unique in the page.
    ///   - rows: each has a cell for every column; the first cell names its row.
    package init(
        id: String,
        caption: String,
        hidesCaption: Bool = false,
        columns: [Column],
        rows: [Row],
        narrow: Narrow = .scrolls,
        empty: EmptyState? = nil
    ) {
        self.id = id
        self.caption = caption
        self.hidesCaption = hidesCaption
        self.columns = columns
        self.rows = rows
        self.narrow = narrow
        self.empty = empty
    }

    package var html: HTML {
        if rows.isEmpty, let empty { return empty.html }
        let head = each(columns) { column in
            "<th scope=\"col\" role=\"columnheader\"\(classes(column.alignment.rawValue))>\(column.title)</th>"
        }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">\
            <table role="table"\(classes("table", narrow.rawValue))>\
            <caption id="\(id)-caption">\(hidesCaption ? spoken(caption) : "\(caption)")</caption>\
            <thead role="rowgroup"><tr role="row">\(head)</tr></thead><tbody role="rowgroup">\(each(rows, line))</tbody></table></div>
            """
    }

    private func line(_ row: Row) -> HTML {
        var cells = HTML.none
        for (index, (column, cell)) in zip(columns, row.cells).enumerated() {
            let names = classes(column.alignment.rawValue)
            cells +=
                index == 0
                ? "<th scope=\"row\" role=\"rowheader\"\(names)>\(cell)</th>"
                : "<td role=\"cell\" data-label=\"\(column.title)\"\(names)>\(cell)</td>"
        }
        return "<tr role=\"row\"\(row.isCurrent ? " aria-current=\"true\"" : "" as HTML)>\(cells)</tr>"
    }
}

/// Words and what they are here. As a sum, the values stand under each other and the last is the total.
package struct Facts: Part {
    let facts: [(word: String, value: HTML)]
    let isSum: Bool

    package init(_ facts: [(word: String, value: HTML)], isSum: Bool = false) {
        self.facts = facts
        self.isSum = isSum
    }

    package var html: HTML {
        var lines = HTML.none
        for (index, fact) in facts.enumerated() {
            let total = classes(isSum && index == facts.count - 1 && index > 0 ? "total" : "")
            lines += "<dt\(total)>\(fact.word)</dt><dd\(total)>\(fact.value)</dd>"
        }
        return "<dl\(classes("facts", isSum ? "sum" : ""))>\(lines)</dl>"
    }
}

/// A conversation: the viewer's moves at the right, the other side's at the left, what the system did in the middle.
package struct Timeline: Part {
    package enum Side: String, Sendable { case mine, theirs, system }

    package struct Entry: Sendable {
        let side: Side
        let author: String
        let photo: String?
        let icon: Icon?
        let content: HTML
        let time: HTML
        let isGone: Bool
        let id: String?

        /// - Parameters:
        ///   - author: who did it; also said for the viewer's own ("You"). Unused for the system.
        ///   - isGone: another move replaced it.
        package init(
            _ side: Side,
            author: String = "",
            photo: String? = nil,
            icon: Icon? = nil,
            time: HTML = "",
            isGone: Bool = false,
            id: String? = nil,
            _ content: HTML
        ) {
            self.side = side
            self.author = author
            self.photo = photo
            self.icon = icon
            self.content = content
            self.time = time
            self.isGone = isGone
            self.id = id
        }
    }

    let entries: [Entry]
    let label: String

    package init(_ entries: [Entry], label: String) {
        self.entries = entries
        self.label = label
    }

    package var html: HTML {
        "<ol class=\"thread\" role=\"list\" aria-label=\"\(label)\">\(each(entries, line))</ol>"
    }

    private func line(_ entry: Entry) -> HTML {
        let open: HTML =
            "<li\(classes("move", entry.side.rawValue, entry.isGone ? "gone" : ""))\(attribute("id", entry.id))>"
        if entry.side == .system {
            return "\(open)\(entry.icon.map(\.html))<span>\(entry.content)</span> \(entry.time)</li>"
        }
        let face: HTML = entry.side == .theirs ? Avatar(entry.author, photo: entry.photo).html : ""
        return """
            \(open)\(face)<div class="bubble">\(entry.content)</div>\
            <p class="meta">\(entry.author)\(" · \(entry.time)", if: !entry.time.isEmpty)</p></li>
            """
    }
}
