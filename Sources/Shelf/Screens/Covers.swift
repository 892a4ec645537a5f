internal import Pages

/// The cover of a game, three to four; its title without a picture.
struct Cover: Part {
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
        let picture: HTML =
            if let image {
                """
                <img src="\(image)" alt="" width="264" height="352"\(attribute("loading", isEager ? nil : "lazy")) decoding="async">
                """
            } else {
                "<span aria-hidden=\"true\">\(title)</span>"
            }
        return "<div class=\"cover\">\(picture)\(badge)</div>"
    }
}

/// Covers beside each other, each with its title as the link and what can be done with one tap.
struct CoverGrid: Part {
    struct Item: Sendable {
        let cover: Cover
        let href: String
        let detail: HTML
        let action: HTML
        let id: String?
        let subject: String?

        init(
            _ cover: Cover,
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
        let stars = each(1...max(maximum, 1)) { $0 <= value ? Icon.star.html(class: "full") : Icon.star.html }
        return "<span class=\"rating\">\(stars)\(spoken(text))</span>"
    }
}

/// A rating to give: one radio button a star, and one for none.
struct RatingField: Part {
    let name: String
    let legend: String
    let value: Int?
    let options: [String]
    let none: String
    let error: String?

    /// - Parameters:
    ///   - options: the words of one star, two stars and so on.
    ///   - none: the words for no rating.
    init(
        _ name: String,
        _ legend: String,
        value: Int?,
        options: [String],
        none: String,
        error: String? = nil
    ) {
        self.name = name
        self.legend = legend
        self.value = value
        self.options = options
        self.none = none
        self.error = error
    }

    var html: HTML {
        var stars = HTML.none
        for (index, text) in options.enumerated() {
            stars += radio("\(index + 1)", text, .star, isChecked: value == index + 1)
        }
        return """
            <fieldset class="field stars" id="\(name)"\(attribute("aria-describedby", error == nil ? nil : "\(name)-error"))>\
            <legend>\(legend)</legend><div>\(radio("", none, .block, isChecked: value == nil))\(stars)</div>\
            \(optional(error) { "<p class=\"error\" id=\"\(name)-error\">\(Icon.warning)<span>\($0)</span></p>" })</fieldset>
            """
    }

    private func radio(_ value: String, _ text: String, _ icon: Icon, isChecked: Bool) -> HTML {
        """
        <label title="\(text)"\(classes(value.isEmpty ? "none" : ""))><input type="radio" name="\(name)" value="\(value)"\
        \(flag("checked", isChecked))>\(icon)\(spoken(text))</label>
        """
    }
}
