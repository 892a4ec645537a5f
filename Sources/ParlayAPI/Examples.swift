/// Values for the examples of the reference.

extension Timestamp {
    /// 2026-05-20T18:30:00.000Z
    package static let example = Timestamp(milliseconds: 1_779_301_800_000)
    /// 2026-05-20T18:00:00.000Z
    package static let exampleHour = Timestamp(milliseconds: 1_779_300_000_000)
    /// 2026-11-16T18:30:00.000Z
    package static let exampleLater = Timestamp(milliseconds: 1_794_853_800_000)
}

extension Person {
    static let ada = Person(id: 7, username: "ada", firstName: "Ada", lastName: "Byron")
    static let dora = Person(id: 12, username: "dora", firstName: "Dora", lastName: "Weiss")
}

extension String {
    /// In the form of a token, but not valid.
    package static let exampleToken = "parlay_" + String(repeating: "x", count: 43)
}
