internal import ParlayAPI
package import Tenancy

extension Session {
    /// Acts for an account whose password was just proved, so that what follows is scoped to it. There is no token.
    package func assume(_ account: Account) {
        let role = Role(rawValue: account.role.rawValue) ?? .member
        assume(account.id, role: role)
    }
}
