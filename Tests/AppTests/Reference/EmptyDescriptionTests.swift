import ParlayAPI
import Reference
import Testing

/// Everything that the document names is described in words.
@Suite struct EmptyDescriptionTests {
    private static func document() throws -> JSONObject {
        OpenAPI(try TestReference.routes().handbook).document
    }

    @Test func `every call, parameter, field, schema, header and answer has a description`() throws {
        let document = try Self.document()
        var found: [String] = []
        for path in try #require(document["paths"]?.object).members {
            for call in try #require(path.value.object).members {
                let name = "\(call.key) \(path.key)"
                let operation = try #require(call.value.object)
                for key in ["operationId", "summary", "description"] where !operation.says(key) {
                    found.append("\(name): \(key)")
                }
                for parameter in operation["parameters"]?.elements ?? [] where !parameter.isReference {
                    if parameter.object?.says("description") != true { found.append("\(name): \(parameter)") }
                }
                for content in operation["requestBody"]?.object?["content"]?.object?.members ?? [] {
                    guard let schema = content.value.object?["schema"] else { continue }
                    found += Self.undescribed(schema, "\(name): body")
                }
                for answer in operation["responses"]?.object?.members ?? []
                where !answer.value.isReference && answer.value.object?.says("description") != true {
                    found.append("\(name): \(answer.key)")
                }
            }
        }
        let components = try #require(document["components"]?.object)
        for kind in ["schemas", "parameters", "headers", "responses", "securitySchemes"] {
            let members = try #require(components[kind]?.object).members
            #expect(!members.isEmpty)
            for member in members {
                if member.value.object?.says("description") != true { found.append("\(kind) \(member.key)") }
                if kind == "schemas" { found += Self.undescribed(member.value, member.key) }
            }
        }
        for tag in document["tags"]?.elements ?? [] where tag.object?.says("description") != true {
            found.append("tag \(tag)")
        }
        #expect(found == [])
    }

    /// The members of an object without a description, those of objects inside too.
    private static func undescribed(_ schema: JSONValue, _ path: String) -> [String] {
        guard let schema = schema.object else { return [] }
        var found: [String] = []
        for member in schema["properties"]?.object?.members ?? [] {
            let name = "\(path).\(member.key)"
            if member.value.object?.says("description") != true { found.append(name) }
            found += undescribed(member.value, name)
        }
        if let items = schema["items"] { found += undescribed(items, "\(path)[]") }
        return found
    }

    @Test func `no text of the document is empty`() throws {
        var empty: [String] = []
        func visit(_ value: JSONValue, _ path: String) {
            switch value {
            case .object(let object):
                for member in object.members {
                    let place = "\(path)/\(member.key)"
                    if ["description", "summary", "title"].contains(member.key),
                        case .string("") = member.value
                    {
                        empty.append(place)
                    }
                    // Examples are data.
                    if !["example", "examples"].contains(member.key) { visit(member.value, place) }
                }
            case .array(let elements):
                for (index, element) in elements.enumerated() { visit(element, "\(path)/\(index)") }
            default: break
            }
        }
        visit(.object(try Self.document()), "")
        #expect(empty == [])
    }
}

extension JSONValue {
    fileprivate var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    fileprivate var isReference: Bool { object?["$ref"] != nil }
}

extension JSONObject {
    fileprivate func says(_ key: String) -> Bool {
        if case .string(let text)? = self[key] { !text.isEmpty } else { false }
    }
}
