/// A button, as a link, as the submit of a form or as what opens a sheet. Its words say what happens.
package struct Button: Part {
    package enum Kind: String, Sendable { case primary, quiet, danger, plain }

    package enum Action: Sendable {
        case link(String)
        /// Sends its form; `name` and `value` tell which button it was.
        case submit(name: String? = nil, value: String? = nil)
        /// Opens the sheet with this id.
        case opens(String)
        case closes(String)
    }

    let text: String
    let kind: Kind
    let icon: Icon?
    let action: Action
    let isDisabled: Bool
    let isWide: Bool
    let hidesText: Bool
    let showsTextOnDesk: Bool
    let form: String?
    let formAction: String?

    /// - Parameters:
    ///   - hidesText: only the icon is seen, and the text is its label.
    ///   - showsTextOnDesk: it is seen nevertheless where there is room.
    ///   - form: the id of a form that it stands outside of.
    ///   - formAction: sends its form to another address.
    package init(
        _ text: String,
        _ kind: Kind = .quiet,
        icon: Icon? = nil,
        _ action: Action = .submit(),
        isDisabled: Bool = false,
        isWide: Bool = false,
        hidesText: Bool = false,
        showsTextOnDesk: Bool = false,
        form: String? = nil,
        formAction: String? = nil
    ) {
        self.text = text
        self.kind = kind
        self.icon = icon
        self.action = action
        self.isDisabled = isDisabled
        self.isWide = isWide
        self.hidesText = hidesText
        self.showsTextOnDesk = showsTextOnDesk
        self.form = form
        self.formAction = formAction
    }

    package var html: HTML {
        let styles = classes(
            "button",
            kind.rawValue,
            isWide ? "wide" : "",
            hidesText ? "icon-only" : "",
            showsTextOnDesk ? "worded" : ""
        )
        let names: HTML = "\(styles)\(attribute("title", hidesText ? text : nil))"
        let inside: HTML = hidesText ? "\(picture)\(spoken(text))" : "\(picture)<span>\(text)</span>"
        switch action {
        case .link(let href):
            if isDisabled { return "<a\(names) role=\"link\" aria-disabled=\"true\">\(inside)</a>" }
            return "<a\(names) href=\"\(href)\">\(inside)</a>"
        case .submit(let name, let value):
            let which: HTML = "\(attribute("name", name))\(attribute("value", value))"
            let target: HTML = "\(attribute("form", form))\(attribute("formaction", formAction))"
            return
                "<button\(names) type=\"submit\"\(which)\(target)\(flag("disabled", isDisabled))>\(inside)</button>"
        case .opens(let id):
            return
                "<button\(names) type=\"button\" popovertarget=\"\(id)\"\(flag("disabled", isDisabled))>\(inside)</button>"
        case .closes(let id):
            return
                "<button\(names) type=\"button\" popovertarget=\"\(id)\" popovertargetaction=\"hide\">\(inside)</button>"
        }
    }

    private var picture: HTML { optional(icon) { $0.html } }
}

/// Copies a text, which need not be seen. A script shows it, where the browser lets pages copy.
package struct CopyButton: Part {
    let word: String
    let text: String
    let kind: Button.Kind
    let done: String
    let failed: String

    /// - Parameters:
    ///   - text: what is copied.
    ///   - done, failed: what screen readers say afterwards.
    package init(
        _ word: String,
        copies text: String,
        _ kind: Button.Kind = .quiet,
        done: String,
        failed: String
    ) {
        self.word = word
        self.text = text
        self.kind = kind
        self.done = done
        self.failed = failed
    }

    package var html: HTML {
        """
        <button\(classes("button", kind.rawValue)) type="button" data-copy="\(text)" data-done="\(done)" data-failed="\(failed)" hidden>\
        \(Icon.copy)<span>\(word)</span></button>
        """
    }
}

/// Ways to show a page, as buttons beside each other, of which one is on. It works without scripts.
package struct Switch: Part {
    package struct Option: Sendable {
        let text: String
        let value: String
        let isOn: Bool

        package init(_ text: String, value: String, isOn: Bool) {
            self.text = text
            self.value = value
            self.isOn = isOn
        }
    }

    let options: [Option]
    let label: String
    let name: String
    let form: String?

    /// - Parameters:
    ///   - label: what is chosen, for screen readers.
    ///   - name: what its form sends, with the value of the button that was pressed.
    ///   - form: the id of a form that it stands outside of.
    package init(_ options: [Option], label: String, name: String, form: String? = nil) {
        self.options = options
        self.label = label
        self.name = name
        self.form = form
    }

    package var html: HTML {
        let buttons = each(options) { option in
            """
            <button type="submit" aria-pressed="\(option.isOn ? "true" : "false")" name="\(name)" value="\(option.value)"\
            \(attribute("form", form))><span>\(option.text)</span></button>
            """
        }
        return "<div class=\"segmented\" role=\"group\" aria-label=\"\(label)\">\(buttons)</div>"
    }
}

/// Buttons beside each other, the main one first. On a phone they share the width.
package struct ButtonRow: Part {
    let buttons: [HTML]

    package init(_ buttons: Button...) { self.buttons = buttons.map(\.html) }
    /// For buttons in forms of their own.
    package init(markup: [HTML]) { buttons = markup }

    package var html: HTML {
        buttons.isEmpty ? "" : "<div class=\"buttons fill\">\(each(buttons) { $0 })</div>"
    }
}
