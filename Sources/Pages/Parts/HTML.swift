internal import Markup

/// Markup. Interpolated text is escaped; only other markup is inserted unchanged:
///
///     let row: HTML = "<li class=\"row\">\(person.name)</li>"
///
/// What stands in the literal is written by us: `ExpressibleByStringInterpolation` takes literals only. Attributes are always in
/// double quotes, for which the text is escaped too.
@usableFromInline package struct HTML: ExpressibleByStringInterpolation, Sendable {
    @usableFromInline package private(set) var text: String

    @usableFromInline package struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text = ""

        @usableFromInline package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        @usableFromInline package mutating func appendLiteral(_ literal: String) { text += literal }
        @inlinable package mutating func appendInterpolation(_ value: HTML) { text += value.text }
        @inlinable package mutating func appendInterpolation(_ values: [HTML]) {
            for value in values { text += value.text }
        }
        package mutating func appendInterpolation(_ value: String) { HTML.append(value, to: &text) }
        package mutating func appendInterpolation(_ value: Int) { text += value.description }
        package mutating func appendInterpolation(_ value: Int64) { text += value.description }
        @inlinable package mutating func appendInterpolation(_ part: some Part) { text += part.html.text }
        @inlinable package mutating func appendInterpolation(_ parts: [some Part]) {
            for part in parts { text += part.html.text }
        }
        /// Nothing for `nil`.
        @inlinable package mutating func appendInterpolation(_ value: HTML?) {
            if let value { text += value.text }
        }
        /// The markup if the condition holds.
        @inlinable package mutating func appendInterpolation(
            _ value: @autoclosure () -> HTML,
            if condition: Bool
        ) {
            if condition { text += value().text }
        }
    }

    @usableFromInline package init(stringLiteral value: String) { text = value }
    @usableFromInline package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }
    private init(text: String) { self.text = text }

    @usableFromInline package static let none: HTML = ""

    @usableFromInline package static func += (left: inout HTML, right: HTML) { left.text += right.text }
    package static func + (left: HTML, right: HTML) -> HTML { HTML(text: left.text + right.text) }

    package var isEmpty: Bool { text.isEmpty }

    /// Our own text without foreign markup: a style, a script, a picture from a library.
    package static func trusted(_ text: String) -> HTML { HTML(text: text) }

    /// Most texts have nothing to escape.
    private static func append(_ value: String, to text: inout String) {
        var value = value
        let isPlain = value.withUTF8 { bytes in
            unsafe bytes.allSatisfy { $0 != 0x26 && $0 != 0x3C && $0 != 0x3E && $0 != 0x22 && $0 != 0x27 }
        }
        if isPlain { text += value } else { text += value.escapedForHTML() }
    }
}

/// A piece of a page with a name: a card, a table, a field. Its texts are in the reader's language already.
@usableFromInline package protocol Part: Sendable {
    var html: HTML { get }
}
