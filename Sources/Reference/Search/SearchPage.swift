internal import Pages

/// `/docs/search`: everything by its name. With scripts, the search opens over it.
struct SearchPage {
    static let path = "/docs/search"
    let site: Site

    var page: Page {
        let entries = SearchIndex(site: site).entries
        return Page(
            Self.path,
            title: "Search · Parlay",
            summary: "Every call, guide, problem code and resource by its name.",
            navigation: nil,
            body: """
                <p class="trail"><a href="/docs">Reference</a></p>
                <section class="intro"><h1>Search</h1>
                <p class="lead">Everything by its name: find a word with your browser. With JavaScript, the key <kbd>/</kbd> searches the
                texts too.</p></section>
                \(Self.sections.map { section in
                    """
                    <section class="part"><h2>\(section.title)</h2><ul class="names">
                    \(entries.filter { $0.kind == section.kind }.map(Self.row))</ul></section>

                    """ as HTML
                })
                """
        )
    }

    private static let sections = [
        (title: "Chapters", kind: "section"), (title: "Calls", kind: "call"),
        (title: "Guides", kind: "guide"), (title: "Conventions", kind: "rule"),
        (title: "Problem codes", kind: "problem"), (title: "Resources", kind: "resource"),
    ]

    private static func row(_ entry: SearchIndex.Entry) -> HTML {
        "<li><a href=\"\(entry.path)\">\(entry.title)</a></li>\n"
    }
}
