internal import HTTPServer
package import ParlayAPI

package enum WagerError: ProblemConvertible, Equatable {
    case notFound
    /// It was edited since it was posed, and the call does not say which version it means.
    case needsVersion
    case refused(WagerRules.Refusal)
    /// No account with this username is visible to the caller.
    case unknownAddressee
    /// The winner has no Venmo username.
    case noVenmo
    case alreadyRated
    /// Others changed it each time.
    case changed(WagerStatus)

    static let addresseeRule = FieldRule("anotherPerson", "There is no other person with this username.")

    package var problem: Problem {
        switch self {
        case .notFound:
            Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such wager.")
        case .needsVersion:
            Problem(
                status: 428,
                code: "precondition_required",
                title: "Precondition required",
                detail:
                    "The terms of this wager have changed since it was posed. Read it again and send its ETag as If-Match."
            )
        case .refused(let refusal): refusal.problem
        case .unknownAddressee:
            .invalidFields(FieldErrors("audience_username", Self.addresseeRule))
        case .noVenmo:
            Problem(
                status: 409,
                code: "no_venmo_username",
                title: "The winner has no Venmo username",
                detail: "The winner has no Venmo username in their profile. Ask for it, or pay in cash."
            )
        case .alreadyRated:
            Problem(
                status: 409,
                code: "already_rated",
                title: "Already rated",
                detail: "You have already rated the other side of this wager."
            )
        case .changed(let status):
            Problem(
                status: 409,
                code: "wager_changed",
                title: "The wager has changed",
                detail: "Someone else changed the wager at the same time. Read it again.",
                extensions: ["wager_status": .string(status.rawValue)]
            )
        }
    }
}

extension WagerRules.Refusal {
    fileprivate var problem: Problem {
        switch self {
        case .notTheirs(let kind):
            Problem(
                status: 403,
                code: "not_your_move",
                title: "Not your move",
                detail: "On this wager, only \(kind.people) can do that."
            )
        case .own:
            Problem(
                status: 403,
                code: "own_wager",
                title: "Cannot take your own wager",
                detail: "You posed this wager, so someone else has to take it."
            )
        case .state(let status):
            Self.conflict(
                code: "wager_state",
                "Not possible in the current state",
                "This cannot be done while the wager is \(status.rawValue).",
                status
            )
        case .alreadyTaken(let status):
            Self.conflict(
                code: "wager_already_taken",
                "The wager is already taken",
                "Someone has already taken this wager.",
                status
            )
        case .expired:
            Self.conflict(
                code: "wager_expired",
                "The wager has expired",
                "This wager can no longer be taken.",
                .expired
            )
        case .unavailable:
            Self.conflict(
                code: "wager_unavailable",
                "The wager is unavailable",
                "This wager cannot be taken at the moment.",
                .open
            )
        case .nothingToWithdraw(let status):
            Self.conflict(
                code: "no_cancel_request",
                "Nothing to withdraw",
                "You have not asked to cancel this wager.",
                status
            )
        }
    }

    private static func conflict(code: String, _ title: String, _ detail: String, _ status: WagerStatus)
        -> Problem
    {
        Problem(
            status: 409,
            code: code,
            title: title,
            detail: detail,
            extensions: ["wager_status": .string(status.rawValue)]
        )
    }
}

extension WagerRules.Kind {
    var people: String {
        switch self {
        case .edit, .delete: "the challenger"
        case .take: "people it is offered to"
        case .decline: "the person it is addressed to"
        case .complete, .cancel, .withdrawCancel, .nameArbiter, .rate: "the two parties"
        case .arbitrate: "its arbiter or a moderator who is not a party"
        case .void: "a moderator who is not a party"
        case .pay: "the loser"
        case .confirm: "the winner"
        }
    }
}
