import ParlayAPI
import Testing

/// Compares JSON with the fields that describe it.
struct MemberCheck {
    let fields: [FieldDescription]
    /// Whether optional members must be present, as in examples; members of nested objects need not.
    let isWhole: Bool

    init(_ fields: [FieldDescription], isWhole: Bool = false) {
        self.fields = fields
        self.isWhole = isWhole
    }

    func expect(_ value: JSONValue?, _ name: String) {
        guard case .object(let object)? = value else {
            Issue.record("\(name) is no object")
            return
        }
        let keys = Set(object.keys)
        #expect(
            keys.subtracting(fields.map(\.name)).sorted() == [],
            "\(name): members that are not described"
        )
        let needed = fields.filter { isWhole || ($0.isRequired && $0.module == nil) }.map(\.name)
        #expect(
            Set(needed).subtracting(keys).sorted() == [],
            "\(name): members that are described and absent"
        )
        for field in fields {
            guard let value = object[field.name] else { continue }
            expect(value, as: field, "\(name).\(field.name)")
        }
    }

    private func expect(_ value: JSONValue, as field: FieldDescription, _ name: String) {
        switch (value, field.kind) {
        case (.null, _): #expect(field.isNullable, "\(name) is null")
        case (.string(let text), .text):
            #expect(field.choices.isEmpty || field.choices.contains(text), "\(name) is \(text)")
        case (.string(let text), .timestamp):
            #expect(Timestamp(text)?.description == text, "\(name) is \(text)")
        case (.integer(let number), .integer):
            #expect(field.range.map { $0.contains(number) } ?? true, "\(name) is \(number)")
        case (.integer, .number), (.number, .number), (.bool, .boolean): break
        case (.array(let elements), .list(let element)):
            for value in elements { expect(value, as: element, "\(name)[]") }
        case (.object, .object([])): break
        case (.object, .object(let inner)): MemberCheck(inner).expect(value, name)
        default: Issue.record("\(name) is \(value), not \(field.kind)")
        }
    }
}
