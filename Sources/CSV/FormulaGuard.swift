/// Keeps spreadsheets from taking a text for a formula: a cell that begins like one gets an apostrophe in front, which
/// `text(of:)` takes off again. Every text survives the two: one that already begins with apostrophes before such a
/// character gets another.
///
/// Source: [CSV Injection](https://owasp.org/www-community/attacks/CSV_Injection).
package enum FormulaGuard {
    package static func cell(_ text: String) -> String { isGuarded(text) ? "'" + text : text }

    package static func text(of cell: String) -> String {
        cell.unicodeScalars.first == "'" && isGuarded(cell) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether the first character that is no apostrophe begins a formula.
    private static func isGuarded(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map(starters.contains) ?? false
    }

    /// The last four are the full-width forms, which some spreadsheets take for the plain ones.
    private static let starters: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
