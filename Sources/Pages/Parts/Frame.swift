/// What every page has around it, from the link that skips to the content down to the foot: the contents of `<body>`.
package struct Frame: Part {
    package struct Link: Sendable {
        let word: String
        let icon: Icon
        let href: String
        let isCurrent: Bool

        package init(_ word: String, _ icon: Icon, href: String, isCurrent: Bool = false) {
            self.word = word
            self.icon = icon
            self.href = href
            self.isCurrent = isCurrent
        }
    }

    package struct Viewer: Sendable {
        let name: String
        let fullName: String
        let photo: String?

        /// - Parameter fullName: for the initials, where there is no photo; `nil` if it is the name.
        package init(name: String, fullName: String? = nil, photo: String? = nil) {
            self.name = name
            self.fullName = fullName ?? name
            self.photo = photo
        }
    }

    /// The inbox, with what is unread: `label` says both, `count` is short ("9+").
    package struct Inbox: Sendable {
        let href: String
        let label: String
        let count: String?
        let isCurrent: Bool

        package init(href: String, label: String, count: String?, isCurrent: Bool = false) {
            self.href = href
            self.label = label
            self.count = count
            self.isCurrent = isCurrent
        }
    }

    /// The words of the frame.
    package struct Words: Sendable {
        let skip: String
        let sections: String
        let more: String
        let me: String
        let signIn: String

        /// - Parameters:
        ///   - sections: the name of the navigation, for screen readers.
        ///   - me: the name of the person's menu.
        package init(skip: String, sections: String, more: String, me: String, signIn: String) {
            self.skip = skip
            self.sections = sections
            self.more = more
            self.me = me
            self.signIn = signIn
        }
    }

    package enum Width: String, Sendable {
        case full = ""
        case narrow, reading
    }

    let brand: String
    let home: String
    let sections: [Link]
    let inbox: Inbox?
    let viewer: Viewer?
    let menu: HTML
    let signIn: String?
    let words: Words
    let width: Width
    let main: HTML
    let footer: HTML

    /// - Parameters:
    ///   - sections: at most five have a place; of more, the last go to a menu behind the fourth.
    ///   - menu: of the person: `Frame.item` and `Frame.action`.
    ///   - signIn: where a visitor signs in; `nil` on that page itself.
    package init(
        brand: String,
        home: String,
        sections: [Link],
        inbox: Inbox? = nil,
        viewer: Viewer? = nil,
        menu: HTML = "",
        signIn: String? = nil,
        words: Words,
        width: Width = .full,
        main: HTML,
        footer: HTML = ""
    ) {
        self.brand = brand
        self.home = home
        self.sections = sections
        self.inbox = inbox
        self.viewer = viewer
        self.menu = menu
        self.signIn = signIn
        self.words = words
        self.width = width
        self.main = main
        self.footer = footer
    }

    /// A link of the person's menu.
    package static func item(_ word: String, _ icon: Icon, href: String, isCurrent: Bool = false) -> HTML {
        "<a href=\"\(href)\"\(current(isCurrent))>\(icon)<span>\(word)</span></a>"
    }

    /// An entry of the menu that does something, such as signing out.
    package static func action(_ word: String, _ icon: Icon, post: String, hidden: HTML = "") -> HTML {
        """
        <form method="post" action="\(post)">\(hidden)<button type="submit">\(icon)<span>\(word)</span></button></form>
        """
    }

    package var html: HTML {
        """
        <a class="skip" href="#main">\(words.skip)</a>
        <header class="top"><a class="brand" href="\(home)">\(Self.die)<span>\(brand)</span></a>\
        \(navigation)\(inboxLink)\(person)</header>
        <p id="connection" class="connection" role="status" hidden></p>
        <main id="main" tabindex="-1"\(classes(width.rawValue))>\(main)</main>
        \(footer, if: !footer.isEmpty)
        """
    }

    /// The mark of the brand: a die that shows three.
    static let die: HTML = """
        <svg class="die" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><circle cx="6.5" cy="6.5" r="2.6"/>\
        <circle cx="12" cy="12" r="2.6"/><circle cx="17.5" cy="17.5" r="2.6"/></svg>
        """

    private var navigation: HTML {
        guard !sections.isEmpty else { return "" }
        // A fifth one has a place on a wide screen.
        let isMany = sections.count > 5
        let rest = isMany ? sections.dropFirst(4) : []
        let links = each(sections.prefix(5).enumerated()) { place, section in
            """
            <a\(classes("tab", isMany && place == 4 ? "fifth" : "")) href="\(section.href)"\(current(section.isCurrent))>\
            \(section.icon)<span>\(section.word)</span></a>
            """
        }
        let more: HTML =
            rest.isEmpty
            ? ""
            : """
            <button\(classes("tab", rest.first?.isCurrent == true ? "holds" : "")) type="button" popovertarget="more"\
            \(current(rest.dropFirst().contains { $0.isCurrent }))>\
            \(Icon.more)<span>\(words.more)</span></button><div class="menu more" id="more" popover>\
            \(each(rest) { Self.item($0.word, $0.icon, href: $0.href, isCurrent: $0.isCurrent) })</div>
            """
        return "<nav class=\"tabs\" aria-label=\"\(words.sections)\">\(links)\(more)</nav>"
    }

    private var inboxLink: HTML {
        guard let inbox else { return "" }
        return """
            <a class="top-link" id="inbox" data-subject="notice/*" href="\(inbox.href)"\(current(inbox.isCurrent))>\
            \(Icon.bell)\(spoken(inbox.label))\
            \(optional(inbox.count) { "<span class=\"count\" aria-hidden=\"true\">\($0)</span>" })</a>
            """
    }

    private var person: HTML {
        if let viewer {
            return """
                <button class="top-link me" type="button" popovertarget="me">\
                \(Avatar(viewer.fullName, photo: viewer.photo, .small))\(spoken(words.me))<span>\(viewer.name)</span></button>\
                <div class="menu" id="me" popover>\(menu)</div>
                """
        }
        return optional(signIn) { Button(words.signIn, .quiet, .link($0)).html }
    }
}

/// ` aria-current="page"` on the link of the page itself.
func current(_ isCurrent: Bool) -> HTML { isCurrent ? " aria-current=\"page\"" : "" }

/// The title of a page, with the way back above it and what can be done beside it.
package struct PageHead: Part {
    let title: String
    let lead: HTML
    let back: (text: String, href: String)?
    let actions: HTML

    package init(
        _ title: String,
        lead: HTML = "",
        back: (text: String, href: String)? = nil,
        actions: HTML = ""
    ) {
        self.title = title
        self.lead = lead
        self.back = back
        self.actions = actions
    }

    package var html: HTML {
        let back: HTML = optional(back) {
            "<a class=\"back\" href=\"\($0.href)\">\(Icon.arrowLeft)<span>\($0.text)</span></a>"
        }
        return """
            <div class="page-head"><div>\(back)<h1>\(title)</h1>\("<p class=\"lead\">\(lead)</p>", if: !lead.isEmpty)</div>\
            \(actions)</div>
            """
    }
}

/// The content beside a column: what is being ordered, or the person whom a page is about.
package struct Columns: Part {
    let main: HTML
    let side: HTML

    package init(_ main: HTML, side: HTML) {
        self.main = main
        self.side = side
    }

    package var html: HTML { "<div class=\"columns\"><div class=\"stack\">\(main)</div>\(side)</div>" }
}
