/// The OpenAPI description of a body's field.
package struct FieldDescription: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        case text
        case integer
        case number
        case boolean
        case timestamp
        case list(FieldDescription)
        /// With only these members; without any, any object.
        case object([FieldDescription])
    }

    package var name: String
    package var kind: Kind
    /// A sentence for the reader of the reference; may be empty.
    package var summary: String
    /// `false` in a body that merges, whatever the declaration says.
    package var isRequired = true
    package var isNullable = false
    /// The field is unknown unless this module is on; `nil` if it always exists.
    package var module: Module?
    /// For a text in Unicode scalars, for a list in elements. The upper bound `Int.max` means none.
    package var lengths: ClosedRange<Int>?
    package var range: ClosedRange<Int64>?
    /// Of a number.
    package var bounds: ClosedRange<Double>?
    /// A number is a multiple of it.
    package var step: Double?
    /// An ECMA 262 regular expression, for documentation; code does the checking.
    package var pattern: String?
    /// A format of JSON Schema: `email`, `password`, `date-time`.
    package var format: String?
    /// The only allowed texts; empty if any is.
    package var choices: [String] = []
    /// The default of an absent query parameter; `nil` if there is none or the text describes it.
    package var defaultValue: JSONValue?
    /// For an object that is a resource: its name in the reference.
    package var schemaName: String?
    /// The description of such a resource.
    package var schemaSummary = ""

    package init(name: String, kind: Kind, summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    /// Who owns the field.
    package enum SchemaStyle: Hashable, Sendable {
        /// A request's body: unknown members are refused.
        case body
        /// A resource of an answer: it can have further members, and nested resources are referenced by name.
        case resource
    }

    /// The field of a body as JSON Schema.
    package var schema: JSONValue { schema(.body) }

    /// The field as JSON Schema (2020-12, which OpenAPI 3.1 uses).
    package func schema(_ style: SchemaStyle) -> JSONValue {
        if style == .resource, let schemaName { return reference(to: schemaName) }
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
        if let pattern = pattern ?? (style == .body ? textPattern : nil) {
            schema.add("pattern", .string(pattern))
        }
        if !choices.isEmpty {
            schema.add("enum", .array(choices.map { .string($0) } + (isNullable ? [.null] : [])))
        }
        addLimits(to: &schema)
        if let defaultValue { schema.add("default", defaultValue) }
        switch kind {
        case .list(let element): schema.add("items", element.schema(style))
        case .object([]): break
        case .object(let fields):
            for member in Self.members(of: fields, style).members { schema.add(member.key, member.value) }
        case .text, .integer, .number, .boolean, .timestamp: break
        }
        return .object(schema)
    }

    /// The rules for every text; see `BodyField.text`.
    private var textPattern: String? {
        guard case .text = kind, choices.isEmpty else { return nil }
        let allowed = #"[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]"#
        guard let lengths, lengths.lowerBound > 0 else { return "^\(allowed)*$" }
        return #"^\#(allowed)*[^\s\u0000-\u0008\u000b-\u001f\u007f-\u009f]\#(allowed)*$"#
    }

    private func reference(to name: String) -> JSONValue {
        let target: JSONObject = ["$ref": .string("#/components/schemas/\(name)")]
        var schema: JSONObject = isNullable ? ["anyOf": [.object(target), ["type": "null"]]] : target
        if !summary.isEmpty { schema.add("description", .string(summary)) }
        return .object(schema)
    }

    private func addLimits(to schema: inout JSONObject) {
        if let range {
            if range.lowerBound != .min { schema.add("minimum", .integer(range.lowerBound)) }
            if range.upperBound != .max { schema.add("maximum", .integer(range.upperBound)) }
        }
        if let bounds, let lowest = JSONNumber(bounds.lowerBound), let highest = JSONNumber(bounds.upperBound)
        {
            schema.add("minimum", .number(lowest))
            schema.add("maximum", .number(highest))
        }
        if let step, let multiple = JSONNumber(step) { schema.add("multipleOf", .number(multiple)) }
        if let lengths {
            let unit = if case .list = kind { "Items" } else { "Length" }
            if lengths.lowerBound > 0 { schema.add("min\(unit)", .integer(Int64(lengths.lowerBound))) }
            if lengths.upperBound != .max { schema.add("max\(unit)", .integer(Int64(lengths.upperBound))) }
        }
    }

    /// An object with these fields as JSON Schema; for a body, without others.
    package static func schema(of fields: [FieldDescription], _ style: SchemaStyle = .body) -> JSONValue {
        var schema: JSONObject = ["type": "object"]
        for member in members(of: fields, style).members { schema.add(member.key, member.value) }
        return .object(schema)
    }

    private static func members(of fields: [FieldDescription], _ style: SchemaStyle) -> JSONObject {
        var properties = JSONObject()
        for field in fields { properties.add(field.name, field.schema(style)) }
        var members: JSONObject = ["properties": .object(properties)]
        if style == .body { members.add("additionalProperties", false) }
        // A module's member is absent if the module is off.
        let required = fields.filter { $0.isRequired && $0.module == nil }
        if !required.isEmpty { members.add("required", .array(required.map { .string($0.name) })) }
        return members
    }
}
