/// Header fields in the order of arrival; names ignore case (RFC 9110, 5.1).
package struct Headers: Sendable {
    package private(set) var fields: [(name: String, value: String)] = []

    package init() {}

    /// With room for this many fields.
    init(capacity: Int) { fields.reserveCapacity(capacity) }

    package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    package mutating func set(_ name: String, _ value: String) {
        fields.removeAll { Self.equal($0.name, name) }
        fields.append((name, value))
    }

    /// The first field with that name.
    package subscript(name: String) -> String? {
        for field in fields where Self.equal(field.name, name) { return field.value }
        return nil
    }

    package func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where Self.equal(field.name, name) { values.append(field.value) }
        return values
    }

    /// ASCII, ignoring case.
    package static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let (left, right) = (left.utf8.span, right.utf8.span)
        for index in left.indices where lower(left[index]) != lower(right[index]) { return false }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
}
