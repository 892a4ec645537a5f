import Testing

/// That the pages of `docs/decisions/` have their form, and that a replaced one leads to its successor.
@Suite struct DecisionTests {
    private static func pages() throws -> [(file: String, number: Int, text: String)] {
        try Repository.files(in: "docs/decisions", ending: ".md").filter { $0 != "README.md" }.map { file in
            let number = try #require(Int(file.prefix(4)), "\(file) begins with a number of four digits")
            return (file, number, try Repository.text("docs/decisions/\(file)"))
        }
    }

    @Test func `every page begins with its number, and no number is used twice`() throws {
        let pages = try Self.pages()
        for page in pages { #expect(page.text.hasPrefix("# \(page.number). "), "\(page.file)") }
        #expect(Set(pages.map(\.number)).count == pages.count)
    }

    @Test func `a replaced decision names its successor, and the successor names it`() throws {
        let pages = try Self.pages()
        let files = Dictionary(uniqueKeysWithValues: pages.map { ($0.file, $0) })
        var replaced: Set<String> = []
        for page in pages {
            for match in page.text.matches(of: /Replaced (?:in part )?by \[(\d+)\]\(([^)]+)\)/) {
                let successor = try #require(files[String(match.2)], "\(page.file) leads to \(match.2)")
                #expect(String(successor.number) == match.1 && successor.number > page.number, "\(page.file)")
                #expect(
                    successor.text.contains("](\(page.file))"),
                    "\(successor.file) does not name \(page.file)"
                )
                replaced.insert(page.file)
            }
        }
        for page in pages {
            for match in page.text.matches(of: /Replaces[^\[\n]*\[\d+\]\(([^)]+)\)/) {
                #expect(
                    replaced.contains(String(match.1)),
                    "\(match.1) does not say that \(page.file) replaces it"
                )
            }
        }
        #expect(!replaced.isEmpty)
    }

    /// `accepted`, or the pages that replace this one: `replaced in part by [54](0054-….md)`.
    private static func status(_ text: String) -> String {
        let links = text.matches(of: /Replaced (in part )?by (\[\d+\]\([^)]+\))/)
            .map { "replaced \($0.1 ?? "")by \($0.2)" }
        return links.isEmpty ? "accepted" : links.joined(separator: ", ")
    }

    @Test func `the index has every page once, with its title and its status`() throws {
        let index = try Repository.text("docs/decisions/README.md")
        let rows = index.matches(
            of: /\n\| (\d+) \| \[([^\]]+)\]\(([^)]+)\) \| ([^|\n]+) \| (\d{4}-\d\d-\d\d) \| ([^|\n]+) \|/
        )
        let listed = rows.map { "\($0.3): \($0.1). \($0.2), \($0.6)" }
        let expected = try Self.pages().map { page in
            let title = page.text.prefix { $0 != "\n" }.dropFirst("# ".count)
            return "\(page.file): \(title), \(Self.status(page.text))"
        }
        #expect(Set(expected).subtracting(listed) == [], "pages that the index does not have like this")
        #expect(Set(listed).subtracting(expected) == [], "rows of the index without such a page")
        #expect(listed.count == expected.count)
    }
}
