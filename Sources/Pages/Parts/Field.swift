/// A label, its input, and what belongs to it: hint, error, counter. The error is tied to the input for screen readers.
package struct Field: Part {
    package struct Option: Sendable {
        package let value: String
        package let label: String
        let detail: String?
        let icon: Icon?
        let isDisabled: Bool

        package init(
            _ value: String,
            _ label: String,
            detail: String? = nil,
            icon: Icon? = nil,
            isDisabled: Bool = false
        ) {
            self.value = value
            self.label = label
            self.detail = detail
            self.icon = icon
            self.isDisabled = isDisabled
        }
    }

    package enum Kind: Sendable {
        case text, email, password, search, url, telephone, number, date, time
        /// `datetime-local`: `2026-05-20T18:30`.
        case dateTime
        /// A sum with the sign of its currency before it, or after it.
        case money(symbol: String, isAfter: Bool = false)
        case textarea(rows: Int = 4)
        case select([Option])
        case checkbox
        /// Few choices beside each other.
        case segmented([Option])
        /// Choices below each other, with details.
        case choices([Option])
        case checkboxes([Option])
        case file(accept: String? = nil, multiple: Bool = false)
        /// `#8a3ffc`, typed or picked; a script shows the picker.
        case color
        case hidden
    }

    /// The limits of the call's `BodyField`, as the attributes of an input.
    package struct Limits: Sendable {
        var minLength: Int?
        var maxLength: Int?
        var minimum: String?
        var maximum: String?
        var step: String?
        var pattern: String?

        package init(
            minLength: Int? = nil,
            maxLength: Int? = nil,
            minimum: String? = nil,
            maximum: String? = nil,
            step: String? = nil,
            pattern: String? = nil
        ) {
            self.minLength = minLength
            self.maxLength = maxLength
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
            self.pattern = pattern
        }

        var html: HTML {
            """
            \(attribute("minlength", minLength.map(String.init)))\(attribute("maxlength", maxLength.map(String.init)))\
            \(attribute("min", minimum))\(attribute("max", maximum))\(attribute("step", step))\(attribute("pattern", pattern))
            """
        }
    }

    let id: String
    let name: String
    let label: String
    let kind: Kind
    let values: [String]
    let hint: String?
    let error: String?
    let optionalWord: String?
    let isRequired: Bool
    let isDisabled: Bool
    let isShort: Bool
    let limits: Limits
    let autocomplete: String?
    let placeholder: String?
    let counter: String?
    let suggestions: [Option]

    /// - Parameters:
    ///   - id: of the input; the name when it is not given. It must be unique in the page.
    ///   - value: what was typed, or the value now. A checkbox is on when it is `true`.
    ///   - values: the values of `checkboxes`, instead of `value`.
    ///   - optionalWord: "optional" in the viewer's language; only shown beside a field that is not required.
    ///   - counter: "12 of 500"; a script keeps it up to date.
    ///   - suggestions: what the browser offers while something is typed. Anything else can be typed too.
    package init(
        _ name: String,
        _ label: String,
        _ kind: Kind = .text,
        id: String? = nil,
        value: String = "",
        values: [String]? = nil,
        hint: String? = nil,
        error: String? = nil,
        optionalWord: String? = nil,
        isRequired: Bool = false,
        isDisabled: Bool = false,
        isShort: Bool = false,
        limits: Limits = Limits(),
        autocomplete: String? = nil,
        placeholder: String? = nil,
        counter: String? = nil,
        suggestions: [Option] = []
    ) {
        self.id = id ?? name
        self.name = name
        self.label = label
        self.kind = kind
        self.values = values ?? [value]
        self.hint = hint
        self.error = error
        self.optionalWord = optionalWord
        self.isRequired = isRequired
        self.isDisabled = isDisabled
        self.isShort = isShort
        self.limits = limits
        self.autocomplete = autocomplete
        self.placeholder = placeholder
        self.counter = counter
        self.suggestions = suggestions
    }

    package var html: HTML {
        switch kind {
        case .hidden: hiddenInput(name, value)
        case .checkbox: checkbox
        case .segmented(let options): group(options, type: "radio", isSegmented: true)
        case .choices(let options): group(options, type: "radio", isSegmented: false)
        case .checkboxes(let options): group(options, type: "checkbox", isSegmented: false)
        default: single
        }
    }

    private var value: String { values.first ?? "" }

    // MARK: Kinds

    private var single: HTML {
        """
        <div\(classes("field", isShort ? "short" : ""))><label for="\(id)">\(labelText)</label>\(hintLine)\(input)\(suggestionList)\
        \(errorLine)\(counterLine)</div>
        """
    }

    private var input: HTML {
        switch kind {
        case .textarea(let rows):
            return "<textarea\(named)\(shared)\(limits.html) rows=\"\(String(rows))\">\n\(value)</textarea>"
        case .select(let options):
            let lines = each(options) { option in
                """
                <option value="\(option.value)"\(flag("selected", option.value == value))\
                \(flag("disabled", option.isDisabled))>\(option.label)</option>
                """
            }
            return "<select\(named)\(shared)>\(lines)</select>"
        case .file(let accept, let multiple):
            return """
                <input type="file"\(named)\(shared)\(attribute("accept", accept))\(flag("multiple", multiple))>
                """
        case .money(let symbol, let isAfter):
            let input: HTML =
                "<input type=\"text\" inputmode=\"decimal\"\(named)\(shared)\(limits.html)\(attribute("value", value))>"
            let sign: HTML = "<span aria-hidden=\"true\">\(symbol)</span>"
            return isAfter
                ? "<div class=\"affix\">\(input)\(sign)</div>" : "<div class=\"affix\">\(sign)\(input)</div>"
        case .color:
            return """
                <div class="affix"><input type="color" data-colours="\(id)" aria-label="\(label)" value="\(value.isEmpty ? "#0b6f4f" : value)" hidden>\
                <input type="text"\(named)\(shared)\(limits.html)\(attribute("value", value))></div>
                """
        case .password: return "<input type=\"password\"\(named)\(shared)\(limits.html)>"
        default:
            return "<input type=\"\(type)\"\(named)\(shared)\(limits.html)\(attribute("value", value))>"
        }
    }

    private var checkbox: HTML {
        """
        <div class="field"><label class="check"><input type="checkbox"\(named) value="true"\
        \(flag("checked", value == "true"))\(shared)><span>\(label)\
        \(optional(hint) { "<small id=\"\(id)-hint\">\($0)</small>" })</span></label>\(errorLine)</div>
        """
    }

    private func group(_ options: [Option], type: String, isSegmented: Bool) -> HTML {
        let lines = each(options) { option in
            let text: HTML =
                isSegmented
                ? "<span>\(optional(option.icon) { $0.html })\(option.label)</span>"
                : "<span>\(option.label)\(optional(option.detail) { "<small>\($0)</small>" })</span>"
            return """
                <label\(isSegmented ? "" : " class=\"check\"" as HTML)><input type="\(type)" name="\(name)" value="\(option.value)"\
                \(flag("checked", values.contains(option.value)))\(flag("disabled", isDisabled || option.isDisabled))\
                \(flag("required", isRequired && type == "radio"))>\(text)</label>
                """
        }
        return """
            <fieldset class="field" id="\(id)"\(describedBy)><legend>\(labelText)</legend>\(hintLine)\
            <div\(classes(isSegmented ? "segmented" : "choices", options.count > 20 ? "many" : ""))>\(lines)</div>\(errorLine)</fieldset>
            """
    }

    private var suggestionList: HTML {
        guard !suggestions.isEmpty else { return .none }
        let lines = each(suggestions) { "<option value=\"\($0.value)\">\($0.label)</option>" }
        return "<datalist id=\"\(id)-list\">\(lines)</datalist>"
    }

    // MARK: Pieces

    private var type: String {
        switch kind {
        case .email: "email"
        case .search: "search"
        case .url: "url"
        case .telephone: "tel"
        case .number: "number"
        case .date: "date"
        case .time: "time"
        case .dateTime: "datetime-local"
        default: "text"
        }
    }

    private var named: HTML { " id=\"\(id)\" name=\"\(name)\"" }

    private var shared: HTML {
        """
        \(flag("required", isRequired))\(flag("disabled", isDisabled))\(attribute("autocomplete", autocomplete))\
        \(attribute("placeholder", placeholder))\(attribute("list", suggestions.isEmpty ? nil : "\(id)-list"))\(attribute("aria-invalid", error == nil ? nil : "true"))\(flag("autofocus", error != nil))\(describedBy)
        """
    }

    private var describedBy: HTML {
        let ids = [
            hint == nil ? nil : "\(id)-hint", error == nil ? nil : "\(id)-error",
            counter == nil ? nil : "\(id)-counter",
        ].compactMap { $0 }
        return attribute("aria-describedby", ids.isEmpty ? nil : ids.joined(separator: " "))
    }

    private var labelText: HTML {
        guard !isRequired, let optionalWord else { return "\(label)" }
        return "\(label) <span class=\"optional\">(\(optionalWord))</span>"
    }

    private var hintLine: HTML { optional(hint) { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>" } }

    private var errorLine: HTML {
        optional(error) { "<p class=\"error\" id=\"\(id)-error\">\(Icon.warning)<span>\($0)</span></p>" }
    }

    private var counterLine: HTML {
        optional(counter) {
            "<p class=\"hint counter\" id=\"\(id)-counter\" data-counter=\"\(id)\">\($0)</p>"
        }
    }
}
