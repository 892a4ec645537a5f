internal import HTTPServer
package import ParlayAPI
package import Tenancy

package enum FriendError: ProblemConvertible, Equatable {
    case personNotFound
    case oneself
    case alreadyAsked
    case alreadyFriends
    /// Nobody with this id has asked the caller.
    case notAsked(AccountID)
    case notOne(AccountID)

    package var problem: Problem {
        switch self {
        case .personNotFound:
            Problem(
                status: 404,
                code: "person_not_found",
                title: "No such person",
                detail: "There is nobody with this username."
            )
        case .oneself:
            .invalidFields(FieldErrors(FriendRequest.username.name, "You cannot ask yourself."))
        case .alreadyAsked:
            Problem(
                status: 409,
                code: "already_asked",
                title: "Already asked",
                detail: "You have asked this person already; they have yet to answer."
            )
        case .alreadyFriends:
            Problem(
                status: 409,
                code: "already_friends",
                title: "Already friends",
                detail: "You and this person are friends already."
            )
        case .notAsked(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "Nobody with the id \(id.rawValue) has asked you."
            )
        case .notOne(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is neither a friendship nor a request between you and anybody with the id "
                    + "\(id.rawValue)."
            )
        }
    }
}
