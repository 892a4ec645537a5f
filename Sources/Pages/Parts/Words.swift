/// What a state means for the reader. Every tone has a picture, so that none depends on colour.
package enum Tone: String, CaseIterable, Sendable {
    case neutral = ""
    case accent, live, info, good, warning, bad

    var icon: Icon? {
        switch self {
        case .neutral, .accent: nil
        case .live: .live
        case .info: .info
        case .good: .check
        case .warning: .clock
        case .bad: .cross
        }
    }
}

/// A state in a word.
package struct Badge: Part {
    let text: String
    let tone: Tone
    let icon: Icon?

    package init(_ text: String, _ tone: Tone = .neutral, icon: Icon? = nil) {
        self.text = text
        self.tone = tone
        self.icon = icon ?? tone.icon
    }

    package var html: HTML {
        "<span\(classes("badge", tone.rawValue))>\(optional(icon) { $0.html })\(text)</span>"
    }
}

/// A message in the page. Warnings and errors are announced.
package struct Alert: Part {
    package enum Kind: String, CaseIterable, Sendable {
        case info, good, warning
        case error = "bad"
    }

    let kind: Kind
    let title: String?
    let content: HTML
    let id: String?
    let actions: HTML

    package init(_ kind: Kind, _ text: String, title: String? = nil, id: String? = nil, actions: HTML = "") {
        self.init(kind, content: "<p>\(text)</p>", title: title, id: id, actions: actions)
    }

    package init(_ kind: Kind, content: HTML, title: String? = nil, id: String? = nil, actions: HTML = "") {
        self.kind = kind
        self.title = title
        self.content = content
        self.id = id
        self.actions = actions
    }

    package var html: HTML {
        let icon: Icon =
            switch kind {
            case .info: .info
            case .good: .check
            case .warning, .error: .warning
            }
        let role = kind == .error ? "alert" : "status"
        return """
            <div\(classes("alert", kind.rawValue)) role="\(role)"\(attribute("id", id))>\(icon)<div>\
            \(optional(title) { "<p><strong>\($0)</strong></p>" })\(content)\(actions)</div></div>
            """
    }
}

/// Where a script says that the server is out of reach, for a form that covers the page on a phone.
package struct ConnectionNote: Part {
    package init() {}

    package var html: HTML { "<p class=\"error\" data-connection hidden></p>" }
}

/// What happened, after the redirect of a form.
package struct Flash: Part {
    let text: String
    let kind: Alert.Kind

    package init(_ text: String, _ kind: Alert.Kind = .good) {
        self.text = text
        self.kind = kind
    }

    package var html: HTML { Alert(kind, text, id: "flash").html }
}

/// The errors of a form at its top, each a link to its field.
package struct ErrorSummary: Part {
    let title: String
    let errors: [(field: String, text: String)]

    package init(_ title: String, _ errors: [(field: String, text: String)]) {
        self.title = title
        self.errors = errors
    }

    package var html: HTML {
        let lines = each(errors) { "<li><a href=\"#\($0.field)\">\($0.text)</a></li>" }
        return Alert(.error, content: errors.isEmpty ? "" : "<ul>\(lines)</ul>", title: title, id: "errors")
            .html
    }
}

/// Nothing is here yet: what would be, and how to get there.
package struct EmptyState: Part {
    let icon: Icon
    let title: String
    let text: String?
    let action: HTML

    package init(_ icon: Icon, _ title: String, _ text: String? = nil, action: HTML = "") {
        self.icon = icon
        self.title = title
        self.text = text
        self.action = action
    }

    package var html: HTML {
        """
        <div class="empty">\(icon)<h2>\(title)</h2>\(optional(text) { "<p>\($0)</p>" })\(action)</div>
        """
    }
}

/// An amount, already formatted. A gain has a plus and a loss a minus, whatever the colour.
package struct Money: Part {
    package enum Sense: String, Sendable {
        case plain = ""
        case gain, loss
    }

    let text: String
    let sense: Sense
    let isBig: Bool

    package init(_ text: String, _ sense: Sense = .plain, isBig: Bool = false) {
        let sign = sense == .plain ? "" : sense == .gain ? "+" : "−"
        let hasSign = text.first.map { "+-−".contains($0) } ?? false
        self.text = hasSign ? text : sign + text
        self.sense = sense
        self.isBig = isBig
    }

    package var html: HTML { "<span\(classes("money", sense.rawValue, isBig ? "big" : ""))>\(text)</span>" }
}

/// A moment, formatted in the viewer's zone. With `isCountdown` a script counts down to it.
package struct TimeText: Part {
    let text: String
    let iso: String
    let isCountdown: Bool

    package init(_ text: String, iso: String, isCountdown: Bool = false) {
        self.text = text
        self.iso = iso
        self.isCountdown = isCountdown
    }

    package var html: HTML {
        let counts: HTML = isCountdown ? " class=\"countdown\" data-countdown" : ""
        return "<time\(counts) datetime=\"\(iso)\">\(text)</time>"
    }
}

/// A photo, or the initials without one. The name stands beside it, so it has no text of its own.
package struct Avatar: Part {
    package enum Size: String, Sendable {
        case small
        case medium = ""
        case large
    }

    let name: String
    let photo: String?
    let size: Size

    package init(_ name: String, photo: String? = nil, _ size: Size = .medium) {
        self.name = name
        self.photo = photo
        self.size = size
    }

    package var html: HTML {
        let side = size == .large ? "80" : size == .small ? "28" : "40"
        if let photo {
            return """
                <img\(classes("avatar", size.rawValue)) src="\(photo)" alt="" width="\(side)" height="\(side)" loading="lazy">
                """
        }
        return "<span\(classes("avatar", size.rawValue)) aria-hidden=\"true\">\(initials)</span>"
    }

    private var initials: String {
        // By bytes, which cost a fraction of characters in a list of people.
        let words = name.utf8.split { $0 == 0x20 || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D }
        let ends = [words.first, words.count > 1 ? words.last : nil]
        let letters = ends.compactMap { $0.flatMap { Substring($0).first } }
        return letters.isEmpty ? "?" : String(letters).uppercased()
    }
}
