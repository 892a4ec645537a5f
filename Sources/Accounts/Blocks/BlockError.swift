internal import HTTPServer
package import ParlayAPI
package import Tenancy

package enum BlockError: ProblemConvertible, Equatable {
    case oneself
    case notOne(AccountID)
    case notBlocked(AccountID)

    package var problem: Problem {
        switch self {
        case .oneself:
            Problem(
                status: 422,
                code: "own_account",
                title: "Cannot block yourself",
                detail: "You cannot block yourself."
            )
        case .notOne(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is no person \(id.rawValue)."
            )
        case .notBlocked(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "You have not blocked account \(id.rawValue)."
            )
        }
    }
}
