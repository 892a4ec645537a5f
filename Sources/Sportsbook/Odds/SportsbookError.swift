internal import HTTPServer
package import ParlayAPI

package enum SportsbookError: ProblemConvertible, Equatable {
    /// `bet`, `event`, …
    case notFound(String)
    /// The position of a leg that names no outcome.
    case unknownOutcome(leg: Int)
    /// A field of a body is wrong in a way that only the database shows.
    case field(String, FieldRule)
    case sameEvent
    /// The bet would exceed a limit of the position.
    case position(FieldRule)
    case eventStarted
    case marketSuspended
    case priceChanged([MovedPrice])
    case insufficientFunds(balanceCents: Int64)
    /// What has bets stays as it is.
    case hasBets(String)
    case marketExists
    case eventDecided(EventStatus)
    case marketDecided(MarketStatus)

    package var problem: Problem {
        switch self {
        case .notFound(let what):
            Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such \(what).")
        case .unknownOutcome(let leg):
            .invalidFields(
                FieldErrors("legs.\(leg).outcome_id", FieldRule("outcomeKnown", "There is no such outcome."))
            )
        case .field(let name, let rule): .invalidFields(FieldErrors(name, rule))
        case .sameEvent:
            Problem(
                status: 422,
                code: "same_event",
                title: "Two legs of one event",
                detail: "The legs of a parlay must be of different events."
            )
        case .position(let rule): .invalidFields(FieldErrors("stake_cents", rule))
        case .eventStarted:
            conflict(
                code: "event_started",
                "The event has started",
                "Bets are taken only before the event starts."
            )
        case .marketSuspended:
            conflict(
                code: "market_suspended",
                "The market is suspended",
                "No bets are taken on this market at the moment."
            )
        case .priceChanged(let legs):
            Problem(
                status: 409,
                code: "price_changed",
                title: "The price has changed",
                detail: legs.count == 1
                    ? "The price is now \(legs[0].price.text). Ask again before you place the bet."
                    : "The prices of \(legs.count) legs have changed. Ask again before you place the bet.",
                extensions: ["legs": .array(legs.map(\.json))]
            )
        case .insufficientFunds(let balance):
            conflict(
                code: "insufficient_funds",
                "Balance below the stake",
                "The wallet holds \(Cents.dollars(balance)), which is less than the stake."
            )
        case .hasBets(let what):
            conflict(
                code: "has_bets",
                "There are bets on it",
                "There are bets on this \(what), so this is not possible any more."
            )
        case .marketExists:
            conflict(
                code: "market_exists",
                "The market exists",
                "The event has a market of this kind with this line."
            )
        case .eventDecided(let status):
            conflict(
                code: "event_state",
                "Not possible in the current state",
                "The event is \(status.rawValue). Correct its score, or cancel it."
            )
        case .marketDecided(let status):
            conflict(
                code: "market_state",
                "Not possible in the current state",
                "The market is \(status.rawValue) and cannot change."
            )
        }
    }

    private func conflict(code: String, _ title: String, _ detail: String) -> Problem {
        Problem(status: 409, code: code, title: title, detail: detail)
    }
}
