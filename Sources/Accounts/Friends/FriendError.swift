internal import HTTPServer
package import ParlayAPI
package import Tenancy

package enum FriendError: ProblemConvertible, Equatable {
    case personNotFound
    case oneself
    case alreadyAsked
    case alreadyFriends
    /// There is no request from this account.
    case notAsked(AccountID)
    case notOne(AccountID)

    package var problem: Problem {
        switch self {
        case .personNotFound:
            Problem(
                status: 404,
                code: "person_not_found",
                title: "No such person",
                detail: "There is no person with this username."
            )
        case .oneself:
            .invalidFields(
                FieldErrors(
                    FriendRequest.username.name,
                    FieldRule("friendIsOther", "You cannot ask yourself.")
                )
            )
        case .alreadyAsked:
            Problem(
                status: 409,
                code: "already_asked",
                title: "Request already sent",
                detail: "You have already asked this person, who has not answered yet."
            )
        case .alreadyFriends:
            Problem(
                status: 409,
                code: "already_friends",
                title: "Already friends",
                detail: "You and this person are already friends."
            )
        case .notAsked(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is no request from account \(id.rawValue)."
            )
        case .notOne(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is no friendship or request between you and account \(id.rawValue)."
            )
        }
    }
}
