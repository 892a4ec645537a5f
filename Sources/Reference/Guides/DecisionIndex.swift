internal import Pages

/// The pages of all decisions: one column without the contents, because there are too many to list on each.
struct DecisionIndex {
    static let path = DecisionFile.folder
    let links: GuideLinks

    var pages: [Page] {
        let index = Self.markdown(RepositoryFile.text(DecisionFile.indexFile), DecisionFile.indexFile, links)
        let files = DecisionFile.all
        return [
            Self.page(
                Self.path,
                "Decisions",
                "Why Parlay is as it is: each costly choice with its reasons.",
                index.html
            )
        ]
            + files.indices.map { number in
                let file = files[number]
                return Self.page(
                    file.path,
                    file.title,
                    "Decision \(file.title)",
                    """
                    \(Self.markdown(file.text, file.file, links).html)
                    \(Self.neighbours(of: number, among: files))
                    """
                )
            }
    }

    private static func markdown(_ text: String, _ file: String, _ links: GuideLinks) -> Markdown {
        Markdown(text) { links.link($0, from: file) }
    }

    private static func page(_ path: String, _ title: String, _ summary: String, _ html: HTML) -> Page {
        let isIndex = path == Self.path
        let up: HTML = isIndex ? .none : "<a href=\"\(Self.path)\">Decisions</a>"
        return Page(
            path,
            title: "\(title) · Parlay",
            summary: summary,
            navigation: nil,
            body: """
                <p class="trail"><a href="/docs">Reference</a><a href="/docs/guides/architecture">Architecture</a>\(up)</p>
                <article class="guide">
                \(html)
                </article>
                """
        )
    }

    private static func neighbours(of number: Int, among files: [DecisionFile]) -> HTML {
        let before: HTML =
            number == 0 ? "<span></span>" : Site.neighbour("Previous", files[number - 1], class: "before")
        let after: HTML =
            number + 1 == files.count ? .none : Site.neighbour("Next", files[number + 1], class: "after")
        return "<nav class=\"neighbours\" aria-label=\"Previous and next decision\">\(before)\(after)</nav>"
    }
}

extension Site {
    fileprivate static func neighbour(_ word: String, _ file: DecisionFile, class name: String) -> HTML {
        neighbour(word, (file.path, file.title), class: name)
    }
}
