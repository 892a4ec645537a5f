package import HTTPServer
package import ParlayAPI

/// The query of a request. Strict: a parameter that was not declared is refused, and so is a malformed one.
package struct QueryReader {
    private let pairs: [(name: String, value: String)]

    /// - Parameter names: every parameter the call takes.
    package init(_ head: RequestHead, allowing names: [String]) throws {
        guard let pairs = RequestTarget.pairs(head.query) else {
            throw TenancyError.badQuery(
                parameter: RequestTarget.malformedName(in: head.query ?? ""),
                reason: "The query is not well-formed: an escape is no UTF-8 or stands for nothing."
            )
        }
        for pair in pairs where !names.contains(pair.name) {
            let known =
                names.isEmpty ? "This call takes none." : "Known are \(names.joined(separator: ", "))."
            throw TenancyError.badQuery(
                parameter: pair.name,
                reason: "There is no query parameter \"\(pair.name)\". \(known)"
            )
        }
        self.pairs = pairs
    }

    /// The value of a parameter that may stand once.
    package func text(_ name: String, lengths: ClosedRange<Int> = 0...1000) throws -> String? {
        let values = pairs.filter { $0.name == name }.map(\.value)
        guard let value = values.first else { return nil }
        guard values.count == 1 else { throw bad(name, "\(name) must stand once.") }
        guard lengths.contains(value.unicodeScalars.count) else {
            throw bad(name, "\(name) must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
        }
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw bad(name, "\(name) must not hold control characters.")
        }
        return value
    }

    package func integer(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = try text(name) else { return nil }
        let isPlain =
            text.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } || (text.hasPrefix("-") && text.utf8.count > 1)
        guard isPlain, let value = Int(text), range.contains(value) else {
            throw bad(name, "\(name) must be an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    package func boolean(_ name: String) throws -> Bool? {
        switch try text(name) {
        case nil: nil
        case "true": true
        case "false": false
        default: throw bad(name, "\(name) must be true or false.")
        }
    }

    /// Several integers: the key repeated, or commas.
    package func integers(_ name: String, _ range: ClosedRange<Int>) throws -> [Int]? {
        let values = pairs.filter { $0.name == name }.flatMap {
            $0.value.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard pairs.contains(where: { $0.name == name }) else { return nil }
        return try values.map { text in
            guard let value = Int(text), range.contains(value), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
            else {
                throw bad(name, "\(name) must be integers from \(range.lowerBound) to \(range.upperBound).")
            }
            return value
        }
    }

    /// Several values of an enumeration: the key repeated, or commas.
    package func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        of type: Choice.Type
    ) throws -> [Choice]? {
        guard pairs.contains(where: { $0.name == name }) else { return nil }
        let values = pairs.filter { $0.name == name }.flatMap {
            $0.value.split(separator: ",", omittingEmptySubsequences: false)
        }
        return try values.map { text in
            guard let choice = Choice(rawValue: String(text)) else {
                let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
                throw bad(name, "\(name) must be of \(known).")
            }
            return choice
        }
    }

    /// Several texts: the key repeated, or commas.
    package func texts(_ name: String, lengths: ClosedRange<Int>) throws -> [String]? {
        guard has(name) else { return nil }
        let values = pairs.filter { $0.name == name }.flatMap {
            $0.value.split(separator: ",", omittingEmptySubsequences: false)
        }
        return try values.map { text in
            guard lengths.contains(text.unicodeScalars.count) else {
                throw bad(
                    name,
                    "\(name) must be texts of \(lengths.lowerBound) to \(lengths.upperBound) characters."
                )
            }
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw bad(name, "\(name) must not hold control characters.")
            }
            return String(text)
        }
    }

    /// A decimal number such as `-0.1278`.
    package func number(_ name: String, _ range: ClosedRange<Double>) throws -> Double? {
        guard let text = try text(name) else { return nil }
        guard let value = Self.decimal(text[...]), range.contains(value) else {
            throw bad(name, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// A point of the earth: latitude and longitude in degrees, with a comma between them.
    package func place(_ name: String) throws -> Place? {
        guard let text = try text(name) else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.decimal)
        guard parts.count == 2, let lat = parts[0], let lon = parts[1], (-90...90).contains(lat),
            (-180...180).contains(lon)
        else { throw bad(name, "\(name) must be a latitude and a longitude in degrees: 51.5074,-0.1278.") }
        return Place(lat: lat, lon: lon)
    }

    /// Whether the parameter stands in the query, with whatever value.
    package func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

    /// Digits with a sign and a point, and nothing else of what `Double` reads.
    private static func decimal(_ text: Substring) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 30,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } })
        else { return nil }
        return Double(text)
    }

    private func bad(_ name: String, _ reason: String) -> TenancyError {
        .badQuery(parameter: name, reason: reason)
    }
}
