package import ParlayAPI

/// The state machine of a match. Pure: the clock is an argument and nothing is written.
package enum MatchRules {
    /// Which of the two people a member is.
    package enum Side: Sendable, Hashable, CaseIterable {
        /// `user_id1`, who made the match.
        case first
        case second

        package var other: Side { self == .first ? .second : .first }
        /// The state in which this side's offer waits for an answer.
        package var proposed: MatchStatus { self == .first ? .proposedByFirst : .proposedBySecond }
    }

    package enum Move: Sendable, Hashable, CaseIterable {
        case propose
        case accept
        case cancel

        /// `nil` for what does not change the state.
        package init?(_ move: MatchMove) {
            switch move {
            case .propose: self = .propose
            case .accept: self = .accept
            case .cancel: self = .cancel
            case .feedback: return nil
            }
        }
    }

    /// The state after the move; `nil` if it is not allowed in this state.
    package static func next(_ status: MatchStatus, _ side: Side, _ move: Move) -> MatchStatus? {
        switch move {
        case .propose: status == side.proposed ? nil : side.proposed
        case .accept: status == side.other.proposed ? .scheduled : nil
        case .cancel: status == .matched ? nil : .matched
        }
    }

    /// Whether a meetup may be planned for this time: in the future and within 365 days.
    package static func isAllowed(_ time: Timestamp, now: Timestamp) -> Bool {
        time > now && time.milliseconds - now.milliseconds <= 365 * 86_400_000
    }

    /// Whether the time of a plan has passed, which resets the match even before the sweep has written that.
    package static func hasPassed(_ time: Timestamp?, now: Timestamp) -> Bool {
        time.map { $0 <= now } ?? false
    }

    /// Whether two people can teach each other. A person without languages matches no one.
    package static func fit(
        known: String?,
        learn: String?,
        withKnown otherKnown: String?,
        learn otherLearn: String?
    )
        -> Bool
    {
        guard let known, let learn else { return false }
        return known == otherLearn && learn == otherKnown
    }
}
