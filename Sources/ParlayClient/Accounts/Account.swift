public import Foundation
public import ParlayAPI

extension Parlay {
    /// Registration, sign-in and sign-out, and the caller's own account.
    public var account: Account { Account(engine: engine) }

    /// See `Parlay.account`. Copies share the sign-in.
    public struct Account: Sendable {
        let engine: Engine
    }
}

extension Parlay.Account {
    /// Creates an account and signs in to it.
    ///
    /// If the connection breaks, the call is not retried, because the account may exist: try to log in.
    @discardableResult
    public func register(_ registration: Registration) async throws(ParlayError) -> Profile {
        try await enter(Call(AccountCalls.register, registration))
    }

    /// Whether a username or an email is free, for a form before it is sent. `email` is `nil` in the answer unless the
    /// tenant answers that.
    public func availability(username: String? = nil, email: String? = nil) async throws(ParlayError)
        -> Availability
    {
        try await engine.value(
            Call(AvailabilityCalls.check).asking(AvailabilityCalls.username, username)
                .asking(AvailabilityCalls.email, email)
        )
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - name: the username or the email.
    ///   - device: the name of the token in the list of devices, such as `Ann's phone`.
    @discardableResult
    public func logIn(_ name: String, password: String, device: String? = nil) async throws(ParlayError)
        -> Profile
    {
        let credentials = Credentials(username: name, password: password, device: device)
        return try await enter(Call(AccountCalls.logIn, credentials))
    }

    /// Signs in with an existing token, after the server has said whose it is.
    @discardableResult
    public func signIn(withToken token: String) async throws(ParlayError) -> Profile {
        let stranger = SignInKeeper(
            base: engine.base,
            storage: InMemoryTokenStorage(SavedSignIn(base: engine.base, accountID: 0, token: token))
        )
        let trial = Engine(
            base: engine.base,
            transport: engine.transport,
            sockets: engine.sockets,
            keeper: stranger,
            retries: engine.retries,
            ticker: engine.ticker,
            userAgent: engine.userAgent
        )
        let profile = try await trial.value(Call(ProfileCalls.showOwn))
        try await engine.keeper.adopt(
            SavedSignIn(base: engine.base, accountID: profile.id, token: token)
        )
        return profile
    }

    /// Creates a token for another program. Does not change who is signed in.
    public func token(_ name: String, password: String) async throws(ParlayError) -> String {
        let request = TokenRequest(username: name, password: password)
        let answer = try await engine.value(
            Call(AccountCalls.token, request)
        )
        return answer.token
    }

    /// The signed-in account, as far as this device knows; `nil` if there is none. Asks the storage, not the server.
    public func signedInID() async throws(ParlayError) -> Int64? {
        try await engine.keeper.signIn()?.accountID
    }

    /// Revokes this device's token, or all of the account's, and signs out. If the server cannot be reached, the
    /// person stays signed in; `forgetSignIn` is for that case.
    public func logOut(everywhere: Bool = false) async throws(ParlayError) {
        var call = Call(TokenCalls.logOut, Logout(everywhere: everywhere ? true : nil))
        call.obeysRefusal = false
        do {
            try await engine.send(call)
        } catch .problem(let problem, _) where problem.status == 401 {
            // It was already revoked.
        }
        try await engine.keeper.leave()
    }

    /// Signs out only on this device. The token stays valid until it expires or is revoked elsewhere.
    public func forgetSignIn() async throws(ParlayError) {
        try await engine.keeper.leave()
    }

    /// Changes the password and revokes the tokens of all other devices.
    ///
    /// - Parameter code: of the second factor, if the account has one and signed in over 15 minutes ago.
    public func changePassword(from current: String, to new: String, code: String? = nil)
        async throws(ParlayError)
    {
        try await engine.send(
            Call(AccountCalls.changePassword, PasswordChange(current: current, new: new, code: code))
        )
    }

    /// Sends a code to the address, if an account has it.
    public func requestPasswordReset(email: String) async throws(ParlayError) {
        try await engine.send(
            Call(PasswordResetCalls.ask, PasswordReset(email: email))
        )
    }

    /// Sets a new password with the code from the mail. Signs out every device, including this one.
    public func resetPassword(code: String, to new: String) async throws(ParlayError) {
        try await engine.send(
            Call(PasswordResetCalls.confirm, PasswordResetConfirmation(code: code, new: new))
        )
    }

    /// Sends a code to the account's own address. The profile's `emailVerified` says whether that is needed; if it is
    /// not, the problem is `already_verified`.
    public func requestEmailVerification() async throws(ParlayError) {
        try await engine.send(Call(EmailVerificationCalls.ask))
    }

    /// Proves the email address with the code from the mail. The code is enough: no sign-in is needed.
    public func verifyEmail(code: String) async throws(ParlayError) {
        try await engine.send(
            Call(EmailVerificationCalls.verify, EmailVerification(code: code))
        )
    }

    /// Everything that is stored about the caller, as a JSON file to keep.
    public func export() async throws(ParlayError) -> Data {
        try await engine.answer(Call(ExportCalls.export)).body
    }

    /// Permanently deletes the account, and signs out.
    ///
    /// - Parameter code: of the second factor, if the account has one and signed in over 15 minutes ago.
    public func delete(password: String, code: String? = nil) async throws(ParlayError) {
        try await delete(AccountDeletion(password: password), code)
    }

    func delete(_ deletion: AccountDeletion, _ code: String?) async throws(ParlayError) {
        var deletion = deletion
        deletion.code = code
        // The path for clients that cannot send a body with DELETE.
        try await engine.send(Call(ProfileCalls.deleteOwnByPost, deletion))
        try await engine.keeper.leave()
    }

    func enter(_ call: Call<SignedIn>) async throws(ParlayError) -> Profile {
        let signedIn = try await engine.value(call)
        try await engine.keeper.adopt(
            SavedSignIn(
                base: engine.base,
                accountID: signedIn.profile.id,
                token: signedIn.token,
                expiresAt: signedIn.expiresAt
            )
        )
        return signedIn.profile
    }
}
