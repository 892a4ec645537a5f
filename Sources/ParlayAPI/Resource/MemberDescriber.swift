/// Collects the description of each member.
struct MemberDescriber: MemberVisitor {
    private(set) var fields: [FieldDescription] = []
    /// Of the members that are being visited.
    private var module: Module?

    mutating func visit<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ note: MemberNote
    ) {
        var field = FieldDescription(name: "\(name)", kind: .text, summary: "\(note.summary)")
        Value.describe(&field)
        if let range = note.range { field.range = range }
        if let format = note.format { field.format = "\(format)" }
        if case .list(var element) = field.kind {
            element.summary = "\(note.element)"
            field.kind = .list(element)
        }
        add(field)
    }

    mutating func visitIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ note: MemberNote
    ) {
        var field = FieldDescription(name: "\(name)", kind: .text, summary: "\(note.summary)")
        Value.describe(&field)
        field.isRequired = false
        add(field)
    }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
        var field = field.description
        field.isRequired = true
        add(field)
    }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
        add(field.description)
    }

    mutating func members(of group: inout some MemberGroup) { group.members(&self) }

    mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module) {
        self.module = module
        defer { self.module = nil }
        var example = Group.example
        example.members(&self)
    }

    private mutating func add(_ field: FieldDescription) {
        var field = field
        field.module = module ?? field.module
        fields.append(field)
    }
}
