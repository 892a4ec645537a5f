internal import ParlayAPI

/// A field of an endpoint's body or query, as a command takes it.
struct APIField: Sendable {
    let description: FieldDescription
    /// Read from a file.
    let isSecret: Bool

    var name: String { description.name }

    /// As an argument: `LABEL`.
    var argument: String { name.uppercased() }

    /// As an option: `--expires` of `expires_at`.
    var flag: String {
        let words = name.split(separator: "_")
        let kept = words.last == "at" ? words.dropLast() : words[...]
        return "--" + kept.joined(separator: "-") + (isSecret ? "-file" : "")
    }

    var option: Command.Option {
        .value(flag, placeholder, summary + (description.isRequired ? "; required" : ""))
    }

    private var placeholder: String {
        if isSecret { return "FILE" }
        switch description.kind {
        case .text where (1...3).contains(description.choices.count):
            return description.choices.joined(separator: "|")
        case .text: return description.format == "uri" ? "URL" : "TEXT"
        case .integer, .number: return "N"
        case .boolean: return "true|false"
        case .timestamp: return "TIME"
        case .list: return "A,B"
        case .object: return "JSON"
        }
    }

    /// The sentence of the reference, as `--help` has them: without a capital and a full stop. An empty text is null.
    private var summary: String {
        let text = description.summary.replacing("`", with: "").replacing("null ", with: "\"\" ")
        let sentence = text.hasSuffix(".") ? text.dropLast() : text[...]
        return sentence.lowercasedStart
    }

    /// What to send for the text that was given.
    ///
    /// - Parameter given: how it was given, for mistakes: `--uses`.
    func value(of text: String, given: String) throws -> JSONValue {
        let text = isSecret ? try SecretFile.read(text) : text
        if description.isNullable, text.isEmpty { return .null }
        return try Self.value(of: text, description.kind, given: given)
    }

    private static func value(of text: String, _ kind: FieldDescription.Kind, given: String) throws
        -> JSONValue
    {
        switch kind {
        case .text, .timestamp: return .string(text)
        case .boolean:
            guard let value = Bool(text) else { throw UsageError("\(given) must be true or false") }
            return .bool(value)
        case .integer:
            guard let number = Int64(text) else { throw UsageError("\(given) must be a whole number") }
            return .integer(number)
        case .number:
            guard let number = Double(text).flatMap(JSONNumber.init) else {
                throw UsageError("\(given) must be a number")
            }
            return .number(number)
        case .list(let element):
            return .array(
                try text.split(separator: ",").map { part in
                    try value(of: String(part.drop { $0 == " " }), element.kind, given: given)
                }
            )
        case .object:
            do throws(JSONSyntaxError) {
                return .object(try JSONParser.parseObject(Array(text.utf8)))
            } catch {
                throw UsageError("\(given) must be a JSON object: \(error)")
            }
        }
    }
}

extension StringProtocol {
    /// With a small first letter, unless the second is a capital too, as in `API`.
    var lowercasedStart: String {
        guard let first, let second = dropFirst().first, !second.isUppercase else { return String(self) }
        return first.lowercased() + dropFirst()
    }
}
