package import ParlayAPI
internal import Tenancy

extension WagerRules {
    /// What may be done next, in the order of `WagerMove`.
    package static func moves(by actor: Actor, on state: WagerState, closesAt: Timestamp?, now: Timestamp)
        -> [WagerMove]
    {
        WagerMove.allCases.filter { move in
            do throws(Refusal) {
                _ = try apply(
                    move.sample,
                    by: actor,
                    to: state,
                    closesAt: closesAt,
                    plan: ReminderPlan(days: []),
                    now: now
                )
            } catch { return false }
            // Asking once more to cancel changes nothing.
            return move != .cancel || state.cancelRequestedBy == nil || state.cancelRequestedBy != actor.party
        }
    }
}

extension WagerMove {
    /// Whether a move is allowed does not depend on what is said with it.
    fileprivate var sample: WagerRules.Move {
        switch self {
        case .edit: .edit
        case .delete: .delete
        case .take: .take
        case .decline: .decline
        case .complete: .complete(.challenger)
        case .cancel: .cancel
        case .withdrawCancel: .withdrawCancel
        case .nameArbiter: .nameArbiter(AccountID(rawValue: 0))
        case .arbitrate: .arbitrate(nil)
        case .pay: .pay(.cash)
        case .confirm: .confirm(true)
        case .rate: .rate
        }
    }
}
