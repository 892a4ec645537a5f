/// Amounts in sentences.
package enum Cents {
    /// `$1,234.50`
    package static func dollars(_ cents: Int64) -> String {
        let whole = String(cents.magnitude / 100)
        var text = ""
        for (position, digit) in whole.enumerated() {
            if position > 0, (whole.count - position).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        let rest = cents.magnitude % 100
        return "\(cents < 0 ? "-" : "")$\(text).\(rest < 10 ? "0" : "")\(rest)"
    }
}
