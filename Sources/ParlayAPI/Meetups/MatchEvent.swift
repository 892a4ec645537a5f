/// Something that happened in a match.
public struct MatchEvent: Resource, Hashable {
    /// What happened.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        /// The match was made.
        case matched
        case proposed
        case accepted
        /// An offer was withdrawn or declined, or the meetup was cancelled.
        case cancelled
        /// The time of an offer passed without an answer.
        case lapsed
        /// The time of a scheduled meetup passed.
        case held
    }

    /// What happened.
    public var kind: Extensible<Kind>
    /// The account that did it; `nil` for what time does.
    public var by: Int64?
    /// The time that was proposed, accepted, or has passed.
    public var time1: Timestamp?
    /// The place that was proposed or accepted.
    public var location: String?
    /// Of a meetup that was held: whether the other person came, as you said. `nil` if you said nothing.
    public var met: Bool?
    /// When it happened.
    public var at: Timestamp

    public init(
        kind: Kind,
        by: Int64? = nil,
        time1: Timestamp? = nil,
        location: String? = nil,
        met: Bool? = nil,
        at: Timestamp
    ) {
        self.kind = Extensible(kind)
        self.by = by
        self.time1 = time1
        self.location = location
        self.met = met
        self.at = at
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member(
            "kind",
            &kind,
            "What happened. `lapsed`: the time of an offer passed; `held`: the time of a scheduled meetup passed."
        )
        object.member("by", &by, "The account that did it; `null` for `lapsed` and `held`.")
        object.member("time_1", &time1, "The time that was proposed, accepted, or has passed.")
        object.member("location", &location, "The place that was proposed or accepted.")
        object.member("met", &met, "Of a meetup that was held: whether the other person came, as you said.")
        object.member("at", &at, "When it happened.")
    }
}

extension MatchEvent {
    package static var schemaSummary: String { "Something that happened in a match." }

    package static var example: MatchEvent {
        MatchEvent(
            kind: .proposed,
            by: 2001,
            time1: .exampleLater,
            location: "Café Luna",
            at: .example
        )
    }
}
