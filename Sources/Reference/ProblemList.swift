/// Every problem code, from `docs/errors.md`.
package struct ProblemList: Sendable {
    package struct Entry: Sendable {
        package let code: String
        package let status: Int
        package let title: String
        /// When it occurs. Can contain words in backticks, as can `advice`.
        package let cause: String
        /// What to do about it.
        package let advice: String
    }

    package struct Section: Sendable {
        package let title: String
        package let entries: [Entry]
    }

    package let sections: [Section]
    private let entries: [String: Entry]

    /// - Parameter markdown: headings of the second level, and tables of `| code | status | title | when | what to do
    ///   |`. Rows whose status is not a number are for readers of the sources.
    package init(markdown: String) {
        var sections: [Section] = []
        for chapter in markdown.split(separator: "\n## ").dropFirst() {
            let lines = chapter.split(separator: "\n")
            let entries = lines.compactMap { Entry(row: $0) }
            guard let title = lines.first, !entries.isEmpty else { continue }
            sections.append(Section(title: String(title), entries: entries))
        }
        self.sections = sections
        entries = Dictionary(sections.flatMap(\.entries).map { ($0.code, $0) }) { first, _ in first }
    }

    package subscript(code: String) -> Entry? { entries[code] }
}

extension ProblemList.Entry {
    fileprivate init?(row: Substring) {
        guard row.hasPrefix("| `"), row.hasSuffix(" |") else { return nil }
        let cells = row.dropFirst(2).dropLast(2).split(separator: " | ")
        guard cells.count == 5, let status = Int(cells[1]) else { return nil }
        self.init(
            code: String(cells[0].filter { $0 != "`" }),
            status: status,
            title: String(cells[2]),
            cause: String(cells[3]),
            advice: String(cells[4])
        )
    }
}
