/// Header fields in the order they came; names compare without case (RFC 9110, 5.1).
package struct Headers: Sendable {
    package private(set) var fields: [(name: String, value: String)] = []

    package init() {}

    package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    package mutating func set(_ name: String, _ value: String) {
        fields.removeAll { Self.equal($0.name, name) }
        fields.append((name, value))
    }

    /// The first field of that name.
    package subscript(name: String) -> String? {
        for field in fields where Self.equal(field.name, name) { return field.value }
        return nil
    }

    package func values(of name: String) -> [String] {
        fields.lazy.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// ASCII without case.
    static func equal(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
}
