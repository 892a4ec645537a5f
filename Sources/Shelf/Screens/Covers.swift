internal import Pages

/// The cover of a game, three to four. Its title is below the picture, so that it is seen without one.
struct CoverArt: Part {
    let title: String
    let image: String?
    let badge: HTML
    let isEager: Bool

    /// - Parameter isEager: it is seen at once, so it is not loaded lazily.
    init(_ title: String, image: String? = nil, badge: HTML = "", isEager: Bool = false) {
        self.title = title
        self.image = image
        self.badge = badge
        self.isEager = isEager
    }

    var html: HTML {
        let picture = optional(image) { image -> HTML in
            """
            <img src="\(image)" alt="" width="264" height="352"\(attribute("loading", isEager ? nil : "lazy")) decoding="async">
            """
        }
        return """
            <div class="cover tint\(tint)"><span aria-hidden="true">\(title)</span>\(picture)\(badge)</div>
            """
    }

    /// One of six colours, always the same for a title.
    private var tint: Int { Int(title.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } % 6) }
}

/// Covers beside each other, each with its title as the link and what can be done with one tap.
struct CoverGrid: Part {
    struct Item: Sendable {
        let cover: CoverArt
        let href: String
        let detail: HTML
        let action: HTML
        let id: String?
        let subject: String?

        init(
            _ cover: CoverArt,
            href: String,
            detail: HTML = "",
            action: HTML = "",
            id: String? = nil,
            subject: String? = nil
        ) {
            self.cover = cover
            self.href = href
            self.detail = detail
            self.action = action
            self.id = id
            self.subject = subject
        }
    }

    let items: [Item]
    let label: String?
    let empty: EmptyState?

    init(_ items: [Item], label: String? = nil, empty: EmptyState? = nil) {
        self.items = items
        self.label = label
        self.empty = empty
    }

    var html: HTML {
        if items.isEmpty { return optional(empty) { $0.html } }
        let lines = each(items) { item in
            """
            <li\(attribute("id", item.id))\(attribute("data-subject", item.subject))>\(item.cover)\
            <a class="row-link" href="\(item.href)">\(item.cover.title)</a>\
            \("<p>\(item.detail)</p>", if: !item.detail.isEmpty)\(item.action)</li>
            """
        }
        return "<ul class=\"covers\" role=\"list\"\(attribute("aria-label", label))>\(lines)</ul>"
    }
}

/// Pictures of a game, sixteen to nine, in a row that scrolls sideways. Each links to itself in full size, so that the keyboard
/// reaches them all.
struct ScreenshotRow: Part {
    struct Item: Sendable {
        let image: String
        let full: String
        /// Names the game, and which of the pictures it is.
        let alternative: String
    }

    let title: String
    let items: [Item]

    init(_ title: String, _ items: [Item]) {
        self.title = title
        self.items = items
    }

    var html: HTML {
        guard !items.isEmpty else { return .none }
        let pictures = each(items) { item in
            """
            <li><a href="\(item.full)"><img src="\(item.image)" alt="\(item.alternative)" width="569" height="320" \
            loading="lazy" decoding="async"></a></li>
            """
        }
        return "<section class=\"shots\"><h2>\(title)</h2><ul role=\"list\">\(pictures)</ul></section>"
    }
}

/// A rating to read.
struct RatingStars: Part {
    let value: Int
    let maximum: Int
    let text: String

    /// - Parameter text: "4 of 5 stars".
    init(_ value: Int, of maximum: Int = 5, text: String) {
        self.value = value
        self.maximum = maximum
        self.text = text
    }

    var html: HTML {
        let stars = each(1...max(maximum, 1)) { $0 <= value ? Icon.star.html(with: "full") : Icon.star.html }
        return "<span class=\"rating\">\(stars)\(spoken(text))</span>"
    }
}

/// A rating to give with one tap: a button a star. Stands in a form.
struct RatingButtons: Part {
    let name: String
    let label: String
    let stars: Int
    let options: [(value: String, text: String)]

    /// - Parameters:
    ///   - stars: how many are given now.
    ///   - options: what one star, two stars and so on send, and their words.
    init(_ name: String, _ label: String, stars: Int, options: [(value: String, text: String)]) {
        self.name = name
        self.label = label
        self.stars = stars
        self.options = options
    }

    var html: HTML {
        var buttons = HTML.none
        for (index, option) in options.enumerated() {
            let star = index < stars ? Icon.star.html(with: "full") : Icon.star.html
            buttons += """
                <button type="submit" name="\(name)" value="\(option.value)" aria-pressed="\(index + 1 == stars ? "true" : "false")" \
                title="\(option.text)">\(star)\(spoken(option.text))</button>
                """
        }
        return "<div class=\"rate\" role=\"group\" aria-label=\"\(label)\">\(buttons)</div>"
    }
}
