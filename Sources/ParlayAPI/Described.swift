/// A resource that describes its JSON: the reference is made from it, and a test compares it with what is written.
/// Most are a `Resource`, which describes and writes it in one place.
package protocol Described: JSONWritable, Sendable {
    /// Its name in the reference: `Profile`.
    static var schemaName: String { get }
    /// A sentence that says what it is. A test finds resources without one.
    static var schemaSummary: String { get }
    /// Every member. One that a module adds has that module; one that may be absent is not required.
    static var fields: [FieldDescription] { get }
    /// A realistic value, with every member.
    static var example: Self { get }
}

extension Described {
    package static var schemaName: String { "\(Self.self)" }
    package static var schemaSummary: String { "" }
}

extension FieldDescription {
    /// A member of an object that is not a `Resource`.
    package static func member(
        _ name: String,
        _ kind: Kind,
        _ summary: String = "",
        isNullable: Bool = false,
        isRequired: Bool = true,
        module: Module? = nil,
        format: String? = nil
    ) -> FieldDescription {
        var field = FieldDescription(name: name, kind: kind, summary: summary)
        field.isNullable = isNullable
        field.isRequired = isRequired
        field.module = module
        field.format = format ?? (kind == .timestamp ? "date-time" : nil)
        return field
    }
}
