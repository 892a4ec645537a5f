/// The cover of a game, three to four; its title without a picture.
package struct Cover: Part {
    let title: String
    let image: String?
    let badge: HTML
    let isEager: Bool

    /// - Parameter isEager: it is seen at once, so it is not loaded lazily.
    package init(_ title: String, image: String? = nil, badge: HTML = "", isEager: Bool = false) {
        self.title = title
        self.image = image
        self.badge = badge
        self.isEager = isEager
    }

    package var html: HTML {
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
package struct CoverGrid: Part {
    package struct Item: Sendable {
        let cover: Cover
        let href: String
        let detail: HTML
        let action: HTML
        let id: String?
        let subject: String?

        package init(
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

    package init(_ items: [Item], label: String? = nil, empty: EmptyState? = nil) {
        self.items = items
        self.label = label
        self.empty = empty
    }

    package var html: HTML {
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
package struct RatingStars: Part {
    let value: Int
    let maximum: Int
    let text: String

    /// - Parameter text: "4 of 5 stars".
    package init(_ value: Int, of maximum: Int = 5, text: String) {
        self.value = value
        self.maximum = maximum
        self.text = text
    }

    package var html: HTML {
        let stars = each(1...max(maximum, 1)) { $0 <= value ? Icon.star.html(class: "full") : Icon.star.html }
        return "<span class=\"rating\">\(stars)\(spoken(text))</span>"
    }
}

/// A rating to give: one radio button a star, and one for none.
package struct RatingField: Part {
    let name: String
    let legend: String
    let value: Int?
    let options: [String]
    let none: String
    let error: String?

    /// - Parameters:
    ///   - options: the words of one star, two stars and so on.
    ///   - none: the words for no rating.
    package init(
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

    package var html: HTML {
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

/// A picture beside what belongs to it: a cover with a game, a photo with a person.
package struct Media: Part {
    let picture: HTML
    let content: HTML

    package init(_ picture: HTML, _ content: HTML) {
        self.picture = picture
        self.content = content
    }

    package var html: HTML {
        "<div class=\"media\"><div>\(picture)</div><div class=\"stack\">\(content)</div></div>"
    }
}

/// A QR code, always dark on light, with the address in words below.
package struct QRFrame: Part {
    let svg: HTML
    let caption: HTML

    /// - Parameter svg: with `role="img"` and a label.
    package init(_ svg: HTML, caption: HTML) {
        self.svg = svg
        self.caption = caption
    }

    package var html: HTML { "<figure class=\"qr\">\(svg)<figcaption>\(caption)</figcaption></figure>" }
}

/// A photo with the square that stays of it. The numbers are fields; a script lets people drag instead.
package struct Crop: Part {
    let photo: String
    let alternative: String
    let hint: String
    let fields: [Field]

    package init(photo: String, alternative: String, hint: String, fields: [Field]) {
        self.photo = photo
        self.alternative = alternative
        self.hint = hint
        self.fields = fields
    }

    package var html: HTML {
        """
        <div class="crop" data-crop><figure class="crop-frame"><img src="\(photo)" alt="\(alternative)"></figure>\
        <div class="stack"><p class="hint">\(hint)</p><div class="row">\(fields)</div></div></div>
        """
    }
}
