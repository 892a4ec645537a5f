/// Counts the combining marks that follow each other in a text.
///
/// Swift compares and hashes texts by canonical equivalence. For that it sorts the marks that follow a character, in a
/// time that grows with the square of their number: 120 ms for 20,000 marks, which are 40 KB. So a text from outside
/// is refused on arrival if it has more of them in a row than any writing needs, and all code after that can compare freely.
package struct MarkRun: Sendable {
    /// Real text has fewer than ten. Unicode's Stream-Safe Text Format allows 30 (UAX #15, section 13).
    package static let limit = 64

    private let limit: Int
    private var count = 0

    package init(limit: Int = MarkRun.limit) { self.limit = limit }

    package mutating func reset() { count = 0 }

    /// Counts the next scalar.
    package mutating func isTooLong(with scalar: Unicode.Scalar) -> Bool {
        count = Self.isMark(scalar) ? count + 1 : 0
        return count > limit
    }

    /// Whether a text has a run that is too long.
    package static func isTooLong(in text: String) -> Bool {
        // A mark has two bytes or more, and none comes before U+0300, which UTF-8 begins with this byte.
        guard text.utf8.count > 2 * limit, text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = MarkRun()
        return text.unicodeScalars.contains { run.isTooLong(with: $0) }
    }

    /// Whether sorting may move it, or a mark that it stands for: those of Tibetan vowels that count as no marks themselves
    /// (Unicode, non-starter decompositions).
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
