/// A language that all texts have.
package enum Language: String, CaseIterable, Sendable {
    case en, es, de

    /// Of a BCP 47 tag such as `de-AT`.
    package init?(tag: String) {
        guard let first = tag.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).first,
            let language = Language(rawValue: first.lowercased())
        else { return nil }
        self = language
    }

    /// The best by an `Accept-Language` field (RFC 9110, section 12.5.4); nil if it names none of these.
    package static func preferred(_ acceptLanguage: String) -> Language? {
        preferredTag(acceptLanguage).flatMap { Language(tag: $0) }
    }

    /// The tag of that field which names the best language, with its region if it has one: `de-AT`.
    package static func preferredTag(_ acceptLanguage: String) -> String? {
        var best: (tag: String, weight: Int)?
        for range in acceptLanguage.split(separator: ",").prefix(64) {
            let parts = range.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
            guard let tag = parts.first, tag.utf8.count <= 35, Language(tag: tag) != nil,
                let weight = weight(parts.dropFirst()), weight > best?.weight ?? 0
            else { continue }
            best = (tag, weight)
        }
        return best?.tag
    }

    /// In thousandths; nil if it is malformed.
    private static func weight(_ parameters: ArraySlice<String>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        let text = Array(parameter.utf8)
        guard parameters.count == 1, text.count >= 3, text[0] | 0x20 == UInt8(ascii: "q"),
            text[1] == UInt8(ascii: "="), text.count <= 7, text[2] == 0x30 || text[2] == 0x31,
            text.count == 3 || text[3] == UInt8(ascii: ".")
        else { return nil }
        var weight = Int(text[2] - 0x30)
        for index in 4..<7 {
            let digit = index < text.count ? text[index] : 0x30
            guard 0x30...0x39 ~= digit else { return nil }
            weight = weight * 10 + Int(digit - 0x30)
        }
        return weight <= 1000 ? weight : nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
