internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The pages of the reference: which page shows what, and the navigation of each.
struct Site: Sendable {
    let handbook: Handbook
    let guides: [Guide]

    init(_ handbook: Handbook, guides: [Guide]? = nil) {
        self.handbook = handbook
        self.guides = guides ?? Guide.all(handbook.contents)
    }

    /// All pages below `/docs`, in the order of the contents.
    var pages: [Page] {
        [OverviewPage(site: self).page]
            + guides.map { GuidePage(site: self, guide: $0).page }
            + DecisionIndex(links: GuideLinks(handbook.contents.guides)).pages
            + handbook.chapters.map { ChapterPage(site: self, chapter: $0).page }
            + [ResourcePage(site: self).page, ProblemPage(site: self).page, SearchPage(site: self).page]
    }

    // MARK: Paths

    /// The paths of all pages, known before the routes are.
    static func paths(_ contents: Contents) -> [String] {
        ["/docs"] + contents.guides.map(\.path) + [DecisionIndex.path] + DecisionFile.all.map(\.path)
            + contents.chapters.map { "/docs/\(Page.anchor($0.title))" }
            + ["/docs/resources", "/docs/problems", SearchPage.path]
    }

    static func path(of chapter: Handbook.Chapter) -> String { "/docs/\(Page.anchor(chapter.title))" }
    static func path(ofSchema name: String) -> String { "/docs/resources#\(name)" }
    static func path(ofProblem code: String) -> String { "/docs/problems#\(code)" }

    /// The path of a call by its name: `/docs/profiles#getProfile`.
    func path(ofCall name: String) -> String {
        let chapter = handbook.chapters.first { $0.calls.contains { $0.name == name } }
        return (chapter.map { Self.path(of: $0) } ?? "/docs") + "#\(name)"
    }

    // MARK: Contents

    /// - Parameter path: the page with this navigation, whose own headlines are listed.
    func navigation(on path: String) -> Navigation {
        Navigation(html: list(on: path), tenant: tenant(on: path))
    }

    /// The tenant that the samples of a chapter name, on its page and in its guide.
    private func tenant(on path: String) -> String {
        let chapter = handbook.chapters.first { chapter in
            path == Self.path(of: chapter)
                || guides.contains { $0.path == path && $0.name == chapter.guide }
        }
        return chapter?.calls.first?.sampleTenant ?? handbook.contents.tenant
    }

    private func list(on path: String) -> HTML {
        """
        <nav id="nav" aria-label="Contents">
        \(guides(in: .guides, on: path))
        <section><h2>Calls</h2><ul>
        \(Self.entry("/docs", "Overview", isHere: path == "/docs"))
        \(handbook.chapters.map { chapter in
            Self.entry(Self.path(of: chapter), chapter.title, isHere: Self.path(of: chapter) == path) {
                chapter.calls.map { call in
                    "<li><a href=\"#\(call.name)\">\(CallArticle.badge(call.method))<span>\(call.summary)</span></a></li>\n"
                }
            }
        })</ul></section>
        \(guides(in: .operation, on: path))
        \(guides(in: .inside, on: path, and: Self.entry(DecisionIndex.path, "Decisions")))
        <section><h2>More</h2><ul>
        \(Self.entry("/docs/resources", "Resources", isHere: path == "/docs/resources") {
            handbook.schemas.map { Self.entry("#\($0.name)", $0.name) }
        })
        \(Self.entry("/docs/problems", "Problem codes", isHere: path == "/docs/problems") {
            handbook.problems.sections.map { Self.entry("#\(Page.anchor($0.title))", $0.title) }
        })
        <li><a href="/openapi.json">openapi.json</a></li>
        <li><a href="/asyncapi.json">asyncapi.json</a></li>
        </ul></section>
        </nav>
        """
    }

    private func guides(in group: GuideFile.Group, on path: String, and more: HTML = .none) -> HTML {
        let entries = guides.filter { $0.source.group == group }.map { guide in
            Self.entry(guide.path, guide.title, isHere: guide.path == path) {
                guide.headlines.map { Self.entry("#\($0.anchor)", $0.title) }
            }
        }
        return "<section><h2>\(group.rawValue)</h2><ul>\(entries)\(more)</ul></section>"
    }

    private static func entry(
        _ path: String,
        _ title: String,
        isHere: Bool = false,
        inside: () -> [HTML] = { [] }
    ) -> HTML {
        let inner = isHere ? inside() : []
        return """
            <li><a href="\(path)"\(isHere ? " class=\"here\" aria-current=\"page\"" : HTML.none)>\(title)</a>\
            \(inner.isEmpty ? HTML.none : "<ul>\(inner)</ul>")</li>

            """
    }

    /// The links to the previous and the next page.
    func neighbours(of path: String, among pages: [(path: String, title: String)]) -> HTML {
        guard let index = pages.firstIndex(where: { $0.path == path }) else { return .none }
        let before: HTML =
            index == 0 ? "<span></span>" : Self.neighbour("Previous", pages[index - 1], class: "before")
        let after: HTML =
            index + 1 == pages.count ? .none : Self.neighbour("Next", pages[index + 1], class: "after")
        return "<nav class=\"neighbours\" aria-label=\"Previous and next page\">\(before)\(after)</nav>"
    }

    static func neighbour(_ word: String, _ page: (path: String, title: String), class name: String)
        -> HTML
    {
        "<a class=\"\(name)\" href=\"\(page.path)\"><small>\(word)</small>\(page.title)</a>"
    }
}
