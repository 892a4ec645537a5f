internal import HTTPServer
package import ParlayAPI

/// Refusals around second factors.
package enum SecondFactorError: ProblemConvertible, Equatable {
    /// The first step is done. Without a ticket where a second step is impossible.
    case required(ticket: String?)
    /// A code at sign-in.
    case refused
    /// The ticket is unknown, used or expired.
    case expired
    /// A code of someone who is signed in.
    case badCode
    case off
    case exists
    case missing

    package var problem: Problem {
        switch self {
        case .required(let ticket):
            Problem(
                status: 401,
                code: "second_factor_required",
                title: "Second factor required",
                detail: ticket == nil
                    ? "This account signs in with a second factor, which this way of signing in does not support."
                    : "Send the ticket and a code of the authenticator app to /login/second/.",
                extensions: ["ticket": ticket.map(JSONValue.string)].compactMapValues { $0 }
            )
        case .refused:
            Problem(
                status: 401,
                code: "bad_second_factor",
                title: "Wrong code",
                detail: "This code is wrong or was used. Wait for the next one, or use a recovery code."
            )
        case .expired:
            Problem(
                status: 401,
                code: "second_factor_expired",
                title: "The sign-in has expired",
                detail: "It took too long, or there were too many tries. Sign in again."
            )
        case .badCode:
            Problem(
                status: 403,
                code: "bad_code",
                title: "Wrong code",
                detail: "This code is wrong or was used. Wait for the next one, or use a recovery code."
            )
        case .off:
            Problem(
                status: 403,
                code: "second_factor_off",
                title: "No second factors",
                detail: "This app offers no second factors."
            )
        case .exists:
            Problem(
                status: 409,
                code: "second_factor_exists",
                title: "There is a second factor",
                detail: "The account has a second factor. Remove it before you set up another one."
            )
        case .missing:
            Problem(
                status: 409,
                code: "second_factor_missing",
                title: "No second factor",
                detail: "The account has no second factor, and none is being set up."
            )
        }
    }
}
