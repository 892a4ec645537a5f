/// Header fields in the order of arrival; names ignore case (RFC 9110, 5.1).
package struct Headers: Sendable {
    package private(set) var fields: [Field] = []

    /// Not a tuple, whose copies and ends are left to the runtime's generic code.
    package struct Field: Sendable {
        package let name: String
        package let value: String
    }

    package init() {}

    /// With room for this many fields.
    init(capacity: Int) { fields.reserveCapacity(capacity) }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    package mutating func set(_ name: String, _ value: String) {
        if contains(name) { fields.removeAll { Self.equal($0.name, name) } }
        add(name, value)
    }

    /// The first field with that name.
    package subscript(name: String) -> String? { position(of: name).map { fields[$0].value } }

    package func contains(_ name: String) -> Bool { position(of: name) != nil }

    /// By a span, which copies no field.
    private func position(of name: String) -> Int? {
        let fields = fields.span
        for position in fields.indices where Self.equal(fields[position].name, name) { return position }
        return nil
    }

    package func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where Self.equal(field.name, name) { values.append(field.value) }
        return values
    }

    /// The value of the only field with that name; `nil` if there is none, or more than one.
    package func only(_ name: String) -> String? {
        var found: String?
        for field in fields where Self.equal(field.name, name) {
            guard found == nil else { return nil }
            found = field.value
        }
        return found
    }

    /// ASCII, ignoring case.
    package static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return equal(left.utf8.span, right.utf8.span)
    }

    /// ASCII, ignoring case.
    package static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where lower(left[index]) != lower(right[index]) { return false }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
}
