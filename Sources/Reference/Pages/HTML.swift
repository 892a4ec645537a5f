internal import Markup

/// Markup. Interpolated text is escaped; only other markup is inserted unchanged.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: HTML) { text += value.text }
        mutating func appendInterpolation(_ values: [HTML]) { for value in values { text += value.text } }
        mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML() }
        mutating func appendInterpolation(_ value: Int) { text += value.description }
    }

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    private init(text: String) { self.text = text }

    static let none: HTML = ""

    static func += (left: inout HTML, right: HTML) { left.text += right.text }

    /// Our own text without foreign markup: the style and the script.
    static func trusted(_ text: String) -> HTML { HTML(text: text) }

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
