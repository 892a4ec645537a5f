/// A request's body. Each field is named once, with its property:
///
///     public struct Credentials: RequestBody, Hashable {
///         public var username = ""
///         public var device: String?
///
///         static let username = BodyField.text("username", 1...254, "The username or the email.")
///         static let device = BodyField.text("device", 0...100, "A name for this device.").optional
///
///         package init() {}
///
///         package mutating func members(_ body: inout some BodyVisitor) {
///             body.field(Self.username, &username)
///             body.field(Self.device, &device)
///         }
///     }
///     let credentials = try Credentials.decode(bytes, modules: tenant.modules)
///
/// The server reads it so that all errors are found together, clients encode it, and `Credentials.fields()` describes it.
package protocol RequestBody: MemberGroup {
    /// Placeholders, until the fields are read.
    init()

    /// Reads every field. A refused one is a placeholder in the result, so nothing but further checks may use it before
    /// the reader's errors are known.
    ///
    /// A requirement, although the extension's is the only one: so the compiler specialises it for each body.
    init(reading body: inout BodyReader)

    /// Shows every field to the visitor, whatever its value.
    mutating func members(_ body: inout some BodyVisitor)

    /// Whether a request without any body means `{}`.
    static var mayBeAbsent: Bool { get }
}

extension RequestBody {
    package static var mayBeAbsent: Bool { false }

    /// What decoding starts with.
    package static var example: Self { Self() }

    package init(reading body: inout BodyReader) {
        self.init()
        members(&body)
    }

    package static func decode(
        _ object: JSONObject,
        modules: Set<Module> = .all,
        mode: BodyReader.Mode = .complete
    ) throws(FieldErrors) -> Self {
        var reader = BodyReader(object, modules: modules, mode: mode)
        let body = Self(reading: &reader)
        try reader.finish()
        return body
    }

    package static func decode(
        _ bytes: [UInt8],
        modules: Set<Module> = .all,
        mode: BodyReader.Mode = .complete
    ) throws(BodyError) -> Self {
        let object: JSONObject
        do {
            object =
                mayBeAbsent && bytes.isEmpty
                ? JSONObject() : try JSONParser.parseObject(bytes, within: .requestBody)
        } catch { throw .malformed(error) }
        do {
            return try decode(object, modules: modules, mode: mode)
        } catch { throw .invalid(error) }
    }

    /// The fields that the body has when these modules are on.
    package static func fields(
        modules: Set<Module> = .all,
        mode: BodyReader.Mode = .complete
    ) -> [FieldDescription] {
        var reader = BodyReader(JSONObject(), modules: modules, mode: mode)
        _ = Self(reading: &reader)
        return reader.fields
    }
}

/// Why a body could not be read: malformed JSON (400) or invalid fields (422).
package enum BodyError: Error, Hashable, Sendable {
    case malformed(JSONSyntaxError)
    case invalid(FieldErrors)
}

/// One field of a body that changes a resource. For a field that can be empty, `.set(nil)` empties it.
public enum Change<Value> {
    /// The body does not have the field.
    case keep
    case set(Value)

    /// The new value, or `value` itself if it is kept.
    public func applied(to value: Value) -> Value {
        switch self {
        case .keep: value
        case .set(let new): new
        }
    }

    /// The new value; `nil` if the old one is kept.
    package var new: Value? {
        switch self {
        case .keep: nil
        case .set(let new): new
        }
    }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
extension Change: Sendable where Value: Sendable {}

/// See `RequestBody`.
package struct BodyReader: Sendable {
    package enum Mode: Hashable, Sendable {
        /// POST and PUT: required fields are there, absent ones get their defaults.
        case complete
        /// PATCH: every field can be absent and then does not change.
        case merge
    }

    package let modules: Set<Module>
    package let mode: Mode
    /// The fields read so far, present or not.
    package private(set) var fields: [FieldDescription] = []
    package private(set) var errors = FieldErrors()
    private let object: JSONObject
    private let path: String

    package init(_ object: JSONObject, modules: Set<Module> = .all, mode: Mode = .complete) {
        self.init(object, modules: modules, mode: mode, path: "")
    }

    init(_ object: JSONObject, modules: Set<Module>, mode: Mode = .complete, path: String) {
        self.object = object
        self.modules = modules
        self.mode = mode
        self.path = path
    }

    /// The field's value, its default, or a placeholder after an error.
    package mutating func read<Value>(_ field: BodyField<Value>) -> Value {
        if case .set(let value) = change(field) { return value }
        return field.absent ?? field.placeholder
    }

    /// The field for a body that may merge: `keep` if it is absent and the mode is `merge`, if its module is off, and
    /// after an error.
    package mutating func change<Value>(_ field: BodyField<Value>) -> Change<Value> {
        guard isKnown(field.description) else { return .keep }
        var description = field.description
        if mode == .merge { description.isRequired = false }
        fields.append(description)
        let found: Value?
        switch object[field.name] {
        case nil:
            if mode == .merge { return .keep }
            found = field.absent
            if found == nil { refuse(field, .required) }
        case .null?:
            found = field.null
            if found == nil { refuse(field, .notNull) }
        case let value?:
            var context = FieldContext(path: dotted(field.name), modules: modules, errors: errors)
            found = field.parse(value, &context)
            errors = context.errors
        }
        return found.map { .set($0) } ?? .keep
    }

    /// Whether the body has the field, valid or not, and it is not `null`.
    package func has<Value>(_ field: BodyField<Value>) -> Bool {
        switch object[field.name] {
        case nil, .null?: false
        default: isKnown(field.description)
        }
    }

    /// Adds an error beyond the field's own rules, such as a conflict with another field.
    package mutating func refuse<Value>(_ field: BodyField<Value>, _ rule: FieldRule) {
        errors.add(dotted(field.name), rule)
    }

    /// Adds an error about a field of an object in a list: `outcomes.1.line`.
    package mutating func refuse<Element, Value>(
        _ list: BodyField<[Element]>,
        at position: Int,
        _ field: BodyField<Value>,
        _ rule: FieldRule
    ) {
        errors.add("\(dotted(list.name)).\(position).\(field.name)", rule)
    }

    /// Adds errors that were found elsewhere, with their own paths.
    package mutating func refuse(_ found: FieldErrors) {
        for entry in found.entries {
            for rule in entry.rules { errors.add(entry.path, rule) }
        }
    }

    /// Whether the field has no errors so far.
    package func isValid<Value>(_ field: BodyField<Value>) -> Bool {
        let path = dotted(field.name)
        return !errors.entries.contains { $0.path == path || $0.path.hasPrefix(path + ".") }
    }

    /// Throws all errors, including those of unknown keys.
    package func finish() throws(FieldErrors) {
        let errors = errorsAtEnd()
        if !errors.isEmpty { throw errors }
    }

    func errorsAtEnd() -> FieldErrors {
        var all = errors
        all.refuseMembers(of: object, except: Set(fields.map(\.name)), below: path)
        return all
    }

    private func isKnown(_ field: FieldDescription) -> Bool {
        field.module.map(modules.contains) ?? true
    }

    private func dotted(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}

extension FieldErrors {
    /// Adds an error for each member that is not one of `names`, until there are enough errors.
    ///
    /// - Parameter path: of the object; empty for the body itself.
    package mutating func refuseMembers(
        of object: JSONObject,
        except names: Set<String> = [],
        below path: String = ""
    ) {
        for member in object.members {
            if isFull { return }
            guard !names.contains(member.key) else { continue }
            add(path.isEmpty ? member.key : "\(path).\(member.key)", .unknownField)
        }
    }
}
