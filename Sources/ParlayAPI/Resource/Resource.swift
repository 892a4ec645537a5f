/// An object of an answer. Its members are declared once:
///
///     public struct Creator: Resource, Hashable {
///         package static var schemaSummary: String { "Someone who made an app." }
///         package static var example: Creator { Creator(name: "The WordUp team") }
///
///         public var name: String
///         public var url: String?
///
///         package mutating func members(_ object: inout some MemberVisitor) {
///             object.member("name", &name, "A person or a team.")
///             object.member("url", &url, "The URL of their page.")
///         }
///     }
///
/// Its JSON, its Codable conformance and its description in the reference all derive from `members`. Kind and
/// nullability of a member are those of its property.
package protocol Resource: MemberGroup, Described, MemberValue {}

/// Members of a JSON object that are declared together: those of a resource or a body, or a module's part of one.
package protocol MemberGroup: Codable, JSONWritable, Sendable {
    /// A realistic value, with every member.
    static var example: Self { get }

    /// Shows every property to the visitor, whatever its value, in the order of the JSON. A visitor that decodes sets
    /// them; others change nothing.
    mutating func members(_ object: inout some MemberVisitor)
}

extension MemberGroup {
    /// What the reference says of the members.
    static var memberFields: [FieldDescription] {
        var describer = MemberDescriber()
        var example = example
        example.members(&describer)
        return describer.fields
    }

    package func write(to writer: inout JSONWriter) {
        var copy = self
        writer.object { writer in copy.members(&writer) }
    }

    package static func write(elements: [Self], to writer: inout JSONWriter) {
        for index in elements.indices {
            let start = writer.count
            // The only copy.
            var copy = elements[index]
            writer.object { writer in copy.members(&writer) }
            if index == 0 { writer.reserve(for: elements.count - 1, like: writer.count - start) }
        }
    }
}

extension Resource {
    package static var fields: [FieldDescription] { memberFields }

    package static func describe(_ field: inout FieldDescription) {
        field.kind = .object(fields)
        field.schemaName = schemaName
        field.schemaSummary = schemaSummary
    }
}

/// Visits the members of an object: those that a body has too as its fields, the others by name. `JSONWriter` writes
/// them; others describe, decode and encode them.
package protocol MemberVisitor: BodyVisitor {
    /// A member that is always there; `null` if it is `nil`.
    mutating func visit<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ note: MemberNote
    )

    /// A member that is absent if it is `nil`.
    mutating func visitIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ note: MemberNote
    )

    /// Members that are declared elsewhere and belong to the same object.
    mutating func members(of group: inout some MemberGroup)

    /// A module's part of the object. Absent if it is `nil`, as it is when the module is off.
    mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module)
}

/// What the reference says about a member beyond its type.
///
/// Only of static strings, so that it costs nothing if it is not read.
package struct MemberNote: Sendable {
    /// A sentence.
    let summary: StaticString
    let range: ClosedRange<Int64>?
    /// A format of JSON Schema, such as `uri`.
    let format: StaticString?
    /// A sentence about each element of a list.
    let element: StaticString

    @usableFromInline
    init(
        _ summary: StaticString,
        range: ClosedRange<Int64>?,
        format: StaticString?,
        element: StaticString
    ) {
        self.summary = summary
        self.range = range
        self.format = format
        self.element = element
    }
}

extension MemberVisitor {
    /// A member that is always there; `null` if it is `nil`.
    @inlinable
    package mutating func member<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ summary: StaticString,
        range: ClosedRange<Int64>? = nil,
        format: StaticString? = nil,
        element: StaticString = ""
    ) {
        visit(name, &value, MemberNote(summary, range: range, format: format, element: element))
    }

    /// A member that is absent if it is `nil`.
    @inlinable
    package mutating func memberIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ summary: StaticString
    ) {
        visitIfPresent(name, &value, MemberNote(summary, range: nil, format: nil, element: ""))
    }
}

// MARK: - Writing

extension JSONWriter: MemberVisitor {
    // Inlined, so that the notes, which are not read here, are not put together either.
    @inline(__always)
    package mutating func visit<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ note: MemberNote
    ) {
        key(name)
        value.write(to: &self)
    }

    @inline(__always)
    package mutating func visitIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ note: MemberNote
    ) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    package mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
        key(field.name)
        value.write(to: &self)
    }

    package mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
        if case .set(let value) = change { member(field.name, value) }
    }

    @inline(__always)
    package mutating func members(of group: inout some MemberGroup) { group.members(&self) }

    package mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module) {
        group?.members(&self)
    }
}
