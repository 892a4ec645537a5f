internal import ParlayAPI

/// The declaration of one query parameter: it reads the parameter, checks it and describes it. The twin of `BodyField`.
///
/// A parameter may be absent, which is `nil`, until `defaulting(to:)` or `required` says otherwise:
///
///     static let unread = QueryField.boolean("unread", "Only unread notices.")
///     static let limit = QueryField.integer("limit", 1...100, "The number of items on a page.").defaulting(to: 25)
///
/// A route lists its parameters with `.query(…)`, and its handler reads them: `try call.query[Self.unread]`. Declare
/// a field as a constant: it is the constant that a route lists, and a field that it does not list cannot be read.
package struct QueryField<Value: Sendable>: Sendable {
    /// What the reference shows.
    package let parameter: RouteDescription.Parameter
    /// What an absent parameter means: a value or a refusal.
    private let absent: Result<Value, TenancyError>
    private let parse: @Sendable (QueryValues) throws(TenancyError) -> Value

    package var name: String { parameter.name }

    private init(
        _ parameter: RouteDescription.Parameter,
        absent: Result<Value, TenancyError>,
        parse: @escaping @Sendable (QueryValues) throws(TenancyError) -> Value
    ) {
        self.parameter = parameter
        self.absent = absent
        self.parse = parse
    }

    /// - Parameter texts: as often as the parameter is in the query, in order.
    func value(of texts: [String]) throws(TenancyError) -> Value {
        texts.isEmpty ? try absent.get() : try parse(QueryValues(name: name, texts: texts))
    }
}

extension QueryField {
    /// - Parameter isRepeatable: the key may be repeated, and its value may hold commas.
    init<Wrapped>(
        _ description: FieldDescription,
        isRepeatable: Bool = false,
        parse: @escaping @Sendable (QueryValues) throws(TenancyError) -> Wrapped
    ) where Value == Wrapped? {
        var description = description
        description.isRequired = false
        self.init(
            RouteDescription.Parameter(description, isRepeatable: isRepeatable),
            absent: .success(nil),
            parse: parse
        )
    }

    /// A parameter that stands for `value` when it is absent.
    package func defaulting<Wrapped>(to value: Wrapped) -> QueryField<Wrapped> where Value == Wrapped? {
        var description = parameter.field
        description.defaultValue = JSONValue(plain: value)
        return unwrapped(description, absent: .success(value))
    }

    /// A parameter that must be there.
    ///
    /// - Parameter sentence: the refusal when it is absent.
    package func required<Wrapped>(_ sentence: String) -> QueryField<Wrapped> where Value == Wrapped? {
        var description = parameter.field
        description.isRequired = true
        return unwrapped(description, absent: .failure(.badQuery(parameter: name, reason: sentence)))
    }

    /// A value of another type made of this one, refused with `sentence` when that gives `nil`. To be put before
    /// `defaulting(to:)` and `required`.
    package func converted<Wrapped, New: Sendable>(
        _ sentence: String,
        _ convert: @escaping @Sendable (Wrapped) -> New?
    ) -> QueryField<New?> where Value == Wrapped? {
        QueryField<New?>(parameter, absent: .success(nil)) { [parse] values throws(TenancyError) in
            guard let value = try parse(values) else { return nil }
            guard let converted = convert(value) else { throw values.bad(sentence) }
            return converted
        }
    }

    private func unwrapped<Wrapped>(
        _ description: FieldDescription,
        absent: Result<Wrapped, TenancyError>
    ) -> QueryField<Wrapped> where Value == Wrapped? {
        let parameter = RouteDescription.Parameter(description, isRepeatable: parameter.isRepeatable)
        return QueryField<Wrapped>(parameter, absent: absent) { [parse] values throws(TenancyError) in
            guard let value = try parse(values) else { return try absent.get() }
            return value
        }
    }
}

/// The texts that a query has for one parameter; at least one.
struct QueryValues {
    let name: String
    let texts: [String]

    /// The text of a parameter that may be there once.
    func single(_ lengths: ClosedRange<Int> = 0...1000) throws(TenancyError) -> String {
        guard texts.count == 1 else { throw bad("\(name) must be given only once.") }
        let text = texts[0]
        guard lengths.contains(text.unicodeScalars.count) else {
            throw bad("\(name) must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
        }
        guard !text.hasControlCharacter else { throw bad("\(name) must not contain control characters.") }
        return text
    }

    /// The texts of a parameter that may be there several times: the key repeated, or commas.
    var several: [Substring] {
        texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    func bad(_ reason: String) -> TenancyError { .badQuery(parameter: name, reason: reason) }
}

extension StringProtocol {
    var hasControlCharacter: Bool { unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
}

extension JSONValue {
    /// A value of the standard library, or the raw value of an enumeration; `nil` for any other.
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
