package import Localization
package import ParlayAPI

/// What a notice says, for people of any language: the name of its text in the catalog of the component that posts it, and what the
/// text shows.
///
/// The text has a title beside it: `betWon` and `betWonTitle`. Ends of names say what values are: `amount_cents` is shown as
/// money, `time_at` as a time in the reader's zone, and `why_words` are names of further texts. Statements write the same form:
/// `jsonb_build_object('text', 'betWon', 'amount_cents', b.cents)`.
package struct NoticeArguments: Hashable, Sendable {
    private let text: String
    private let values: [String: JSONValue]

    package init<Key: TextKey>(_ text: Key, _ values: [String: JSONValue] = [:]) {
        self.text = text.rawValue
        self.values = values
    }

    /// As it is stored.
    package var json: String {
        var object = JSONObject()
        object.add("text", .string(text))
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.add(name, value) }
        return String(decoding: object.jsonBytes(), as: UTF8.self)
    }
}
