internal import ParlayAPI

/// The notice of a move for the other member. The text follows the actor's first name.
struct MatchNotice: Equatable {
    let kind: NoticeKind
    let title: String
    let text: String
    /// The same in all languages.
    let words: MeetupNoticeText

    static let made = MatchNotice(
        kind: .matchMade,
        title: "New match",
        text: "matched with you. Propose a time and a place to meet.",
        words: .matchMade
    )
    static let unmatched = MatchNotice(
        kind: .meetupCancelled,
        title: "Meetup cancelled",
        text: "cancelled the meetup and ended the match.",
        words: .matchEnded
    )

    private static let proposed = MatchNotice(
        kind: .meetupProposed,
        title: "Meetup proposed",
        text: "would like to meet",
        words: .meetupProposed
    )
    /// Another time or place for what was agreed, which no longer counts.
    private static let changed = MatchNotice(
        kind: .meetupProposed,
        title: "Change of your meetup proposed",
        text: "called off the agreed meetup and would instead like to meet",
        words: .meetupChanged
    )
    private static let accepted = MatchNotice(
        kind: .meetupAccepted,
        title: "Meetup scheduled",
        text: "will meet you",
        words: .meetupAccepted
    )
    private static let cancelled = MatchNotice(
        kind: .meetupCancelled,
        title: "Meetup cancelled",
        text: "cancelled the meetup",
        words: .meetupCancelled
    )
    private static let withdrawn = MatchNotice(
        kind: .meetupCancelled,
        title: "Proposal withdrawn",
        text: "withdrew the proposal, so nothing is planned",
        words: .proposalWithdrawn
    )
    private static let declined = MatchNotice(
        kind: .meetupCancelled,
        title: "Proposal declined",
        text: "declined your proposal, so nothing is planned",
        words: .proposalDeclined
    )

    /// The notice of a move from one state to another. The text has no end: the statement adds time and place in the
    /// recipient's format, and the full stop.
    static func of(_ status: MatchStatus, after old: MatchStatus, by side: MatchRules.Side) -> MatchNotice {
        switch status {
        case .scheduled: accepted
        case .proposedByFirst, .proposedBySecond: old == .scheduled ? changed : proposed
        case .matched: old == .scheduled ? cancelled : old == side.proposed ? withdrawn : declined
        }
    }
}
