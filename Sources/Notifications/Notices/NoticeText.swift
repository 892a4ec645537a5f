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
        var shown: [(String, TextArgument)] = []
        for (name, value) in arguments where name != "text" && !name.hasSuffix("_words") {
            shown.append((name, Self.argument(name, value, localizer, now)))
        }
        for (name, value) in arguments where name.hasSuffix("_words") {
            guard case .string(let words) = value else { continue }
            let parts = words.split(separator: ",").compactMap { texts.text(String($0), localizer, shown) }
            shown.append((name, .text(localizer.list(parts))))
        }
        self.title = texts.text(word + "Title", localizer, shown) ?? title
        // A text may end with words that this notice does not have.
        self.text = texts.text(word, localizer, shown)?.trimmed ?? text
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
        case .string(let text):
            guard name.hasSuffix("_at"), let time = Timestamp(text) else { return .text(text) }
            return .text(localizer.date(time, .long, now: now))
        case .null, .bool, .number, .array, .object: return .text("")
        }
    }
}

extension Visit {
    /// A notice in the language of who looks.
    package func text(of notice: Notice) -> NoticeText {
        NoticeText(notice, site.notices, localizer, now: now)
    }
}
