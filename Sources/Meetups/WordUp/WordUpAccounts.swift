internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The account functions for the original app's calls.
struct WordUpAccounts: Sendable {
    let accounts: AccountService

    /// Creates the account; throws the errors of `POST /register/`.
    func register(_ body: JSONObject, in call: Call) async throws {
        try await accounts.throttles.count(.register, in: call.session)
        _ = try await accounts.register(body, label: call.deviceLabel, call.signer, in: call.session)
    }

    /// Verifies a password, scopes the call's session to its account and returns that; `nil` if it is wrong.
    func verify(username: String, password: String, in call: Call) async throws -> AccountID? {
        do {
            let account = try await accounts.verify(
                username: username,
                password: password,
                in: call.session
            )
            call.session.assume(account)
            return account.id
        } catch AccountError.badCredentials {
            return nil
        }
    }

    /// The same and a new token.
    func token(username: String, password: String, in call: Call) async throws -> String? {
        do {
            return try await accounts.signIn(
                username: username,
                password: password,
                label: call.deviceLabel,
                in: call.session
            ).token
        } catch AccountError.badCredentials {
            return nil
        }
    }

    /// Changes the caller's own profile.
    func update(_ body: JSONObject, in call: Call) async throws {
        _ = try await accounts.update(
            body,
            .merge,
            call.signer,
            in: call.session,
            requireMatch: { _ in }
        )
    }

    /// Deletes the caller's account. A wrong password counts as a failed sign-in.
    func delete(password: String, in call: Call) async throws {
        try await accounts.delete(AccountDeletion(password: password), call.signer, in: call.session)
    }

    /// Revokes the caller's token.
    func logout(in call: Call) async throws { try await TokenService(call.session).logOut() }
}
