extension QueryField where Value == String? {
    /// - Parameter lengths: in Unicode scalars.
    package static func text(_ name: String, _ lengths: ClosedRange<Int>, _ summary: String) -> QueryField {
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.lengths = lengths
        return QueryField(description) { values throws(QueryError) in try values.single(lengths) }
    }

    /// A text with its own format; see `converted`.
    package static func text(_ name: String, _ summary: String) -> QueryField {
        let description = FieldDescription(name: name, kind: .text, summary: summary)
        return QueryField(description) { values throws(QueryError) in try values.single(0...1000) }
    }

    /// The cursor from the previous page of a list; see `PageQuery`.
    static func cursor(_ name: String, _ summary: String) -> QueryField {
        let description = FieldDescription(name: name, kind: .text, summary: summary)
        return QueryField(description) { values throws(QueryError) in try values.single(1...500) }
    }
}

extension QueryField where Value == Timestamp? {
    /// A time with an offset.
    package static func time(_ name: String, _ summary: String) -> QueryField {
        QueryField<String?>.text(name, summary)
            .converted("\(name) must be a time in RFC 3339 with an offset: 2026-09-10T00:20:00Z.") {
                Timestamp($0)
            }
    }
}

extension QueryField where Value == [String]? {
    /// Several texts, sorted and without duplicates.
    package static func texts(_ name: String, _ lengths: ClosedRange<Int>, _ summary: String) -> QueryField {
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.lengths = lengths
        return QueryField(description, isRepeatable: true) { values throws(QueryError) in
            let texts = try values.several.map { text throws(QueryError) in
                guard lengths.contains(text.unicodeScalars.count) else {
                    let range = "\(lengths.lowerBound) to \(lengths.upperBound)"
                    throw values.bad("\(name) must have \(range) characters each.")
                }
                guard !text.hasControlCharacter else {
                    throw values.bad("\(name) must not contain control characters.")
                }
                return String(text)
            }
            return Set(texts).sorted()
        }
    }
}

extension QueryField where Value == Int? {
    package static func integer(_ name: String, _ range: ClosedRange<Int>, _ summary: String) -> QueryField {
        QueryField(.integer(name, range, summary)) { values throws(QueryError) in
            let text = try values.single()
            let isPlain = text.utf8.allSatisfy(\.isDigit) || (text.hasPrefix("-") && text.utf8.count > 1)
            guard isPlain, let value = Int(text), range.contains(value) else {
                throw values.bad(
                    "\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)."
                )
            }
            return value
        }
    }
}

extension QueryField where Value == [Int]? {
    /// Several integers, sorted and without duplicates.
    package static func integers(_ name: String, _ range: ClosedRange<Int>, _ summary: String) -> QueryField {
        QueryField(.integer(name, range, summary), isRepeatable: true) { values throws(QueryError) in
            let integers = try values.several.map { text throws(QueryError) in
                guard let value = Int(text), range.contains(value), text.utf8.allSatisfy(\.isDigit) else {
                    throw values.bad(
                        "\(name) must be integers from \(range.lowerBound) to \(range.upperBound)."
                    )
                }
                return value
            }
            return Set(integers).sorted()
        }
    }
}

extension QueryField where Value == Double? {
    /// A decimal number such as `-0.1278`.
    package static func number(_ name: String, _ range: ClosedRange<Double>, _ summary: String) -> QueryField
    {
        var description = FieldDescription(name: name, kind: .number, summary: summary)
        description.bounds = range
        return QueryField(description) { values throws(QueryError) in
            guard let value = Double(decimal: try values.single()[...]), range.contains(value) else {
                throw values.bad("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return value
        }
    }
}

extension QueryField where Value == Bool? {
    package static func boolean(_ name: String, _ summary: String) -> QueryField {
        let description = FieldDescription(name: name, kind: .boolean, summary: summary)
        return QueryField(description) { values throws(QueryError) in
            switch try values.single() {
            case "true": return true
            case "false": return false
            default: throw values.bad("\(name) must be true or false.")
            }
        }
    }
}

extension QueryField where Value == Place? {
    /// A point on the earth: latitude and longitude in degrees, separated by a comma.
    package static func place(_ name: String, _ summary: String) -> QueryField {
        let description = FieldDescription(name: name, kind: .text, summary: summary)
        return QueryField(description) { values throws(QueryError) in
            let parts = try values.single().split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts.compactMap(Double.init(decimal:))
            guard parts.count == 2, numbers.count == 2, (-90...90).contains(numbers[0]),
                (-180...180).contains(numbers[1])
            else {
                throw values.bad("\(name) must be a latitude and a longitude in degrees: 51.5074,-0.1278.")
            }
            return Place(lat: numbers[0], lon: numbers[1])
        }
    }
}

extension QueryField {
    /// Several values of an enumeration, in the order of its cases and without duplicates.
    package static func choices<Choice: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
        _ name: String,
        of type: Choice.Type,
        _ summary: String
    ) -> QueryField where Value == [Choice]? {
        QueryField(.choices(name, type, summary), isRepeatable: true) { values throws(QueryError) in
            let chosen: [Choice] = try values.choices()
            return Choice.allCases.filter(chosen.contains)
        }
    }

    /// One value of an enumeration.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String,
        of type: Choice.Type,
        _ summary: String
    ) -> QueryField where Value == Choice? {
        QueryField(.choices(name, type, summary)) { values throws(QueryError) in
            let chosen: [Choice] = try values.choices()
            guard chosen.count == 1 else { throw values.bad("\(name) must be given only once.") }
            return chosen[0]
        }
    }
}

extension QueryValues {
    fileprivate func choices<Choice: RawRepresentable<String> & CaseIterable>() throws(QueryError)
        -> [Choice]
    {
        try several.map { text throws(QueryError) in
            guard let choice = Choice(rawValue: String(text)) else {
                throw bad(
                    "\(name) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))."
                )
            }
            return choice
        }
    }
}

extension FieldDescription {
    fileprivate static func integer(_ name: String, _ range: ClosedRange<Int>, _ summary: String)
        -> FieldDescription
    {
        var description = FieldDescription(name: name, kind: .integer, summary: summary)
        description.range = Int64(range.lowerBound)...Int64(range.upperBound)
        return description
    }

    fileprivate static func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type,
        _ summary: String
    ) -> FieldDescription {
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.choices = type.allCases.map(\.rawValue)
        return description
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 48...57 ~= self }
}

extension Double {
    /// Only digits, a sign and a point, unlike what `Double` accepts.
    fileprivate init?(decimal text: Substring) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 30,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        self.init(text)
    }

    /// In the form of a query, for links to a next page.
    package var withoutExponent: String {
        let text = description
        guard text.contains("e") else { return text }
        // Below a ten-thousandth: some micrometres on the earth, and nothing as a distance or a rating.
        return "0.0"
    }
}
