package import Database
internal import HTTPServer
package import ParlayAPI
package import Tenancy

package enum AccountError: ProblemConvertible, Equatable {
    case usernameTaken
    case emailTaken
    /// No such account, or a wrong password; the answer does not say which.
    case badCredentials
    /// The caller's own current password was wrong.
    case badPassword
    /// The caller's email address is proven already.
    case alreadyVerified
    /// The caller gave no email address, so no mail can be sent.
    case noEmail
    case suspended
    case registrationClosed
    case inviteRequired
    case lastAdmin
    /// Only another admin can change one's own role and status.
    case ownRole
    case notOne(AccountID)
    case notOwn
    /// Others edited the row at the same time, several times in a row.
    case editedMeanwhile

    package var problem: Problem {
        switch self {
        case .usernameTaken:
            Problem(
                status: 409,
                code: "username_taken",
                title: "Username taken",
                detail: "This username is already taken."
            )
        case .emailTaken:
            Problem(
                status: 409,
                code: "email_taken",
                title: "Email taken",
                detail: "There is already an account with this email."
            )
        case .badCredentials:
            Problem(
                status: 401,
                code: "bad_credentials",
                title: "Incorrect username or password",
                detail: Self.cannotLogIn
            )
        case .badPassword:
            Problem(
                status: 403,
                code: "bad_password",
                title: "Wrong password",
                detail: "This is not your current password."
            )
        case .alreadyVerified:
            Problem(
                status: 409,
                code: "already_verified",
                title: "Already verified",
                detail: "Your email address is already verified."
            )
        case .noEmail:
            Problem(
                status: 403,
                code: "no_email",
                title: "No email address",
                detail: "Your account has no email address. Add one to your profile first."
            )
        case .suspended:
            Problem(
                status: 403,
                code: "account_suspended",
                title: "The account is suspended",
                detail: "This account is suspended. Ask the people who run this app."
            )
        case .registrationClosed:
            Problem(
                status: 403,
                code: "registration_closed",
                title: "Registration is closed",
                detail: "Registration is currently closed."
            )
        case .inviteRequired:
            Problem(
                status: 403,
                code: "invite_required",
                title: "Registration requires an invitation",
                detail: "Registration requires a valid invite code."
            )
        case .lastAdmin:
            Problem(
                status: 409,
                code: "last_admin",
                title: "Cannot remove the last admin",
                detail: "A tenant needs at least one admin. Make someone else an admin first."
            )
        case .ownRole:
            Problem(
                status: 409,
                code: "own_role",
                title: "Cannot change your own role",
                detail: "You cannot change your own role or status. Ask another admin."
            )
        case .notOne(let id):
            Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is no profile \(id.rawValue)."
            )
        case .notOwn:
            Problem(
                status: 403,
                code: "forbidden",
                title: "Not allowed",
                detail: "You can only change your own profile."
            )
        case .editedMeanwhile:
            Problem(
                status: 409,
                code: "edit_conflict",
                title: "Edit conflict",
                detail: "Another call changed it at the same time. Read it and try again."
            )
        }
    }

    static let cannotLogIn = "Incorrect username or password."

    /// The error for a violated constraint of `accounts`; other errors are unchanged.
    package static func named(_ error: DatabaseError) -> any Error {
        switch error.constraint {
        case "accounts_username_key": AccountError.usernameTaken
        case "accounts_email_key": AccountError.emailTaken
        case "accounts_last_admin_check": AccountError.lastAdmin
        case AccountService.identityKey, AccountService.proofKey: IdentityError.ticketUsed
        default: error
        }
    }
}
