internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// Bodies in the original app's form: unknown fields are ignored.
enum WordUpBodies {
    static func object(_ call: Call) throws -> JSONObject {
        let value = try call.value()
        guard case .object(let object) = value else {
            throw invalid(
                "non_field_errors",
                "Invalid data. Expected a dictionary, but got \(python(value))."
            )
        }
        return object
    }

    /// Username and password, as JSON or as a form.
    static func credentials(_ call: Call) throws -> (username: String, password: String) {
        let object = isForm(call) ? try form(call) : try object(call)
        var errors = FieldErrors()
        var found: [String] = []
        for (name, limit) in [("username", 254), ("password", 1024)] {
            switch object[name] {
            case nil: errors.add(name, "This field is required.")
            case .null: errors.add(name, "This field may not be null.")
            case .string(let text) where text.allSatisfy(\.isWhitespace):
                errors.add(name, "This field may not be blank.")
            case .string(let text) where text.unicodeScalars.contains("\0"):
                errors.add(name, "Null characters are not allowed.")
            case .string(let text) where text.unicodeScalars.count > limit:
                errors.add(name, "Ensure this field has no more than \(limit) characters.")
            case .string(let text): found.append(text)
            case .integer(let number): found.append(String(number))
            default: errors.add(name, "Not a valid string.")
            }
        }
        guard errors.isEmpty, found.count == 2 else { throw Problem.invalidFields(errors) }
        return (found[0], found[1])
    }

    /// The members with these names; early clients' three-letter languages become two-letter ones.
    static func picked(_ names: [String], from object: JSONObject) -> JSONObject {
        var picked = JSONObject()
        for name in names {
            guard let value = object[name] else { continue }
            if ["known_lang", "learn_lang"].contains(name), case .string(let code) = value {
                picked.add(name, .string(Languages.shortCode(code) ?? code))
            } else {
                picked.add(name, value)
            }
        }
        return picked
    }

    static func text(_ name: String, in object: JSONObject) -> String? {
        if case .string(let text) = object[name] { text } else { nil }
    }

    static func invalid(_ field: String, _ sentence: String) -> Problem {
        .invalidFields(FieldErrors(field, sentence))
    }

    private static func isForm(_ call: Call) -> Bool {
        call.request.head.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded")
            ?? false
    }

    private static func form(_ call: Call) throws -> JSONObject {
        guard let text = String(validating: call.request.body, as: UTF8.self),
            let pairs = RequestTarget.pairs(text)
        else { throw WordUpRefusal(status: 400, text: "malformed form") }
        var object = JSONObject()
        for pair in pairs { object.add(pair.name, .string(pair.value)) }
        return object
    }

    /// Python's name of the type.
    private static func python(_ value: JSONValue) -> String {
        switch value {
        case .null: "NoneType"
        case .bool: "bool"
        case .integer: "int"
        case .number: "float"
        case .string: "str"
        case .array: "list"
        case .object: "dict"
        }
    }
}
