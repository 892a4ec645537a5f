/// What a body's field takes: the part of its declaration that the OpenAPI description shows.
public struct FieldDescription: Hashable, Sendable {
    public indirect enum Kind: Hashable, Sendable {
        case text
        case integer
        case number
        case boolean
        case timestamp
        case list(FieldDescription)
        case object([FieldDescription])
    }

    public var name: String
    public var kind: Kind
    /// A sentence for the reader of the reference; may be empty.
    public var summary: String
    /// `false` in a body that merges, whatever the declaration says.
    public var isRequired = true
    public var isNullable = false
    /// The field is unknown unless this module is on; `nil` for a field that is always there.
    public var module: Module?
    /// Of a text in Unicode scalars, of a list in elements. The upper bound `Int.max` is no bound.
    public var lengths: ClosedRange<Int>?
    public var range: ClosedRange<Int64>?
    /// Of a number.
    public var bounds: ClosedRange<Double>?
    /// An ECMA 262 regular expression, for documentation; code does the checking.
    public var pattern: String?
    /// A format of JSON Schema: `email`, `password`, `date-time`.
    public var format: String?
    /// The only texts that are taken; empty when any is.
    public var choices: [String] = []
    /// Of an object that is a resource: what the reference calls it.
    public var schemaName: String?

    public init(name: String, kind: Kind, summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    /// The field as JSON Schema (2020-12, which OpenAPI 3.1 uses).
    public var schema: JSONValue {
        var schema = JSONObject()
        let type: String
        switch kind {
        case .text, .timestamp: type = "string"
        case .integer: type = "integer"
        case .number: type = "number"
        case .boolean: type = "boolean"
        case .list: type = "array"
        case .object: type = "object"
        }
        schema.add("type", isNullable ? [.string(type), "null"] : .string(type))
        if !summary.isEmpty { schema.add("description", .string(summary)) }
        if case .integer = kind { schema.add("format", "int64") }
        if let format { schema.add("format", .string(format)) }
        if let pattern { schema.add("pattern", .string(pattern)) }
        if !choices.isEmpty {
            schema.add("enum", .array(choices.map { .string($0) } + (isNullable ? [.null] : [])))
        }
        if let range {
            if range.lowerBound != .min { schema.add("minimum", .integer(range.lowerBound)) }
            if range.upperBound != .max { schema.add("maximum", .integer(range.upperBound)) }
        }
        if let bounds, let lowest = JSONNumber(bounds.lowerBound), let highest = JSONNumber(bounds.upperBound)
        {
            schema.add("minimum", .number(lowest))
            schema.add("maximum", .number(highest))
        }
        if let lengths {
            let unit = type == "array" ? "Items" : "Length"
            if lengths.lowerBound > 0 { schema.add("min\(unit)", .integer(Int64(lengths.lowerBound))) }
            if lengths.upperBound != .max { schema.add("max\(unit)", .integer(Int64(lengths.upperBound))) }
        }
        switch kind {
        case .list(let element): schema.add("items", element.schema)
        case .object(let fields):
            for member in Self.members(of: fields).members { schema.add(member.key, member.value) }
        case .text, .integer, .number, .boolean, .timestamp: break
        }
        return .object(schema)
    }

    /// An object with these fields and no others, as JSON Schema.
    public static func schema(of fields: [FieldDescription]) -> JSONValue {
        var schema: JSONObject = ["type": "object"]
        for member in members(of: fields).members { schema.add(member.key, member.value) }
        return .object(schema)
    }

    private static func members(of fields: [FieldDescription]) -> JSONObject {
        var properties = JSONObject()
        for field in fields { properties.add(field.name, field.schema) }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        var members: JSONObject = ["properties": .object(properties), "additionalProperties": false]
        if !required.isEmpty { members.add("required", .array(required)) }
        return members
    }
}
