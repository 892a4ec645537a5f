package import Localization
package import ParlayAPI

/// What an entry of the audit log says: each field with its old and its new value, or with what it is.
package struct Changes: Part {
    private let details: JSONValue
    private let name: @Sendable (String) -> String?
    private let localizer: Localizer

    /// - Parameters:
    ///   - details: by field, with `from` and `to` where something was replaced.
    ///   - name: what a field is called; `nil` for one that is called by its name.
    package init(
        _ details: JSONValue,
        _ localizer: Localizer,
        name: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.details = details
        self.localizer = localizer
        self.name = name
    }

    package var html: HTML {
        guard case .object(let object) = details else { return text(details) }
        return each(object.members) { member in
            let label = name(member.key) ?? member.key.replacing("_", with: " ")
            return "<div><span class=\"soft\">\(label):</span> \(change(member.value, of: member.key))</div>"
        }
    }

    private func change(_ value: JSONValue, of field: String) -> HTML {
        guard case .object(let object) = value, object.members.count == 2, let old = object["from"],
            let new = object["to"]
        else { return text(value, of: field) }
        return "\(text(old, of: field)) → \(text(new, of: field))"
    }

    private func text(_ value: JSONValue, of field: String = "") -> HTML {
        switch value {
        case .null, .string(""): "–"
        case .string(let text): "\(text)"
        case .bool(let isTrue): "\(localizer.text(isTrue ? PageText.isTrue : PageText.isFalse))"
        case .integer(let cents) where field.hasSuffix("_cents"): "\(localizer.money(cents: cents))"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number.text)"
        case .array(let elements):
            elements.isEmpty
                ? "–"
                : each(elements.enumerated()) { place, element in "\(place > 0 ? ", " : "")\(text(element))" }
        case .object(let object):
            each(object.members.enumerated()) { place, member in
                "\(place > 0 ? ", " : "")\(member.key) \(text(member.value, of: member.key))"
            }
        }
    }
}
