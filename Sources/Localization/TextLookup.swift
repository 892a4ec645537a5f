/// Texts that are found by a stored or sent word, such as the code of a problem, the rule of a field or the text of a notice: the raw
/// values of the keys. Components contribute theirs, and whoever shows them knows no component.
package struct TextLookup: Sendable {
    private typealias Show = @Sendable (Localizer, [(String, TextArgument)]) -> String

    private var texts: [String: Show] = [:]

    package init() {}

    /// - Parameters:
    ///   - keys: a case for each word.
    package init<Key: TextKey>(_ keys: Key.Type) {
        for key in Key.allCases {
            texts[key.rawValue] = { localizer, arguments in localizer.text(key, named: arguments) }
        }
    }

    package var words: Set<String> { Set(texts.keys) }

    /// `nil` if no component has a text for this word.
    package func text(_ word: String, _ localizer: Localizer, _ arguments: [(String, TextArgument)] = [])
        -> String?
    {
        texts[word].map { $0(localizer, arguments) }
    }

    /// A word that both have is the first one's.
    package static func + (first: TextLookup, second: TextLookup) -> TextLookup {
        var both = first
        both.texts.merge(second.texts) { first, _ in first }
        return both
    }
}
