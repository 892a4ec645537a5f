internal import ParlayAPI

/// What the other member hears of a move. The text goes on after the actor's first name.
struct MatchNotice: Equatable {
    let kind: NoticeKind
    let title: String
    let text: String

    static let made = MatchNotice(
        kind: .matchMade,
        title: "New match",
        text: "matched with you. Propose a time and a place to meet."
    )
    static let unmatched = MatchNotice(
        kind: .meetupCancelled,
        title: "Meetup cancelled",
        text: "cancelled the meetup and ended the match."
    )

    static func of(_ change: MatchChange) -> MatchNotice {
        let plan = "\(change.location ?? "") on \(change.time.map(day) ?? "")"
        return switch change.status {
        case .matched:
            MatchNotice(kind: .meetupCancelled, title: "Meetup cancelled", text: "cancelled the meetup.")
        case .proposedByFirst, .proposedBySecond:
            MatchNotice(
                kind: .meetupProposed,
                title: "Meetup proposed",
                text: "would like to meet at \(plan)."
            )
        case .scheduled:
            MatchNotice(kind: .meetupAccepted, title: "Meetup scheduled", text: "will meet you at \(plan).")
        }
    }

    /// `2026-05-20 18:30 UTC`
    private static func day(_ time: Timestamp) -> String {
        let text = time.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
