package import Localization
package import ParlayAPI

/// A form whose fields are declared: the form of a call, or of something else that is checked as a body is.
package protocol DeclaredForm {
    var fields: [FieldDescription] { get }
    /// How the settings of tenants are called.
    var settings: [FieldPart] { get }
    var localizer: Localizer { get }
    /// What was typed in the form if it was refused.
    var typedInput: FormInput? { get }
    /// How the ids of its inputs begin.
    var formID: String { get }
    /// What is wrong with a field, in the reader's language.
    func errors(_ name: String) -> [String]
}

extension DeclaredForm {
    /// A field of the call, as its declaration says: kind of input, whether it is required, limits, choices.
    ///
    /// - Parameters:
    ///   - kind: another input than the declaration's own.
    ///   - value: what is shown before anything was typed.
    ///   - options: the words for the choices; needed where there are some.
    ///   - isRequired: where the tenant's settings decide, or where the form has a value for every field.
    ///   - suggestions: see `Field`.
    ///   - marksOptional: whether it says that it is optional also where no field of the form is required.
    ///   - times: the earliest and the latest time that can be chosen.
    package func field(
        _ name: String,
        _ label: String,
        _ kind: Field.Kind? = nil,
        value: String? = nil,
        options: [Field.Option] = [],
        hint: String? = nil,
        autocomplete: String? = nil,
        placeholder: String? = nil,
        isShort: Bool = false,
        isRequired: Bool? = nil,
        suggestions: [Field.Option] = [],
        marksOptional: Bool = false,
        times: ClosedRange<Timestamp>? = nil
    ) -> HTML {
        let description = description(name)
        let isRequired = isRequired ?? description?.isRequired
        let kind = kind ?? usualKind(description, options)
        var limits = limits(description, kind)
        if let times {
            limits.minimum = localizer.localInput(times.lowerBound)
            limits.maximum = localizer.localInput(times.upperBound)
        }
        let error = errors(name).joined(separator: " ")
        var values: [String]?
        if case .checkboxes = kind {
            values =
                typedInput.map { $0.values(name) } ?? value.map {
                    $0.split(separator: ",").map(String.init)
                } ?? []
        }
        // What unchecked boxes mean, which send nothing.
        let unchecked: String? =
            switch kind {
            case .checkbox: "false"
            case .checkboxes: ""
            default: nil
            }
        let zone: String? = if case .dateTime = kind { localizer.zoneHint } else { nil }
        let hints = [hint, zone].compactMap(\.self)
        let field = Field(
            name,
            label,
            kind,
            id: fieldID(name),
            value: typed(name, value),
            values: values,
            hint: hints.isEmpty ? nil : hints.joined(separator: " "),
            error: error.isEmpty ? nil : error,
            optionalWord: isRequired == false && (marksOptional || hasRequired)
                ? localizer.text(PageText.optional) : nil,
            isRequired: unchecked == nil && isRequired == true,
            isShort: isShort,
            limits: limits,
            autocomplete: autocomplete,
            placeholder: placeholder,
            suggestions: suggestions
        )
        return "\(optional(unchecked) { hiddenInput(name, $0) })\(field)"
    }

    /// Where nothing is required, the word would only be noise.
    private var hasRequired: Bool { fields.contains(where: \.isRequired) }

    /// A hidden value of the call.
    package func hidden(_ name: String, _ value: String) -> HTML {
        hiddenInput(name, value)
    }

    /// What is typed in a field: after a refusal what the person typed, else what the page gives.
    package func typed(_ name: String, _ value: String?) -> String {
        typedInput.map { $0[name] ?? "" } ?? value ?? ""
    }

    /// The declaration of a field; a dotted name is one inside another. `nil` if the call has no such field here.
    package func description(_ name: String) -> FieldDescription? {
        var fields = fields
        var found: FieldDescription?
        for part in name.split(separator: ".") {
            guard Int(part) == nil else { continue }
            found = fields.first { $0.name == part }
            switch found?.kind {
            case .object(let inner)?: fields = inner
            case .list(let element)?:
                if case .object(let inner) = element.kind { fields = inner }
            default: fields = []
            }
        }
        return found
    }

    /// Unique in the page, because one call may have several forms there.
    private func fieldID(_ name: String) -> String { "\(formID)-\(name.replacing(".", with: "-"))" }

    private func usualKind(_ field: FieldDescription?, _ options: [Field.Option]) -> Field.Kind {
        guard let field else { return options.isEmpty ? .text : .select(options) }
        if !options.isEmpty {
            if case .list = field.kind { return .checkboxes(options) }
            return .select(options)
        }
        switch field.kind {
        case .boolean: return .checkbox
        case .timestamp: return .dateTime
        case .integer: return field.name.hasSuffix("_cents") ? .money(symbol: "$") : .number
        case .number: return .text
        case .text, .list, .object:
            if field.format == "email" { return .email }
            if field.format == "password" || field.name.contains("password") { return .password }
            return (field.lengths?.upperBound ?? 0) > 250 && field.lengths?.upperBound != .max
                ? .textarea() : .text
        }
    }

    /// Lengths count what JavaScript counts: a text of other planes may be refused by the server only.
    private func limits(_ field: FieldDescription?, _ kind: Field.Kind) -> Field.Limits {
        guard let field else { return Field.Limits() }
        var limits = Field.Limits()
        if case .text = field.kind, let lengths = field.lengths {
            if lengths.lowerBound > 1 { limits.minLength = lengths.lowerBound }
            if lengths.upperBound != .max { limits.maxLength = lengths.upperBound }
        }
        if case .number = kind, let range = field.range {
            if range.lowerBound != .min { limits.minimum = "\(range.lowerBound)" }
            if range.upperBound != .max { limits.maximum = "\(range.upperBound)" }
        }
        return limits
    }
}
