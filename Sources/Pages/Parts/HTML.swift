internal import Markup

/// Markup. Interpolated text is escaped; only other markup is inserted unchanged:
///
///     let row: HTML = "<li class=\"row\">\(person.name)</li>"
///
/// What stands in the literal is written by us: `ExpressibleByStringInterpolation` takes literals only. Attributes are always in
/// double quotes, for which the text is escaped too.
@usableFromInline package struct HTML: ExpressibleByStringInterpolation, Sendable {
    @usableFromInline var pieces: Pieces

    @usableFromInline package struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var pieces = Pieces()

        @usableFromInline package init(literalCapacity: Int, interpolationCount: Int) {
            pieces.rest.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        @usableFromInline package mutating func appendLiteral(_ literal: String) { pieces.rest += literal }
        @inlinable package mutating func appendInterpolation(_ value: HTML) { pieces.append(value.pieces) }
        @inlinable package mutating func appendInterpolation(_ values: [HTML]) {
            for value in values { pieces.append(value.pieces) }
        }
        package mutating func appendInterpolation(_ value: String) { HTML.append(value, to: &pieces.rest) }
        package mutating func appendInterpolation(_ value: Int) { pieces.rest += value.description }
        package mutating func appendInterpolation(_ value: Int64) { pieces.rest += value.description }
        @inlinable package mutating func appendInterpolation(_ part: some Part) {
            pieces.append(part.html.pieces)
        }
        @inlinable package mutating func appendInterpolation(_ parts: [some Part]) {
            for part in parts { pieces.append(part.html.pieces) }
        }
        /// Nothing for `nil`.
        @inlinable package mutating func appendInterpolation(_ value: HTML?) {
            if let value { pieces.append(value.pieces) }
        }
        /// The markup if the condition holds.
        @inlinable package mutating func appendInterpolation(
            _ value: @autoclosure () -> HTML,
            if condition: Bool
        ) {
            if condition { pieces.append(value().pieces) }
        }
    }

    @usableFromInline package init(stringLiteral value: String) { pieces = Pieces(value) }
    @usableFromInline package init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    @usableFromInline package static let none: HTML = ""

    @usableFromInline package static func += (left: inout HTML, right: HTML) {
        left.pieces.append(right.pieces)
    }
    package static func + (left: HTML, right: HTML) -> HTML {
        var both = left
        both += right
        return both
    }

    package var isEmpty: Bool { pieces.isEmpty }
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// In UTF-8.
    package var bytes: [UInt8] { pieces.bytes }

    /// Our own text without foreign markup: a style, a script, a picture from a library.
    package static func trusted(_ text: String) -> HTML { HTML(stringLiteral: text) }

    /// Most texts have nothing to escape.
    private static func append(_ value: String, to text: inout String) {
        var value = value
        let isPlain = value.withUTF8 { bytes in
            unsafe bytes.allSatisfy { $0 != 0x26 && $0 != 0x3C && $0 != 0x3E && $0 != 0x22 && $0 != 0x27 }
        }
        if isPlain { text += value } else { text += value.escapedForHTML() }
    }
}

/// Text that is put together once, at its end: each part of a page stands in another one, which would copy it whole.
@usableFromInline struct Pieces: Sendable {
    /// From this many bytes on, text is a piece of its own.
    private static let limit = 1024

    private var whole: [String] = []
    /// What is written at the moment.
    @usableFromInline var rest: String

    @usableFromInline init(_ text: String = "") { rest = text }

    @usableFromInline mutating func append(_ other: Pieces) {
        guard !other.whole.isEmpty || other.rest.utf8.count >= Self.limit else {
            rest += other.rest
            return
        }
        if !rest.isEmpty { whole.append(rest) }
        whole += other.whole
        whole.append(other.rest)
        rest = ""
    }

    var isEmpty: Bool { rest.isEmpty && whole.allSatisfy(\.isEmpty) }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(whole.reduce(rest.utf8.count) { $0 + $1.utf8.count })
        for piece in whole { bytes += piece.utf8 }
        bytes += rest.utf8
        return bytes
    }
}

/// A piece of a page with a name: a card, a table, a field. Its texts are in the reader's language already.
@usableFromInline package protocol Part: Sendable {
    var html: HTML { get }
}
