package import ParlayAPI

/// A module's setting of tenants. It is declared once, and the declaration checks, stores, answers and describes it.
///
/// Modules declare their settings as static values and read them from the tenant:
///
///     tenant.settings[ChessSettings.clocks]
package struct ModuleSetting<Value: JSONWritable & Sendable & Equatable>: Sendable {
    let field: BodyField<Value>
    /// What the reference shows.
    let example: Value
    /// What is wrong with a new value beyond the field's own rules, each with its path below the field: `("2", "No
    /// such …")`.
    let validate: @Sendable (_ new: Value, _ old: Value) -> [(place: String, rule: FieldRule)]

    package var name: String { field.name }

    /// - Parameters:
    ///   - field: has a default.
    ///   - validate: called when someone changes the setting, not when it is read.
    package init(
        _ field: BodyField<Value>,
        example: Value,
        validate: @escaping @Sendable (Value, Value) -> [(place: String, rule: FieldRule)] = { _, _ in [] }
    ) {
        self.field = field
        self.example = example
        self.validate = validate
    }
}

extension ModuleSetting: Equatable {
    /// Settings are known by their names.
    package static func == (left: ModuleSetting, right: ModuleSetting) -> Bool { left.name == right.name }
}

/// A module's setting of any type.
package struct AnyModuleSetting: Sendable {
    let name: String
    let description: FieldDescription
    let example: JSONValue
    let read: @Sendable (inout BodyReader, inout TenantSettings) -> Void
    /// The value for answers, or the default if nothing is stored.
    let value: @Sendable (TenantSettings) -> JSONValue
    let validate: @Sendable (_ new: TenantSettings, _ old: TenantSettings, inout FieldErrors) -> Void

    package init<Value>(_ setting: ModuleSetting<Value>) {
        name = setting.name
        description = setting.field.description
        example = JSONValue(written: setting.example)
        read = { reader, settings in settings[setting] = reader.read(setting.field) }
        value = { JSONValue(written: $0[setting]) }
        validate = { new, old, errors in
            for (place, rule) in setting.validate(new[setting], old[setting]) {
                errors.add("\(setting.name).\(place)", rule)
            }
        }
    }
}

extension TenantSettings {
    /// The value of a module's setting; its default if nothing valid is stored.
    package subscript<Value>(setting: ModuleSetting<Value>) -> Value {
        get {
            var object = JSONObject()
            if let stored = added[setting.name] { object.add(setting.name, stored) }
            var reader = BodyReader(object)
            let value = reader.read(setting.field)
            guard reader.errors.isEmpty else {
                var absent = BodyReader(JSONObject())
                return absent.read(setting.field)
            }
            return value
        }
        set { added[setting.name] = JSONValue(written: newValue) }
    }
}
