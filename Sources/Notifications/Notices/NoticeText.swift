package import Localization
package import Pages
package import ParlayAPI

/// A notice in the words of who reads it.
package struct NoticeText: Hashable, Sendable {
    package let title: String
    package let text: String

    /// - Parameters:
    ///   - notice: one of an earlier version, or whose text no component has any more, is shown as the API has it, in English.
    ///   - texts: of all components.
    package init(_ notice: Notice, _ texts: TextLookup, _ localizer: Localizer, now: Timestamp) {
        self.init(
            arguments: notice.arguments,
            title: notice.title,
            text: notice.text,
            texts,
            localizer,
            now: now
        )
    }

    init(
        arguments: [String: JSONValue]?,
        title: String,
        text: String,
        _ texts: TextLookup,
        _ localizer: Localizer,
        now: Timestamp
    ) {
        guard let arguments, case .string(let word)? = arguments["text"] else {
            self.title = title
            self.text = text
            return
        }
        let members = arguments.map { ($0.key, $0.value) }
        let shown = Self.shown(members, texts, localizer, now)
        self.title = texts.text(word + "Title", localizer, shown) ?? title
        // A text may end with words that this notice does not have.
        guard let first = texts.text(word, localizer, shown)?.trimmed else {
            self.text = text
            return
        }
        guard case .string(let also)? = arguments["also"], let second = texts.text(also, localizer, shown)
        else {
            self.text = first
            return
        }
        self.text = "\(first) \(second.trimmed)"
    }

    /// The values as the reader reads them. Words may name the others.
    private static func shown(
        _ members: [(name: String, value: JSONValue)],
        _ texts: TextLookup,
        _ localizer: Localizer,
        _ now: Timestamp
    ) -> [(String, TextArgument)] {
        let (words, values) = (
            members.filter { $0.name.hasSuffix("_words") }, members.filter { !$0.name.hasSuffix("_words") }
        )
        let shown = values.map { ($0.name, argument($0.name, $0.value, localizer, now)) }
        return shown
            + words.map { name, value in
                let parts: [String] =
                    switch value {
                    case .string(let words):
                        words.split(separator: ",").compactMap { texts.text(String($0), localizer, shown) }
                    case .array(let parts): parts.compactMap { part($0, texts, localizer, now) }
                    default: []
                    }
                return (name, .text(localizer.list(parts)))
            }
    }

    /// A text with values of its own.
    private static func part(
        _ value: JSONValue,
        _ texts: TextLookup,
        _ localizer: Localizer,
        _ now: Timestamp
    ) -> String? {
        guard case .object(let object) = value, case .string(let word)? = object["text"] else { return nil }
        let members = object.members.map { ($0.key, $0.value) }
        return texts.text(word, localizer, shown(members, texts, localizer, now))
    }

    private static func argument(
        _ name: String,
        _ value: JSONValue,
        _ localizer: Localizer,
        _ now: Timestamp
    ) -> TextArgument {
        switch value {
        case .integer(let number):
            return name.hasSuffix("_cents") ? .text(localizer.money(cents: number)) : .number(number)
        case .number(let number): return .text(localizer.decimal(number.double, places: 0...2))
        case .string(let text):
            let style: Localizer.DateStyle? =
                name.hasSuffix("_at") ? .long : name.hasSuffix("_on") ? .day : nil
            guard let style, let time = Timestamp(text) else { return .text(text) }
            return .text(localizer.date(time, style, now: now))
        case .null, .bool, .array, .object: return .text("")
        }
    }
}

extension Visit {
    /// A notice in the language of who looks.
    package func text(of notice: Notice) -> NoticeText {
        NoticeText(notice, site.notices, localizer, now: now)
    }
}
