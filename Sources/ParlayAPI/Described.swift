/// A resource that says what its JSON looks like: the reference is made of it, and a test compares it with what is
/// written.
public protocol Described: JSONWritable, Sendable {
    /// What the reference calls it: `Profile`.
    static var schemaName: String { get }
    /// A sentence that says what it is. A test finds resources without one.
    static var schemaSummary: String { get }
    /// Every member. One that a module adds has that module; one that may be absent is not required.
    static var fields: [FieldDescription] { get }
    /// A value that could be a real one, with every member.
    static var example: Self { get }
}

extension Described {
    public static var schemaName: String { "\(Self.self)" }
    public static var schemaSummary: String { "" }
}

extension FieldDescription {
    /// A member of a resource.
    public static func member(
        _ name: String,
        _ kind: Kind,
        _ summary: String = "",
        isNullable: Bool = false,
        isRequired: Bool = true,
        module: Module? = nil,
        format: String? = nil,
        choices: [String] = [],
        range: ClosedRange<Int64>? = nil
    ) -> FieldDescription {
        var field = FieldDescription(name: name, kind: kind, summary: summary)
        field.isNullable = isNullable
        field.isRequired = isRequired
        field.module = module
        field.format = format ?? (kind == .timestamp ? "date-time" : nil)
        field.choices = choices
        field.range = range
        return field
    }

    /// A member of a resource that is one of an enumeration's values.
    public static func member<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        oneOf type: Choice.Type,
        _ summary: String = "",
        isNullable: Bool = false,
        module: Module? = nil
    ) -> FieldDescription {
        let choices = type.allCases.map(\.rawValue)
        return member(name, .text, summary, isNullable: isNullable, module: module, choices: choices)
    }

    /// A member of a resource that is a resource itself.
    public static func member(
        _ name: String,
        _ type: any Described.Type,
        _ summary: String = "",
        isNullable: Bool = false,
        isRequired: Bool = true,
        module: Module? = nil
    ) -> FieldDescription {
        var field = member(
            name,
            .object(type.fields),
            summary,
            isNullable: isNullable,
            isRequired: isRequired,
            module: module
        )
        field.schemaName = type.schemaName
        field.schemaSummary = type.schemaSummary
        return field
    }
}

extension FieldDescription.Kind {
    /// A list of resources.
    public static func list(of type: any Described.Type) -> FieldDescription.Kind {
        .list(.member("", type))
    }

    /// A list of an enumeration's values.
    public static func list<Choice: RawRepresentable<String> & CaseIterable>(
        oneOf type: Choice.Type
    ) -> FieldDescription.Kind { .list(.member("", oneOf: type)) }
}
