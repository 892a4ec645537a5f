internal import Database
internal import Meetups
internal import ParlayAPI
internal import Tenancy

/// What the original WordUp client needs of accounts, by the service that serves `/v1`.
struct AccountsForWordUp: WordUpAccounts {
    let accounts: AccountService

    func register(_ body: JSONObject, in call: Call) async throws {
        try await accounts.throttles.count(.register, in: call.session)
        _ = try await accounts.register(body, label: call.deviceLabel, in: call.session)
    }

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

    func update(_ body: JSONObject, in call: Call) async throws {
        _ = try await accounts.update(body, .merge, in: call.session, requireMatch: { _ in })
    }

    func logout(in call: Call) async throws { try await call.session.logOut() }
}
