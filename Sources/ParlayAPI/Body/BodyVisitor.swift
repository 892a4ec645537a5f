/// What a field of a body can be.
package typealias BodyValue = Codable & JSONWritable & Sendable

/// Visits the fields of a body. `BodyReader` reads them; a `MemberVisitor` writes, encodes or decodes them.
package protocol BodyVisitor {
    /// A field that always has a value, which may be `nil`. A client leaves it out then.
    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value)

    /// A field that may be kept as it is. Then it is absent.
    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>)

    /// Rules beyond those of each field, such as conflicts. Only a reader follows them.
    mutating func check(_ rules: (inout BodyReader) -> Void)
}

extension BodyVisitor {
    package mutating func check(_ rules: (inout BodyReader) -> Void) {}
}

extension BodyReader: BodyVisitor {
    package mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
        value = read(field)
    }

    package mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
        change = self.change(field)
    }

    package mutating func check(_ rules: (inout BodyReader) -> Void) { rules(&self) }
}

extension RequestBody where Self: Resource {
    package init() { self = Self.example }
}
