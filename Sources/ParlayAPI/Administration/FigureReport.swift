/// A tenant in numbers, by day.
public struct FigureReport: Resource, Hashable {
    /// The first day, in UTC.
    public var from: CivilDate
    /// The last day, in UTC.
    public var to: CivilDate
    /// What was before is counted; `nil` if nothing was counted yet.
    public var countedAt: Timestamp?
    /// Those that the caller may see, in a fixed order.
    public var figures: [FigureSeries]

    public init(from: CivilDate, to: CivilDate, countedAt: Timestamp?, figures: [FigureSeries]) {
        self.from = from
        self.to = to
        self.countedAt = countedAt
        self.figures = figures
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("from", &from, "The first day, in UTC.")
        object.member("to", &to, "The last day, in UTC.")
        object.member(
            "counted_at",
            &countedAt,
            "What was before is counted; `null` if nothing was counted yet."
        )
        object.member("figures", &figures, "Each figure with its days.")
    }
}

extension FigureReport {
    package static var schemaSummary: String { "A tenant in numbers, by day." }

    package static var example: FigureReport {
        FigureReport(
            from: FigureDay.example.day,
            to: FigureDay.example.day,
            countedAt: .example,
            figures: [.example]
        )
    }
}

/// One figure by day.
public struct FigureSeries: Resource, Hashable {
    /// Such as `sign_ups`; permanent.
    public var name: String
    /// What the values are.
    public var unit: Extensible<FigureUnit>
    /// The days of the report that were counted, the earliest first.
    public var days: [FigureDay]

    public init(name: String, unit: FigureUnit, days: [FigureDay]) {
        self.name = name
        self.unit = Extensible(unit)
        self.days = days
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("name", &name, "Such as `sign_ups`.")
        object.member("unit", &unit, "`number`, `state` or `cents`.")
        object.member("days", &days, "The days that were counted, the earliest first.")
    }
}

extension FigureSeries {
    package static var schemaSummary: String { "One figure by day." }

    package static var example: FigureSeries {
        FigureSeries(name: "sign_ups", unit: .number, days: [.example])
    }
}

/// What the values of a figure are.
public enum FigureUnit: String, CaseIterable, Codable, Hashable, MemberValue, Sendable {
    /// How many came on the day.
    case number
    /// How many there were at the end of the day, or are now.
    case state
    /// Cents that came together on the day.
    case cents
}

/// A figure on one day.
public struct FigureDay: Resource, Hashable {
    /// In UTC.
    public var day: CivilDate
    /// See the figure's unit.
    public var value: Int64

    public init(day: CivilDate, value: Int64) {
        self.day = day
        self.value = value
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("day", &day, "In UTC.")
        object.member("value", &value, "See the figure's unit.")
    }
}

extension FigureDay {
    package static var schemaSummary: String { "A figure on one day." }

    package static var example: FigureDay {
        FigureDay(day: .example, value: 7)
    }
}
