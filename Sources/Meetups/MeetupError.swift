internal import HTTPServer
package import ParlayAPI

package enum MeetupError: ProblemConvertible, Equatable {
    case matchNotFound
    case notMember
    case personNotFound
    case oneself
    case languagesDoNotFit
    case alreadyMatched
    case noCandidate
    /// The move is not possible in the current state.
    case wrongState(MatchStatus)
    /// Someone else was faster, or the offer is no longer the one that was accepted.
    case changed(MatchStatus)
    case timeOutOfRange
    case noRecentMeetup
    case feedbackGiven

    static let timeRule = FieldRule("timeWithinYear", "Must be in the future, within a year from now.")

    package var problem: Problem {
        switch self {
        case .matchNotFound:
            Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such match.")
        case .notMember:
            Problem(
                status: 403,
                code: "not_a_member",
                title: "Not a member",
                detail: "You are not a member of this match."
            )
        case .personNotFound:
            Problem(
                status: 404,
                code: "person_not_found",
                title: "No such person",
                detail: "There is no person with this username."
            )
        case .oneself:
            .invalidFields(
                FieldErrors("a_username", FieldRule("matchWithOther", "You cannot match with yourself."))
            )
        case .languagesDoNotFit:
            .invalidFields(
                FieldErrors(
                    "a_username",
                    FieldRule(
                        "languagesFit",
                        "This person does not know the language you learn, or does not learn the one you know."
                    )
                )
            )
        case .alreadyMatched:
            Problem(
                status: 409,
                code: "already_matched",
                title: "Already matched",
                detail: "You are already matched with this person."
            )
        case .noCandidate:
            Problem(
                status: 404,
                code: "no_candidate",
                title: "No matching partner",
                detail: "No matching partner is available right now."
            )
        case .wrongState(let status):
            Problem(
                status: 409,
                code: "match_state",
                title: "Not possible in the current state",
                detail: "This cannot be done while \(status.sentence).",
                extensions: ["status_code": .integer(Int64(status.rawValue))]
            )
        case .changed(let status):
            Problem(
                status: 409,
                code: "match_changed",
                title: "The match has changed",
                detail: "The match has changed: \(status.sentence) now. Read it again.",
                extensions: ["status_code": .integer(Int64(status.rawValue))]
            )
        case .timeOutOfRange:
            .invalidFields(FieldErrors("time_1", Self.timeRule))
        case .noRecentMeetup:
            Problem(
                status: 409,
                code: "no_recent_meetup",
                title: "No recent meetup",
                detail: "This match had no meetup in the last 14 days."
            )
        case .feedbackGiven:
            Problem(
                status: 409,
                code: "feedback_given",
                title: "Feedback already given",
                detail: "You have already given feedback on this meetup."
            )
        }
    }
}

extension MatchStatus {
    fileprivate var sentence: String {
        switch self {
        case .matched: "no meetup is planned"
        case .proposedByFirst, .proposedBySecond: "an offer is waiting for an answer"
        case .scheduled: "a meetup is scheduled"
        }
    }
}
