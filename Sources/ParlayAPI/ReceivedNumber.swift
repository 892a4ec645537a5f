/// Numbers that others send: in headers, pages, files and tokens.
///
/// Arithmetic traps on overflow, so a number from outside is read within a range that its reader can calculate with. A
/// number beyond the range becomes the nearest one in it.
package enum ReceivedNumber {
    /// What a server may ask us to wait or to keep, in seconds: at most a day. More counts as a day.
    package static let seconds: ClosedRange<Int64> = 0...86_400
    /// Counts, such as requests that are left.
    package static let counts: ClosedRange<Int64> = 0...1_000_000_000

    package static func clamped<Number: Comparable>(_ number: Number, to range: ClosedRange<Number>) -> Number
    {
        min(max(number, range.lowerBound), range.upperBound)
    }

    /// Reads ASCII digits. `nil` for anything else: a sign, nothing, or digits of other scripts.
    package static func digits(_ text: some StringProtocol, clampedTo range: ClosedRange<Int64>) -> Int64? {
        guard isDigits(text) else { return nil }
        return clamped(Int64(text) ?? .max, to: range)
    }

    /// Reads digits, perhaps with a fraction, which is rounded: `498`, `498.0`, `9e18`. `nil` for anything else and for
    /// what is not finite.
    package static func rounded(_ text: String, clampedTo range: ClosedRange<Int64>) -> Int64? {
        guard let number = Double(text), number.isFinite else { return nil }
        // A `Double` cannot hold every bound of `Int64`, and its conversion traps beyond them.
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        return Int64(exactly: clamped(number.rounded(), to: bounds)).map { clamped($0, to: range) }
    }

    /// Whether a text is one or more ASCII digits.
    package static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
