internal import ParlayAPI
package import Tenancy

extension Session {
    /// Acts for an account whose password was just proved, so that what follows is scoped to it. There is no token.
    package func assume(_ account: Account) {
        assume(account.id, role: account.role)
    }
}
