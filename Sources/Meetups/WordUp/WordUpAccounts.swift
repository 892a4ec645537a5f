package import ParlayAPI
package import Tenancy

/// What the original app's calls need of accounts. `App` fills it.
package protocol WordUpAccounts: Sendable {
    /// Makes the account; throws what `POST /register/` would answer.
    func register(_ body: JSONObject, in call: Call) async throws
    /// Proves a password, scopes the call's session to its account and answers that. `nil`: not the right one.
    func verify(username: String, password: String, in call: Call) async throws -> AccountID?
    /// The same and a new token.
    func token(username: String, password: String, in call: Call) async throws -> String?
    /// Changes the caller's own profile.
    func update(_ body: JSONObject, in call: Call) async throws
    /// Revokes the caller's token.
    func logout(in call: Call) async throws
}
