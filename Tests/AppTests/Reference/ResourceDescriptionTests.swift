import Foundation
import ParlayAPI
import Tenancy
import Testing

@testable import App

/// Resources write, and Codable reads, what they describe.
@Suite struct ResourceDescriptionTests {
    /// Those that some route answers.
    private static func types() throws -> [any Described.Type] {
        var types: [String: any Described.Type] = [:]
        for surface in try RouteMatrixFixture.surfaces() {
            for answer in surface.routes.flatMap(\.description.answers) {
                switch answer.content {
                case .resource(let type), .page(let type): types[type.schemaName] = type
                case .none, .object, .assembled, .json, .media: break
                }
            }
        }
        return types.values.sorted { $0.schemaName < $1.schemaName }
    }

    @Test func `an example has the members that are described, all of them`() throws {
        let types = try Self.types()
        #expect(types.count > 5)
        for type in types {
            let bytes = type.example.jsonBytes()
            let object = try JSONParser.parseObject(bytes)
            MemberCheck(type.fields, isWhole: true).expect(.object(object), type.schemaName)
        }
    }

    @Test func `an example of a resource to which modules add has them all`() throws {
        var count = 0
        for answer in try RouteMatrixFixture.surfaces().flatMap(\.routes).flatMap(\.description.answers) {
            guard case .assembled(let name, _, let fields, let example) = answer.content else { continue }
            MemberCheck(fields, isWhole: true).expect(example, name)
            count += 1
        }
        #expect(count > 0)
    }

    @Test func `Codable reads the example, and refuses what the description refuses`() throws {
        for type in try Self.types() { try check(type) }
    }

    private func check<Resource: Described>(_ type: Resource.Type) throws {
        guard let codable = type as? any (Codable & Equatable).Type else {
            #expect(type is any RequestBody.Type, "\(type.schemaName) is neither Codable nor a body")
            return
        }
        try check(codable, example: JSONParser.parse(type.example.jsonBytes()), type.fields, type.schemaName)
    }

    private func check<Value: Codable & Equatable>(
        _ type: Value.Type,
        example: JSONValue,
        _ fields: [FieldDescription],
        _ name: String
    ) throws {
        func reads(_ value: JSONValue) -> Bool {
            (try? JSONDecoder().decode(Value.self, from: Data(value.jsonBytes()))) != nil
        }
        let value = try JSONDecoder().decode(Value.self, from: Data(example.jsonBytes()))
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Value.self, from: encoded) == value, "\(name) changes by encoding")
        for (path, field) in Self.paths(fields, in: example) where field.kind != .object([]) {
            let place = "\(name).\(path.joined(separator: "."))"
            func with(_ new: JSONValue) -> JSONValue { Self.replacing(path[...], in: example, by: new) }
            // For a client, an optional member may also be null.
            if field.isRequired {
                #expect(reads(with(.null)) == field.isNullable, "\(place) as null")
            }
            switch field.kind {
            case .text where field.choices.isEmpty:
                let pattern = field.pattern ?? ""
                let isLike =
                    pattern.isEmpty || "some text".range(of: pattern, options: .regularExpression) != nil
                let fits = isLike && field.format != "date"
                #expect(reads(with("some text")) == fits, "\(place) and any text")
            case .text:
                for choice in field.choices { #expect(reads(with(.string(choice))), "\(place): \(choice)") }
            case .timestamp: #expect(!reads(with("nonsense")), "\(place) is no time")
            case .integer, .number, .boolean, .list, .object:
                #expect(!reads(with("text")), "\(place) is a text")
            }
            if case .text = field.kind { #expect(!reads(with(7)), "\(place) is a number") }
            if case .integer = field.kind {
                #expect(!reads(with(.number(try #require(JSONNumber(1.5))))), "\(place) is no integer")
            }
        }
    }

    /// Every member, those of objects inside too, as far as the example has them.
    private static func paths(_ fields: [FieldDescription], in value: JSONValue) -> [(
        [String], FieldDescription
    )] {
        guard case .object(let object) = value else { return [] }
        return fields.filter { object[$0.name] != nil }.flatMap { field -> [([String], FieldDescription)] in
            var paths = [([field.name], field)]
            if case .object(let inner) = field.kind, let member = object[field.name] {
                paths += Self.paths(inner, in: member).map { ([field.name] + $0.0, $0.1) }
            }
            return paths
        }
    }

    private static func replacing(_ path: ArraySlice<String>, in value: JSONValue, by new: JSONValue)
        -> JSONValue
    {
        guard let key = path.first, case .object(let object) = value else { return new }
        var copy = JSONObject()
        for member in object.members {
            let isMeant = member.key == key
            copy.add(
                member.key,
                isMeant ? replacing(path.dropFirst(), in: member.value, by: new) : member.value
            )
        }
        return .object(copy)
    }
}
