/// A type of a member: it writes and describes its JSON.
package protocol MemberValue: JSONWritable, Codable, Sendable {
    /// Sets the kind of the field, and what else the type decides.
    static func describe(_ field: inout FieldDescription)

    /// The meaning of an absent member for a client; `nil` if it is required.
    static var whenAbsent: Self? { get }
}

extension MemberValue {
    package static var whenAbsent: Self? { nil }
}

extension String: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .text }
}

extension Bool: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .boolean }
}

extension Int: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .integer }
}

extension Int64: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .integer }
}

extension Double: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .number }
}

extension Timestamp: MemberValue {
    package static func describe(_ field: inout FieldDescription) {
        field.kind = .timestamp
        field.format = "date-time"
    }
}

/// Any JSON object.
extension JSONValue: MemberValue {
    package static func describe(_ field: inout FieldDescription) { field.kind = .object([]) }
}

extension Optional: MemberValue where Wrapped: MemberValue {
    package static func describe(_ field: inout FieldDescription) {
        Wrapped.describe(&field)
        field.isNullable = true
    }

    package static var whenAbsent: Wrapped?? { .some(nil) }
}

extension Array: MemberValue where Element: MemberValue {
    package static func describe(_ field: inout FieldDescription) {
        var element = FieldDescription(name: "", kind: .text, summary: "")
        Element.describe(&element)
        field.kind = .list(element)
    }
}

extension MemberValue where Self: RawRepresentable<String> & CaseIterable {
    package static func describe(_ field: inout FieldDescription) {
        field.kind = .text
        field.choices = allCases.map(\.rawValue)
    }
}

extension Extensible: MemberValue where Known.RawValue: MemberValue {
    package static func describe(_ field: inout FieldDescription) {
        Known.RawValue.describe(&field)
        let values = Known.allCases.map(\.rawValue)
        if let texts = values as? [String] { field.choices = texts }
        if let numbers = values as? [Int], let lowest = numbers.min(), let highest = numbers.max() {
            field.range = Int64(lowest)...Int64(highest)
        }
    }
}
