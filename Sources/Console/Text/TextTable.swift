/// Rows under headings, every column as wide as its widest cell.
package struct TextTable: Sendable {
    private let headings: [String]
    private var rows: [[String]] = []

    package init(_ headings: [String]) { self.headings = headings }

    package mutating func add(_ cells: [String]) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    package var text: String { text(width: nil) }

    /// - Parameter width: longer lines end with `…`; `nil` for no limit.
    package func text(width: Int?) -> String {
        let all = [headings] + rows
        let widths = headings.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = row.enumerated().map { column, cell in
                // Some cells contain text from people or errors, with line breaks.
                let cell = String(cell.map { $0.isNewline ? " " : $0 })
                return column == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            let line = cells.joined(separator: "  ")
            guard let width, line.count > width else { return line }
            return line.prefix(width - 1) + "…"
        }.joined(separator: "\n")
    }
}

/// Text for people at a terminal of 80 columns.
package enum TextLayout {
    package static let width = 80

    /// Lines of whole words, indented by `indent` spaces.
    package static func wrapped(_ text: String, indent: Int = 0) -> String {
        lines(of: text, width: width - indent)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
            .joined(separator: "\n")
    }

    /// Terms on the left and their wrapped texts in a column on the right.
    ///
    /// - Parameter column: where the texts begin; a longer term has its own line.
    package static func definitions(_ rows: [(term: String, text: String)], indent: Int = 2, column: Int)
        -> String
    {
        let margin = String(repeating: " ", count: column)
        return rows.flatMap { row -> [String] in
            let term = String(repeating: " ", count: indent) + row.term
            let lines = lines(of: row.text, width: width - column)
            guard !lines.isEmpty else { return [term] }
            if term.count + 2 > column { return [term] + lines.map { margin + $0 } }
            let first = term + String(repeating: " ", count: column - term.count) + lines[0]
            return [first] + lines.dropFirst().map { margin + $0 }
        }.joined(separator: "\n")
    }

    private static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
            var lines: [String] = []
            for word in paragraph.split(separator: " ") {
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(String(word))
                }
            }
            return lines.isEmpty && !text.isEmpty ? [""] : lines
        }
    }
}
