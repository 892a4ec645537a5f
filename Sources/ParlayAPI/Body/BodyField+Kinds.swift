/// A rule for the spelling of a text: the reference shows the pattern, the closure checks.
package struct TextRule: Sendable {
    let pattern: String
    let rule: FieldRule
    let isMet: @Sendable (String) -> Bool

    package init(_ pattern: String, _ rule: FieldRule, isMet: @escaping @Sendable (String) -> Bool) {
        self.pattern = pattern
        self.rule = rule
        self.isMet = isMet
    }
}

extension BodyField where Value == String {
    /// A text, unchanged: not trimmed unless `normalized` does it. Lengths count Unicode scalars; control characters
    /// other than newline and tab are refused; white space alone is refused if the minimum length is 1 or more.
    package static func text(
        _ name: String,
        _ lengths: ClosedRange<Int>,
        _ summary: String = "",
        format: String? = nil,
        rule: TextRule? = nil,
        normalized: @escaping @Sendable (String) -> String = { $0 }
    ) -> BodyField<String> {
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.lengths = lengths
        description.format = format
        description.pattern = rule?.pattern
        return BodyField(description, placeholder: "") { value, context in
            guard case .string(let raw) = value else {
                context.refuse(.aString)
                return nil
            }
            guard !raw.unicodeScalars.contains(where: \.isForbiddenControl) else {
                context.refuse(.noControlCharacters)
                return nil
            }
            let text = normalized(raw)
            let length = text.unicodeScalars.count
            if lengths.lowerBound > 0, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                context.refuse(.notBlank)
            } else if length < lengths.lowerBound {
                context.refuse(.charactersAtLeast(lengths.lowerBound))
            } else if length > lengths.upperBound {
                context.refuse(.charactersAtMost(lengths.upperBound))
            } else if let rule, !rule.isMet(text) {
                context.refuse(rule.rule)
            } else {
                return text
            }
            return nil
        }
    }
}

extension BodyField where Value == Int64 {
    /// A JSON integer without fraction and exponent.
    package static func integer(
        _ name: String,
        _ range: ClosedRange<Int64> = .min ... .max,
        _ summary: String = ""
    ) -> BodyField<Int64> {
        var description = FieldDescription(name: name, kind: .integer, summary: summary)
        description.range = range
        return BodyField(description, placeholder: range.lowerBound) { value, context in
            guard case .integer(let integer) = value else {
                context.refuse(.anInteger)
                return nil
            }
            if integer < range.lowerBound {
                context.refuse(.atLeast(range.lowerBound))
            } else if integer > range.upperBound {
                context.refuse(.atMost(range.upperBound))
            } else {
                return integer
            }
            return nil
        }
    }
}

extension BodyField where Value == Double {
    /// Any JSON number. For degrees and kilometres; never for money or odds.
    package static func number(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ summary: String = ""
    ) -> BodyField<Double> {
        var description = FieldDescription(name: name, kind: .number, summary: summary)
        description.bounds = range
        return BodyField(description, placeholder: range.lowerBound) { value, context in
            let number: Double
            switch value {
            case .integer(let integer): number = Double(integer)
            case .number(let parsed): number = parsed.double
            case .null, .bool, .string, .array, .object:
                context.refuse(.aNumber)
                return nil
            }
            if range.contains(number) { return number }
            context.refuse(.between(range))
            return nil
        }
    }
}

extension BodyField where Value == Bool {
    package static func boolean(_ name: String, _ summary: String = "") -> BodyField<Bool> {
        BodyField(FieldDescription(name: name, kind: .boolean, summary: summary), placeholder: false) {
            value,
            context in
            if case .bool(let bool) = value { return bool }
            context.refuse(.aBoolean)
            return nil
        }
    }
}

extension BodyField where Value == Timestamp {
    package static func timestamp(_ name: String, _ summary: String = "") -> BodyField<Timestamp> {
        var description = FieldDescription(name: name, kind: .timestamp, summary: summary)
        description.format = "date-time"
        return BodyField(description, placeholder: Timestamp(milliseconds: 0)) { value, context in
            if case .string(let text) = value, let timestamp = Timestamp(text) { return timestamp }
            context.refuse(.aTime)
            return nil
        }
    }
}

extension BodyField where Value: RawRepresentable<String> & CaseIterable {
    /// One raw value of an enumeration.
    package static func choice(
        _ name: String,
        of type: Value.Type = Value.self,
        _ summary: String = ""
    ) -> BodyField {
        guard let first = Value.allCases.first else {
            preconditionFailure("\(Value.self) has no cases to choose from")
        }
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.choices = Value.allCases.map(\.rawValue)
        let longest = Value.allCases.reduce(0) { max($0, $1.rawValue.utf8.count) }
        return BodyField(description, placeholder: first) { value, context in
            guard case .string(let text) = value else {
                context.refuse(.aString)
                return nil
            }
            if text.utf8.count <= longest, let choice = Value(rawValue: text) { return choice }
            context.refuse(.aChoice(text))
            return nil
        }
    }
}

extension BodyField {
    /// A list; errors of an element are under its position: `ids.3`. The element's own name is ignored.
    package static func list<Element: Sendable>(
        _ name: String,
        _ counts: ClosedRange<Int>,
        of element: BodyField<Element>,
        _ summary: String = ""
    ) -> BodyField where Value == [Element] {
        var description = FieldDescription(name: name, kind: .list(element.description), summary: summary)
        description.lengths = counts
        return BodyField(description, placeholder: []) { value, context in
            guard case .array(let values) = value else {
                context.refuse(.aList)
                return nil
            }
            if values.count < counts.lowerBound {
                context.refuse(.elementsAtLeast(counts.lowerBound))
                return nil
            }
            if values.count > counts.upperBound {
                context.refuse(.elementsAtMost(counts.upperBound))
                return nil
            }
            var elements: [Element] = []
            for (position, value) in values.enumerated() where !context.errors.isFull {
                var inner = FieldContext(
                    path: "\(context.path).\(position)",
                    modules: context.modules,
                    errors: context.errors
                )
                if case .null = value {
                    if let null = element.null {
                        elements.append(null)
                    } else {
                        inner.refuse(.notNull)
                    }
                } else if let read = element.parse(value, &inner) {
                    elements.append(read)
                }
                context.errors = inner.errors
            }
            return elements.count == values.count ? elements : nil
        }
    }
}

extension BodyField where Value: RequestBody {
    /// An object inside the body; errors of its fields are under its name: `near.lat`. It is always read whole, even
    /// in a body that merges. `placeholder` is only used until the errors are thrown.
    package static func object(_ name: String, as type: Value.Type = Value.self, _ summary: String = "")
        -> BodyField
    {
        let description = FieldDescription(name: name, kind: .object(Value.fields()), summary: summary)
        return BodyField(description, placeholder: Value()) { value, context in
            guard case .object(let object) = value else {
                context.refuse(.anObject)
                return nil
            }
            var body = BodyReader(object, modules: context.modules, path: context.path)
            let read = Value(reading: &body)
            let errors = body.errorsAtEnd()
            for entry in errors.entries {
                for rule in entry.rules { context.errors.add(entry.path, rule) }
            }
            return errors.isEmpty ? read : nil
        }
    }
}

extension Unicode.Scalar {
    /// The category Cc without newline and tab. It never grows (Unicode stability policy), and looking a category up takes
    /// ten times as long.
    fileprivate var isForbiddenControl: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        default: false
        }
    }
}
