/// The declaration of one query parameter: it reads, checks and describes the parameter. The twin of `BodyField`.
///
/// A parameter is optional and `nil` if absent, unless `defaulting(to:)` or `required` is called:
///
///     static let unread = QueryField.boolean("unread", "Only unread notices.")
///     static let limit = QueryField.integer("limit", 1...100, "The number of items on a page.").defaulting(to: 25)
///
/// An endpoint lists its parameters with `.query(…)`, the server's handler reads them (`try call.query[NoticeCalls.unread]`),
/// and the client sends them by the same name. Declare a field as a constant, because an endpoint lists the constant, and a
/// field that it does not list cannot be read.
package struct QueryField<Value: Sendable>: Sendable {
    /// What the reference shows.
    package let parameter: RouteDescription.Parameter
    /// What happens if the parameter is absent: a value or a refusal.
    private let absent: Result<Value, QueryError>
    private let parse: @Sendable (QueryValues) throws(QueryError) -> Value

    package var name: String { parameter.name }

    private init(
        _ parameter: RouteDescription.Parameter,
        absent: Result<Value, QueryError>,
        parse: @escaping @Sendable (QueryValues) throws(QueryError) -> Value
    ) {
        self.parameter = parameter
        self.absent = absent
        self.parse = parse
    }

    /// - Parameter texts: each occurrence of the parameter in the query, in order.
    package func value(of texts: [String]) throws(QueryError) -> Value {
        texts.isEmpty ? try absent.get() : try parse(QueryValues(name: name, texts: texts))
    }
}

extension QueryField {
    /// - Parameter isRepeatable: the key can be repeated, and its value can contain commas.
    init<Wrapped>(
        _ description: FieldDescription,
        isRepeatable: Bool = false,
        parse: @escaping @Sendable (QueryValues) throws(QueryError) -> Wrapped
    ) where Value == Wrapped? {
        var description = description
        description.isRequired = false
        self.init(
            RouteDescription.Parameter(description, isRepeatable: isRepeatable),
            absent: .success(nil),
            parse: parse
        )
    }

    /// A parameter that is `value` if it is absent.
    package func defaulting<Wrapped>(to value: Wrapped) -> QueryField<Wrapped> where Value == Wrapped? {
        var description = parameter.field
        description.defaultValue = JSONValue(plain: value)
        return unwrapped(description, absent: .success(value))
    }

    /// A required parameter.
    ///
    /// - Parameter sentence: the refusal if it is absent.
    package func required<Wrapped>(_ sentence: String) -> QueryField<Wrapped> where Value == Wrapped? {
        var description = parameter.field
        description.isRequired = true
        return unwrapped(description, absent: .failure(QueryError(parameter: name, reason: sentence)))
    }

    /// The same parameter with its value converted to another type, and refused with `sentence` if that gives `nil`.
    /// Call it before `defaulting(to:)` and `required`.
    package func converted<Wrapped, New: Sendable>(
        _ sentence: String,
        _ convert: @escaping @Sendable (Wrapped) -> New?
    ) -> QueryField<New?> where Value == Wrapped? {
        QueryField<New?>(parameter, absent: .success(nil)) { [parse] values throws(QueryError) in
            guard let value = try parse(values) else { return nil }
            guard let converted = convert(value) else { throw values.bad(sentence) }
            return converted
        }
    }

    /// The same parameter as the server reads it: its value converted, and refused with `sentence` if that gives `nil`. An
    /// endpoint lists the parameter itself.
    package func interpreted<New: Sendable>(
        _ sentence: String,
        _ convert: @escaping @Sendable (Value) -> New?
    ) -> QueryField<New> {
        let name = name
        func converted(_ value: Value) -> Result<New, QueryError> {
            convert(value).map(Result.success) ?? .failure(QueryError(parameter: name, reason: sentence))
        }
        return QueryField<New>(parameter, absent: absent.flatMap(converted)) {
            [parse] values throws(QueryError) in
            guard let value = convert(try parse(values)) else { throw values.bad(sentence) }
            return value
        }
    }

    private func unwrapped<Wrapped>(
        _ description: FieldDescription,
        absent: Result<Wrapped, QueryError>
    ) -> QueryField<Wrapped> where Value == Wrapped? {
        let parameter = RouteDescription.Parameter(description, isRepeatable: parameter.isRepeatable)
        return QueryField<Wrapped>(parameter, absent: absent) { [parse] values throws(QueryError) in
            guard let value = try parse(values) else { return try absent.get() }
            return value
        }
    }
}

/// A query parameter that is refused.
package struct QueryError: Error, Equatable {
    package let parameter: String
    /// A sentence for people.
    package let reason: String
}

/// The texts of one parameter in a query; at least one.
struct QueryValues {
    let name: String
    let texts: [String]

    /// The text of a parameter that may be given only once.
    func single(_ lengths: ClosedRange<Int> = 0...1000) throws(QueryError) -> String {
        guard texts.count == 1 else { throw bad("\(name) must be given only once.") }
        let text = texts[0]
        guard lengths.contains(text.unicodeScalars.count) else {
            throw bad("\(name) must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
        }
        guard !text.hasControlCharacter else { throw bad("\(name) must not contain control characters.") }
        return text
    }

    /// The texts of a parameter that can be given several times: by repeating the key, or with commas.
    var several: [Substring] {
        texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    func bad(_ reason: String) -> QueryError { QueryError(parameter: name, reason: reason) }
}

extension StringProtocol {
    var hasControlCharacter: Bool { unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
}

extension JSONValue {
    /// A value of the standard library, or the raw value of an enumeration; `nil` for other types.
    fileprivate init?(plain value: Any) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .integer(Int64(value))
        case let value as String: self = .string(value)
        case let value as any RawRepresentable: self.init(plain: value.rawValue)
        default: return nil
        }
    }
}
