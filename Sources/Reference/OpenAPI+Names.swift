internal import ParlayAPI

/// Names for schemas, which generators make types of.
extension OpenAPI {
    /// `RegisterBody`
    static func bodyName(_ call: CallDescription) -> String { capitalized(call.name) + "Body" }

    /// Gives the objects inside of a schema the names of their members: `RegisterBodyPlace`.
    static func titled(_ schema: JSONObject, _ name: String) -> JSONObject {
        var titled = schema
        if let items = schema["items"]?.asObject {
            titled = titled.replacing("items", with: inner(items, name))
        }
        guard let properties = schema["properties"]?.asObject else { return titled }
        var named = JSONObject()
        for property in properties.members {
            guard let object = property.value.asObject else { continue }
            named.add(property.key, inner(object, name + capitalized(property.key)))
        }
        return titled.replacing("properties", with: .object(named))
    }

    private static func inner(_ schema: JSONObject, _ name: String) -> JSONValue {
        let isObject = schema["properties"] != nil
        let titled = titled(schema, name)
        return .object(isObject ? JSONObject([("title", .string(name))]).merging(titled) : titled)
    }

    /// `user_rating` → `UserRating`
    private static func capitalized(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
