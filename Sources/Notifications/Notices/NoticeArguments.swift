package import Localization
package import ParlayAPI

/// What a notice says, for people of any language: the name of its text in the catalog of the component that posts it, and what the
/// text shows.
///
/// The text has a title beside it: `betWon` and `betWonTitle`. Ends of names say what values are: `amount_cents` is shown as
/// money, `time_at` as a time in the reader's zone, `game_on` as the day of one, and `why_words` are names of further texts, or a
/// list of texts with values of their own. Other numbers are shown as the reader writes them. Statements write the same form:
/// `jsonb_build_object('text', 'betWon', 'amount_cents', b.cents)`.
package struct NoticeArguments: Hashable, Sendable {
    private let text: String
    private let also: String?
    private let values: [String: JSONValue]

    /// - Parameter also: a text that follows the first. What is said since a later version goes there, so that older notices keep theirs.
    package init<Key: TextKey>(_ text: Key, also: Key? = nil, _ values: [String: JSONValue] = [:]) {
        self.text = text.rawValue
        self.also = also?.rawValue
        self.values = values
    }

    /// As it is stored.
    package var object: JSONObject {
        var object: JSONObject = ["text": .string(text)]
        if let also { object.add("also", .string(also)) }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.add(name, value) }
        return object
    }

    package var json: String { String(decoding: object.jsonBytes(), as: UTF8.self) }
}
