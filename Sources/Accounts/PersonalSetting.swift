package import Database
package import ParlayAPI
internal import Tenancy

/// A setting of people that a module adds: the twin of `ModuleSetting`. Declared once: this stores it, shows it and reads
/// it.
package struct PersonalSetting<Value: JSONWritable & Sendable>: Sendable {
    let module: Module
    let field: BodyField<Value>
    /// For the reference: a sentence about changing it.
    let note: String
    let change: @Sendable (AccountSettingsUpdate) -> Change<Value>
    let show: @Sendable (Value, inout AccountSettings) -> Void

    /// - Parameter field: has a default.
    package init(
        _ module: Module,
        _ field: BodyField<Value>,
        note: String = "",
        change: @escaping @Sendable (AccountSettingsUpdate) -> Change<Value>,
        show: @escaping @Sendable (Value, inout AccountSettings) -> Void
    ) {
        self.module = module
        self.field = field
        self.note = note
        self.change = change
        self.show = show
    }
}

/// A module's setting of people, of whatever type.
package struct AnyPersonalSetting: Sendable {
    let module: Module
    let name: String
    let note: String
    /// As it is to be stored; `nil` to leave what is stored.
    let change: @Sendable (AccountSettingsUpdate) -> JSONValue?
    let show: @Sendable (StoredSettings, inout AccountSettings) throws -> Void

    package init<Value>(_ setting: PersonalSetting<Value>) {
        module = setting.module
        name = setting.field.name
        note = setting.note
        change = { update in
            guard case .set(let value) = setting.change(update) else { return nil }
            return JSONValue(written: value)
        }
        show = { stored, settings in setting.show(try stored.value(of: setting), &settings) }
    }
}

/// A person's settings as they are stored: one JSON object, whose members belong to everybody's settings or to a module.
package struct StoredSettings: RowReadable {
    let text: String

    /// Those of people who have set nothing.
    package static let none = StoredSettings("{}")

    init(_ text: String) { self.text = text }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) { text = try columns.text() }

    /// The value of a module's setting; its default where nothing valid is stored.
    package func value<Value>(of setting: PersonalSetting<Value>) throws -> Value {
        var reader = BodyReader(try object)
        return reader.read(setting.field)
    }

    var object: JSONObject { get throws { try JSONParser.parseObject(Array(text.utf8)) } }
}
