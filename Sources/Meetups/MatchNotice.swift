internal import ParlayAPI

/// The notice of a move for the other member. The text follows the actor's first name.
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

    /// The same in all languages.
    static func words(_ status: MatchStatus) -> MeetupNoticeText {
        switch status {
        case .matched: .meetupCancelled
        case .proposedByFirst, .proposedBySecond: .meetupProposed
        case .scheduled: .meetupAccepted
        }
    }

    /// The notice of a move that leads to a state. The text has no end: the statement adds time and place in the
    /// recipient's format, and the full stop.
    static func of(_ status: MatchStatus) -> MatchNotice {
        switch status {
        case .matched:
            MatchNotice(kind: .meetupCancelled, title: "Meetup cancelled", text: "cancelled the meetup")
        case .proposedByFirst, .proposedBySecond:
            MatchNotice(kind: .meetupProposed, title: "Meetup proposed", text: "would like to meet")
        case .scheduled:
            MatchNotice(kind: .meetupAccepted, title: "Meetup scheduled", text: "will meet you")
        }
    }
}
