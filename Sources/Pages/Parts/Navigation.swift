/// Views of one thing, each with its own address.
package struct Tabs: Part {
    package struct Tab: Sendable {
        let text: String
        let href: String
        let isCurrent: Bool
        let count: String?

        package init(_ text: String, href: String, isCurrent: Bool = false, count: String? = nil) {
            self.text = text
            self.href = href
            self.isCurrent = isCurrent
            self.count = count
        }
    }

    let tabs: [Tab]
    let label: String

    package init(_ tabs: [Tab], label: String) {
        self.tabs = tabs
        self.label = label
    }

    package var html: HTML {
        let links = each(tabs) { tab in
            """
            <a href="\(tab.href)"\(current(tab.isCurrent))>\(tab.text)\
            \(optional(tab.count) { " <span class=\"count\">\($0)</span>" })</a>
            """
        }
        return "<nav class=\"subtabs\" aria-label=\"\(label)\">\(links)</nav>"
    }
}

/// The next rows of a list, and the way back to its start. Nothing when there is one page.
package struct Pager: Part {
    let label: String
    let next: (text: String, href: String)?
    let previous: (text: String, href: String)?

    package init(
        label: String,
        next: (text: String, href: String)? = nil,
        previous: (text: String, href: String)? = nil
    ) {
        self.label = label
        self.next = next
        self.previous = previous
    }

    package var html: HTML {
        if next == nil && previous == nil { return "" }
        return """
            <nav class="pager" aria-label="\(label)">\
            \(optional(previous) { Button($0.text, .plain, .link($0.href)).html })\
            \(optional(next) { Button($0.text, .quiet, .link($0.href)).html })</nav>
            """
    }
}

/// How far a task of several pages is.
package struct Steps: Part {
    let steps: [String]
    let current: Int
    let label: String

    /// - Parameters:
    ///   - current: the number of this step, from 1.
    ///   - label: "Step 1 of 3".
    package init(_ steps: [String], current: Int, label: String) {
        self.steps = steps
        self.current = current
        self.label = label
    }

    package var html: HTML {
        var lines = HTML.none
        for (index, step) in steps.enumerated() {
            let number = index + 1
            let state: HTML =
                number < current ? " class=\"done\"" : number == current ? " aria-current=\"step\"" : ""
            lines += "<li\(state)>\(number). \(step)</li>"
        }
        return "<ol class=\"steps\" role=\"list\" aria-label=\"\(label)\">\(lines)</ol>"
    }
}

/// Something that is there when it is asked for.
package struct Disclosure: Part {
    let summary: String
    let content: HTML
    let isOpen: Bool
    let id: String?

    package init(_ summary: String, isOpen: Bool = false, id: String? = nil, _ content: HTML) {
        self.summary = summary
        self.content = content
        self.isOpen = isOpen
        self.id = id
    }

    package var html: HTML {
        """
        <details class="disclosure"\(attribute("id", id))\(flag("open", isOpen))>\
        <summary>\(summary)\(Icon.chevronDown)</summary><div>\(content)</div></details>
        """
    }
}

/// A search that works by submit; a script sends it while typing.
package struct SearchForm: Part {
    let action: String
    let name: String
    let label: String
    let button: String
    let value: String
    let hidden: HTML
    let results: String?

    /// - Parameters:
    ///   - label: what is searched; the placeholder too.
    ///   - hidden: filters that stay, as hidden fields.
    ///   - results: the id of the region with what is found, which a script replaces while somebody types.
    package init(
        action: String,
        name: String = "q",
        label: String,
        button: String,
        value: String = "",
        hidden: HTML = "",
        results: String? = nil
    ) {
        self.results = results
        self.action = action
        self.name = name
        self.label = label
        self.button = button
        self.value = value
        self.hidden = hidden
    }

    package var html: HTML {
        """
        <form class="search" role="search" method="get" action="\(action)">\(hidden)<label><span class="sr">\(label)</span>\
        \(Icon.search)<input type="search" name="\(name)" value="\(value)" placeholder="\(label)"\
        \(optional(results) { " data-autosubmit data-target=\"\($0)\"" })></label>\
        \(Button(button))</form>
        """
    }
}

/// Filters of a list: in the page on a desk, in a sheet on a phone.
package struct Filters: Part {
    let id: String
    let action: String
    let open: String
    let active: Int
    let close: String
    let apply: String
    let clear: (text: String, href: String)?
    let fields: HTML

    /// - Parameters:
    ///   - open: the words of the button on a phone, and of the sheet.
    ///   - active: how many filters are set.
    package init(
        id: String = "filters",
        action: String,
        open: String,
        active: Int = 0,
        close: String,
        apply: String,
        clear: (text: String, href: String)? = nil,
        fields: HTML
    ) {
        self.id = id
        self.action = action
        self.open = open
        self.active = active
        self.close = close
        self.apply = apply
        self.clear = clear
        self.fields = fields
    }

    package var html: HTML {
        """
        <form class="filters" method="get" action="\(action)">\
        <button class="button sheet-open" type="button" popovertarget="\(id)">\(Icon.settings)<span>\(open)</span>\
        \("<span class=\"count\">\(active)</span>", if: active > 0)</button>\
        <div class="sheet" id="\(id)" popover><div><div class="sheet-head"><h2>\(open)</h2>\
        \(Button(close, .plain, icon: .cross, .closes(id), hidesText: true))</div>\(fields)\
        <div class="buttons">\(Button(apply, .primary))\(optional(clear) { Button($0.text, .plain, .link($0.href)).html })\
        </div></div></div></form>
        """
    }
}

/// The page that asks once more before something that cannot be undone.
package struct Confirm: Part {
    let title: String
    let text: String
    let details: HTML
    let action: HTML
    let cancel: (text: String, href: String)

    /// - Parameters:
    ///   - details: what it changes: `Facts` of the money that moves, for example.
    ///   - action: the form with its button.
    package init(
        _ title: String,
        _ text: String,
        details: HTML = "",
        action: HTML,
        cancel: (text: String, href: String)
    ) {
        self.title = title
        self.text = text
        self.details = details
        self.action = action
        self.cancel = cancel
    }

    package var html: HTML {
        """
        <section class="card form"><h1>\(title)</h1><p>\(text)</p>\(details)\
        <div class="buttons">\(action)\(Button(cancel.text, .plain, .link(cancel.href)))</div></section>
        """
    }
}
