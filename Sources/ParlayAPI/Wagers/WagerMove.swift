/// What a person can do with a wager: each is a call.
public enum WagerMove: String, CaseIterable, Codable, Hashable, Sendable {
    /// `PUT wagers/{id}/`
    case edit
    /// `DELETE wagers/{id}/`
    case delete
    case take, decline, complete, cancel
    /// `DELETE wagers/{id}/cancel/`
    case withdrawCancel = "withdraw_cancel"
    /// `PUT wagers/{id}/arbiter/`
    case nameArbiter = "name_arbiter"
    case arbitrate, pay, confirm, rate
}
