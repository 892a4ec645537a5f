package import HTTPServer
package import Localization
package import ParlayAPI
internal import Tenancy

/// What a browser sent from a form, in order. Names that begin with `_` are the form's own.
package struct FormInput: Sendable {
    package private(set) var pairs: [(name: String, value: String)] = []
    /// The file of a form with one; an unchosen one is absent.
    package var file: (name: String, mediaType: String, bytes: [UInt8])?

    /// - Returns: `nil` for malformed input.
    package init?(_ request: Request) {
        if request.head.mediaType == "multipart/form-data" {
            guard let form = MultipartForm(request) else { return nil }
            pairs = form.pairs
            file = form.file
        } else {
            guard let text = String(validating: request.body, as: UTF8.self),
                let pairs = RequestTarget.pairs(text)
            else { return nil }
            self.pairs = pairs
        }
    }

    init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// The last value of the name: a check box follows a hidden field that says `false`.
    package subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

    package func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// An amount as people type it, in cents; `nil` if there is none.
    package func cents(_ name: String) -> Int64? { self[name].flatMap(Amount.cents) }

    /// Everything but some fields, for a page that stands before what the form does. A file cannot be carried.
    func carried(without names: String...) -> HTML {
        each(pairs.filter { !names.contains($0.name) }) { hiddenInput($0.name, $0.value) }
    }

    func contains(below path: String) -> Bool { pairs.contains { $0.name.hasPrefix(path + ".") } }

    /// The body of a call with these fields. What no field is named for goes along, so that it is refused by its name.
    package func body(of fields: [FieldDescription], _ localizer: Localizer) -> JSONObject {
        var reader = FormBodyReader(input: self, localizer: localizer)
        var object = reader.object(fields, below: "")
        for pair in pairs where !pair.name.hasPrefix("_") && !reader.used.contains(pair.name) {
            if object[pair.name] == nil { object.add(pair.name, .string(pair.value)) }
        }
        return object
    }
}

/// Turns the texts of a form into the JSON that a call reads. It judges nothing: what is not a number stays a text, and the
/// call's own reader refuses it.
struct FormBodyReader {
    let input: FormInput
    let localizer: Localizer
    private(set) var used: Set<String> = []

    init(input: FormInput, localizer: Localizer) {
        self.input = input
        self.localizer = localizer
    }

    mutating func object(_ fields: [FieldDescription], below path: String) -> JSONObject {
        var object = JSONObject()
        for field in fields {
            let name = path.isEmpty ? field.name : "\(path).\(field.name)"
            if let value = value(of: field, at: name) { object.add(field.name, value) }
        }
        return object
    }

    /// `nil` for a field that the form does not have, or that is left empty and may be absent.
    private mutating func value(of field: FieldDescription, at name: String) -> JSONValue? {
        switch field.kind {
        case .object(let fields):
            guard input.contains(below: name) else { return nil }
            if fields.isEmpty { return .object(anyObject(below: name, depth: 0)) }
            let object = object(fields, below: name)
            // An object whose fields are all empty was not filled in.
            return object.members.isEmpty && !field.isRequired
                ? (field.isNullable ? .null : nil) : .object(object)
        case .list(let element): return list(of: element, at: name)
        case .text, .integer, .number, .boolean, .timestamp:
            guard let text = input[name] else { return nil }
            used.insert(name)
            if text.isEmpty { return empty(field) }
            return scalar(text, field)
        }
    }

    /// What a call takes without a declaration of its members: texts, and null for what is left empty.
    private mutating func anyObject(below name: String, depth: Int) -> JSONObject {
        var object = JSONObject()
        for pair in input.pairs where pair.name.hasPrefix(name + ".") {
            used.insert(pair.name)
            let rest = pair.name.dropFirst(name.count + 1).split(
                separator: ".",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let key = String(rest[0])
            guard object[key] == nil else { continue }
            if rest.count == 1 {
                object.add(key, pair.value.isEmpty ? .null : .string(pair.value))
            } else if depth < 3 {
                object.add(key, .object(anyObject(below: "\(name).\(key)", depth: depth + 1)))
            }
        }
        return object
    }

    private func empty(_ field: FieldDescription) -> JSONValue? {
        if field.isNullable { return .null }
        if case .text = field.kind, field.choices.isEmpty, field.isRequired || field.lengths?.lowerBound == 0
        {
            return ""
        }
        return nil
    }

    private func scalar(_ text: String, _ field: FieldDescription) -> JSONValue {
        // Browsers send line ends as CR LF (HTML, 4.10.21.8).
        let text = text.replacing("\r\n", with: "\n")
        switch field.kind {
        case .integer:
            if field.name.hasSuffix("_cents") {
                return Amount.cents(text).map { .integer($0) } ?? .string(text)
            }
            return Int64(text).map { .integer($0) } ?? .string(text)
        case .number:
            return Amount.number(text).flatMap { JSONNumber($0) }.map { .number($0) } ?? .string(text)
        case .boolean:
            return switch text {
            case "true", "on", "1": true
            case "false", "0": false
            default: .string(text)
            }
        case .timestamp: return .string(localizer.timestamp(localInput: text)?.description ?? text)
        case .text, .list, .object: return .string(text)
        }
    }

    /// A place of a list is empty if nothing stands in what must be there. A check box alone fills no place.
    private func isFilled(_ object: JSONObject, _ fields: [FieldDescription]) -> Bool {
        fields.contains { field in
            switch object[field.name] {
            case nil, .null, .string(""), .array([]), .bool: false
            default: true
            }
        }
    }

    private mutating func list(of element: FieldDescription, at name: String) -> JSONValue? {
        if case .object(let fields) = element.kind {
            var elements: [JSONValue] = []
            var index = 0
            while index < 100, input.contains(below: "\(name).\(index)") {
                let object = object(fields, below: "\(name).\(index)")
                if isFilled(object, fields) { elements.append(.object(object)) }
                index += 1
            }
            return elements.isEmpty && input[name] == nil ? nil : .array(elements)
        }
        let values = input.values(name)
        guard !values.isEmpty else { return nil }
        used.insert(name)
        return .array(values.filter { !$0.isEmpty }.map { scalar($0, element) })
    }
}

/// Numbers as people type them.
package enum Amount {
    /// `12`, `12.5`, `12,50`, `$12.50`, `1,234.50`, `1.234,50` in cents; `nil` for anything else.
    package static func cents(_ text: String) -> Int64? {
        guard let (whole, part, isNegative) = parts(text), part.count <= 2,
            let cents = Int64(whole + part + String(repeating: "0", count: 2 - part.count))
        else { return nil }
        return isNegative ? -cents : cents
    }

    static func number(_ text: String) -> Double? {
        guard let (whole, part, isNegative) = parts(text) else { return nil }
        return Double((isNegative ? "-" : "") + whole + "." + (part.isEmpty ? "0" : part))
    }

    /// The digits before and after the decimal separator. The last of `.` and `,` is it, unless exactly three digits follow a
    /// separator that others like it precede: then it separates thousands.
    private static func parts(_ text: String) -> (whole: String, part: String, isNegative: Bool)? {
        var text = text.filter { !$0.isWhitespace && $0 != "$" && $0 != "\u{a0}" }
        let isNegative = text.first == "-" || text.first == "−"
        if isNegative || text.first == "+" { text.removeFirst() }
        let separators = text.filter { $0 == "." || $0 == "," }
        var whole = text
        var part = ""
        if let last = separators.last {
            let isRepeated = separators.count { $0 == last } > 1
            if !isRepeated, let position = text.lastIndex(of: last) {
                whole = String(text[..<position])
                part = String(text[text.index(after: position)...])
            }
            whole = whole.filter { $0 != "." && $0 != "," }
        }
        let digits = whole + part
        guard !digits.isEmpty, digits.utf8.count <= 18, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
        else {
            return nil
        }
        return (whole.isEmpty ? "0" : whole, part, isNegative)
    }
}
