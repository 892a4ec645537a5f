package import ParlayAPI

/// What `--json` prints.
package enum JSONText {
    package static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The same with the members of objects by their names: what clients decode has them in no order.
    package static func sorted(_ value: JSONValue) -> String { text(inOrder(value)) }

    private static func inOrder(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(inOrder))
        case .object(let found):
            object(found.members.sorted { $0.key < $1.key }.map { ($0.key, inOrder($0.value)) })
        default: value
        }
    }

    package static func array(_ values: [JSONValue]) -> String { text(.array(values)) }

    package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { _ = object.add(name, value) }
        return .object(object)
    }

    package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    package static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }

    /// A resource of the HTTP API.
    package static func value(_ resource: some JSONWritable) -> JSONValue { .object(members(of: resource)) }

    /// A resource of the HTTP API with members that only operators see.
    package static func adding(_ members: [(String, JSONValue)], to resource: some JSONWritable) -> JSONValue
    {
        var object = self.members(of: resource)
        for (name, value) in members { _ = object.add(name, value) }
        return .object(object)
    }

    private static func members(of resource: some JSONWritable) -> JSONObject {
        var writer = JSONWriter()
        resource.write(to: &writer)
        // It was written by `JSONWriter`, so it parses.
        return (try? JSONParser.parseObject(writer.bytes)) ?? JSONObject()
    }
}
