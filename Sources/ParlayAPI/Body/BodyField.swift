/// The declaration of one field of a request's body: it checks the field and describes it.
///
/// A field is required and refuses `null` until `optional` or `defaulting(to:)` says otherwise:
///
///     static let firstName = BodyField.text("first_name", 1...50)
///     static let device = BodyField.text("device", 0...100).optional
package struct BodyField<Value: Sendable>: Sendable {
    package internal(set) var description: FieldDescription
    /// Replaces a refused value until the errors are thrown.
    let placeholder: Value
    /// The value if the key is absent; `nil` if it is required.
    let absent: Value?
    /// The value if the key is there and `null`; `nil` if that is refused.
    let null: Value?
    /// Reads a value that is there and not `null`; after adding an error it returns `nil`.
    let parse: @Sendable (JSONValue, inout FieldContext) -> Value?

    package var name: String { description.name }

    init(
        _ description: FieldDescription,
        placeholder: Value,
        absent: Value? = nil,
        null: Value? = nil,
        parse: @escaping @Sendable (JSONValue, inout FieldContext) -> Value?
    ) {
        self.description = description
        self.placeholder = placeholder
        self.absent = absent
        self.null = null
        self.parse = parse
    }

    /// An optional field; absent and `null` are `nil`. In a body that merges, absent keeps and `null` clears.
    package var optional: BodyField<Value?> {
        var description = description
        description.isRequired = false
        description.isNullable = true
        return BodyField<Value?>(description, placeholder: nil, absent: .some(nil), null: .some(nil)) {
            [parse] value, context in
            parse(value, &context).map { .some($0) }
        }
    }

    /// A field that can be absent, but not `null`.
    package func defaulting(to value: Value) -> BodyField {
        var description = description
        description.isRequired = false
        return BodyField(description, placeholder: placeholder, absent: value, null: null, parse: parse)
    }

    /// A field that is unknown unless the module is on.
    package func only(in module: Module) -> BodyField {
        var field = self
        field.description.module = module
        return field
    }

    /// A required field of a module, as an optional value: `nil` if the module is off.
    package var nilWhenOff: BodyField<Value?> {
        BodyField<Value?>(description, placeholder: nil) { [parse] value, context in
            parse(value, &context).map { .some($0) }
        }
    }

    /// A rule beyond those of the type. Call it before `optional`.
    package func checked(_ rule: FieldRule, _ isValid: @escaping @Sendable (Value) -> Bool) -> BodyField {
        BodyField(description, placeholder: placeholder, absent: absent, null: null) {
            [parse] value, context in
            guard let value = parse(value, &context) else { return nil }
            guard isValid(value) else {
                context.refuse(rule)
                return nil
            }
            return value
        }
    }

    /// A rule that returns what is wrong; `nil` if nothing is. Call it before `optional`.
    package func refused(_ violation: @escaping @Sendable (Value) -> FieldRule?) -> BodyField {
        BodyField(description, placeholder: placeholder, absent: absent, null: null) {
            [parse] value, context in
            guard let value = parse(value, &context) else { return nil }
            guard let rule = violation(value) else { return value }
            context.refuse(rule)
            return nil
        }
    }

    /// A field that can be absent, which is `nil`, but not `null`.
    package var omittable: BodyField<Value?> {
        var description = description
        description.isRequired = false
        return BodyField<Value?>(description, placeholder: nil, absent: .some(nil)) {
            [parse] value, context in
            parse(value, &context).map { .some($0) }
        }
    }

    /// The same field with its value converted to another type, and refused by `rule` if that gives `nil`. Call
    /// it before `optional`; the placeholder is only used until the errors are thrown.
    package func converted<New: Sendable>(
        placeholder: New,
        _ rule: FieldRule,
        _ convert: @escaping @Sendable (Value) -> New?
    ) -> BodyField<New> {
        BodyField<New>(description, placeholder: placeholder) { [parse] value, context in
            guard let value = parse(value, &context) else { return nil }
            let converted = convert(value)
            if converted == nil { context.refuse(rule) }
            return converted
        }
    }
}

/// The position of a field in the body that is being read, and the errors so far.
struct FieldContext {
    let path: String
    let modules: Set<Module>
    var errors: FieldErrors

    mutating func refuse(_ rule: FieldRule) {
        errors.add(path, rule)
    }
}
