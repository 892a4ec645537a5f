internal import ParlayAPI

/// Reads numbers as odds pages print them.
enum OddsText {
    /// A line: `-3`, `44½`, `PK`. `.some(nil)` if the page has none yet (`OFF`, a dash or nothing), `nil` if it cannot be
    /// read.
    static func line(_ text: String) -> MarketLine?? {
        let text = simplified(text)
        if isAbsent(text) { return .some(nil) }
        if ["pk", "pick", "pickem", "pick'em", "ev", "even"].contains(text) { return .some(.zero) }
        guard let match = text.wholeMatch(of: /([+-]?)([0-9]{0,4})(\.[0-9]{1,3})?/),
            !match.2.isEmpty || match.3 != nil
        else { return nil }
        let quarters: Int
        switch match.3.map(String.init) {
        case nil, ".0", ".00": quarters = 0
        case ".25": quarters = 1
        case ".5", ".50": quarters = 2
        case ".75": quarters = 3
        default: return nil
        }
        // At most four digits.
        guard let whole = match.2.isEmpty ? 0 : Int(match.2) else { return nil }
        let size = whole * 4 + quarters
        return MarketLine(quarters: match.1 == "-" ? -size : size).map { .some($0) }
    }

    /// Whether a line has a sign of its own.
    static func isSigned(_ text: String) -> Bool {
        "+-".contains(simplified(text).prefix(1)) && !text.isEmpty
    }

    /// An American price: `-$240`, `+200`, `EV`. `.some(nil)` and `nil` as for a line.
    static func price(_ text: String) -> AmericanPrice?? {
        let text = simplified(text)
        if isAbsent(text) { return .some(nil) }
        if ["ev", "even", "evs", "pk"].contains(text) { return .some(AmericanPrice(rawValue: 100)) }
        guard let match = text.wholeMatch(of: /([+-]?)([0-9]{3,7})/), let size = Int(match.2) else {
            return nil
        }
        return AmericanPrice(rawValue: match.1 == "-" ? -size : size).map { .some($0) }
    }

    /// Two prices in one cell: `-$240 +$200`. `.some([])` if there are none yet, `nil` if they cannot be read.
    static func prices(_ text: String) -> [AmericanPrice]? {
        if isAbsent(simplified(text)) { return [] }
        let parts = text.split { $0 == " " || $0 == "/" || $0 == "," }.map(String.init)
        guard parts.count == 2, let first = price(parts[0]), let second = price(parts[1]) else { return nil }
        guard let first, let second else { return first == nil && second == nil ? [] : nil }
        return [first, second]
    }

    /// `.some(nil)` if there is none yet, `nil` if it cannot be read.
    static func score(_ text: String) -> Int?? {
        let text = simplified(text)
        if isAbsent(text) { return .some(nil) }
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let score = Int(text) else {
            return nil
        }
        return .some(score)
    }

    /// - Parameter hasScore: a game with a score and another text, such as a clock, is under way.
    static func status(_ text: String, hasScore: Bool) -> EventStatus {
        let word = text.lowercased().prefix { $0.isLetter }
        switch word {
        case "final", "f", "ft", "completed", "finished", "aot": return .final
        case "postponed", "ppd": return .postponed
        case "cancelled", "canceled", "canc": return .cancelled
        default: return hasScore ? .live : .scheduled
        }
    }

    /// With one kind of minus and of fractions, without blanks and dollars.
    private static func simplified(_ text: String) -> String {
        var simple = ""
        for character in text.lowercased() {
            switch character {
            case "−", "–", "—": simple.append("-")
            case "¼": simple.append(".25")
            case "½": simple.append(".5")
            case "¾": simple.append(".75")
            case "$", " ": continue
            default: simple.append(character)
            }
        }
        return simple
    }

    private static func isAbsent(_ text: String) -> Bool {
        ["", "-", "--", "off", "nl", "n/a", "na", "tbd", "."].contains(text)
    }
}
