internal import HTTPServer
package import ParlayAPI

package enum AccountAdminError: ProblemConvertible, Equatable {
    /// The account has no email address, or is suspended.
    case unreachable

    package var problem: Problem {
        switch self {
        case .unreachable:
            Problem(
                status: 409,
                code: "account_unreachable",
                title: "No mail possible",
                detail: "The account has no email address, or is suspended."
            )
        }
    }
}
