// Fields of bodies that several calls have.

extension BodyField where Value == AmericanPrice {
    /// A price in American form with its sign.
    package static func price(_ name: String, _ summary: String) -> BodyField {
        var field = BodyField<String>.text(name, 0...Int.max, summary)
        field.description.pattern = AmericanPrice.pattern
        let rule = FieldRule(
            "aPrice",
            "Must be an American price with its sign, such as \"-110\" or \"+300\"."
        )
        return field.converted(placeholder: .assumed, rule) { AmericanPrice($0) }
    }
}

extension BodyField where Value == MarketLine {
    /// A line in steps of a quarter.
    package static func line(_ name: String, _ summary: String) -> BodyField {
        let limit = Double(MarketLine.limit) / 4
        var field = BodyField<Double>.number(name, -limit...limit, summary)
        field.description.step = MarketLine.step
        return field.converted(
            placeholder: .zero,
            FieldRule("aQuarter", "Must be a multiple of 0.25.")
        ) { MarketLine($0) }
    }
}

extension BodyField where Value == Int {
    /// A number of weeks, points and the like, which fits every platform's `Int`.
    static func count(_ name: String, _ range: ClosedRange<Int64>, _ summary: String) -> BodyField {
        BodyField<Int64>.integer(name, range, summary)
            .converted(placeholder: 0, .anInteger) { Int(exactly: $0) }
    }
}

extension BodyField where Value == Int64 {
    static func id(_ name: String, _ summary: String) -> BodyField { .integer(name, 1 ... .max, summary) }
}
