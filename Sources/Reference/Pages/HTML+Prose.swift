internal import Pages

extension HTML {
    /// The subset of Markdown in descriptions: words in backticks, in bold, and paragraphs.
    static func prose(_ markdown: String) -> [HTML] {
        markdown.split(separator: "\n\n").map { "<p>\(inline(String($0)))</p>" }
    }

    static func inline(_ markdown: String) -> HTML {
        var html = HTML.none
        for (index, part) in markdown.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                let pieces = part.split(separator: "**", omittingEmptySubsequences: false)
                for (index, piece) in pieces.enumerated() {
                    let piece = HTML("\(String(piece))")
                    html += index.isMultiple(of: 2) ? piece : "<strong>\(piece)</strong>"
                }
            } else {
                html += "<code>\(String(part))</code>"
            }
        }
        return html
    }
}
