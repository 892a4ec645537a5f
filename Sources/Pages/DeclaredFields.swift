internal import Localization
package import ParlayAPI

/// The inputs of a form as the declarations of its call's fields say, whatever they are: texts, numbers, choices, lists of them, and
/// objects inside. What is inside another has a dotted name, `creators.0.name`, as `FormInput` reads it. A list has one empty place more.
///
/// Each field is called as a component says (`AppPart.settings`), and without that by its name and its English summary.
package struct DeclaredFields {
    private let form: any DeclaredForm
    private let values: JSONObject
    private let parts: [FieldPart]

    /// - Parameters:
    ///   - values: as the call that reads them answers.
    ///   - parts: what fields are called; by default, what settings are.
    package init(_ form: any DeclaredForm, values: JSONObject = JSONObject(), parts: [FieldPart]? = nil) {
        self.form = form
        self.values = values
        self.parts = parts ?? form.settings
    }

    /// - Parameter isWanted: leaves fields out.
    package func html(where isWanted: (FieldDescription) -> Bool = { _ in true }) -> HTML {
        each(form.fields.filter(isWanted)) { input($0, values[$0.name], at: $0.name, word: $0.name) }
    }

    /// - Parameters:
    ///   - path: the name of the input.
    ///   - word: the same without numbers.
    private func input(_ field: FieldDescription, _ value: JSONValue?, at path: String, word: String) -> HTML
    {
        switch field.kind {
        case .list(let element) where !options(element, word).isEmpty:
            return form.field(
                path,
                label(field, word),
                .checkboxes(options(element, word, with: Self.texts(value))),
                value: Self.texts(value).joined(separator: ","),
                hint: hint(field, word)
            )
        case .list(let element): return list(of: element, field, value, at: path, word: word)
        case .object(let fields):
            let members = Self.members(of: value)
            let inner = each(fields) { field in
                input(field, members[field.name], at: "\(path).\(field.name)", word: "\(word).\(field.name)")
            }
            return fieldset(label(field, word), hint(field, word), inner)
        case .text, .integer, .number, .boolean, .timestamp:
            return form.field(
                path,
                label(field, word),
                kind(field, word),
                value: text(value, field),
                hint: hint(field, word, of: text(value, field)),
                isRequired: false
            )
        }
    }

    private func kind(_ field: FieldDescription, _ word: String) -> Field.Kind? {
        if let kind = part(word)?.kind { return kind }
        let options = options(field, word)
        return options.isEmpty ? nil : .select(options)
    }

    // MARK: Lists

    private func list(
        of element: FieldDescription,
        _ field: FieldDescription,
        _ value: JSONValue?,
        at path: String,
        word: String
    ) -> HTML {
        let elements: [JSONValue] = if case .array(let elements)? = value { elements } else { [] }
        var inner = form.hidden(path, "")
        if case .object(let fields) = element.kind {
            let count = form.typedInput == nil ? elements.count : typedCount(below: path)
            for index in 0...count {
                let members = Self.members(of: index < elements.count ? elements[index] : nil)
                inner += fieldset(
                    form.localizer.number(Int64(index + 1)),
                    nil,
                    each(fields) { field in
                        input(
                            field,
                            members[field.name],
                            at: "\(path).\(index).\(field.name)",
                            word: "\(word).\(field.name)"
                        )
                    }
                )
            }
        } else {
            let texts = form.typedInput.map { $0.values(path).filter { !$0.isEmpty } } ?? Self.texts(value)
            for (index, text) in (texts + [""]).enumerated() {
                let place = form.localizer.number(Int64(index + 1))
                inner +=
                    Field(
                        path,
                        "\(label(field, word)) \(place)",
                        id: "\(form.formID)-\(path.replacing(".", with: "-"))-\(index)",
                        value: text
                    )
                    .html
            }
        }
        let errors = form.errors(path) + (0..<100).flatMap { form.errors("\(path).\($0)") }
        let error: HTML =
            errors.isEmpty
            ? .none : "<p class=\"error\">\(Icon.warning)<span>\(errors.joined(separator: " "))</span></p>"
        return fieldset(label(field, word), hint(field, word), inner + error)
    }

    private func typedCount(below path: String) -> Int {
        (0..<100).first { form.typedInput?.contains(below: "\(path).\($0)") != true } ?? 0
    }

    private func fieldset(_ legend: String, _ hint: String?, _ inner: HTML) -> HTML {
        """
        <fieldset class="field group"><legend>\(legend)</legend>\(optional(hint) { "<p class=\"hint\">\($0)</p>" })\(inner)</fieldset>
        """
    }

    // MARK: Words

    private func part(_ word: String) -> FieldPart? { parts.first { $0.name == word } }

    private func label(_ field: FieldDescription, _ word: String) -> String {
        part(word)?.label(form.localizer) ?? field.name
    }

    private func hint(_ field: FieldDescription, _ word: String, of value: String? = nil) -> String? {
        guard let part = part(word) else { return field.summary.isEmpty ? nil : field.summary }
        let hints = [part.hint?(form.localizer), value.flatMap { part.note($0, form.localizer) }]
        let words = hints.compactMap(\.self).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// - Parameter values: that are chosen: one that is no choice any more stays, until somebody takes it away.
    private func options(_ field: FieldDescription, _ word: String, with values: [String] = [])
        -> [Field.Option]
    {
        let named = part(word)?.choices(form.localizer) ?? []
        let known = named.isEmpty ? field.choices.map { Field.Option($0, $0) } : named
        return known
            + values.filter { value in !known.contains { $0.value == value } }
            .map { Field.Option($0, $0) }
    }

    // MARK: Values

    private static func members(of value: JSONValue?) -> JSONObject {
        if case .object(let object)? = value { object } else { JSONObject() }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap(\.inputText)
    }

    private func text(_ value: JSONValue?, _ field: FieldDescription) -> String? {
        if case .integer(let cents)? = value, field.name.hasSuffix("_cents") {
            return Localizer.hundredths(cents)
        }
        if case .timestamp = field.kind, case .string(let text)? = value, let time = Timestamp(text) {
            return form.localizer.localInput(time)
        }
        return value?.inputText
    }
}

extension JSONValue {
    /// As the input of a form shows it; `nil` for what has none.
    package var inputText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.text
        case .bool(let isOn): isOn ? "true" : "false"
        case .array, .object, .null: nil
        }
    }
}
