internal import Database
internal import HTTPServer
package import ParlayAPI
internal import Security
internal import Tenancy

/// The second factor of the caller.
extension AccountService {
    /// Seconds after a sign-in in which it proves who is there.
    package static let recentSeconds: Int64 = 900

    func secondFactor(in session: Session) async throws -> SecondFactor {
        let found = try await session.read(SecondFactorStore.find(.id(session.tenant.id), .null)).first
        let role = try await session.principal().role
        return Self.shown(found, required: session.tenant.settings.secondFactor.isRequired(of: role))
    }

    /// - Parameter row: `nil` if there is none.
    package static func shown(_ row: SecondFactorRow?, required: Bool) -> SecondFactor {
        guard let row, row.provenAt != nil else { return SecondFactor(enabled: false, required: required) }
        return SecondFactor(
            enabled: true,
            enabledAt: row.provenAt,
            recoveryCodesLeft: row.codesLeft,
            resetAt: row.resetAt,
            required: required
        )
    }

    /// Verifies the owner. Hashes, so it runs before any transaction.
    func verify(_ password: String?, _ proof: IDTokenProof?, in session: Session) async throws {
        let own = try await own(session)
        try await verify(password, AccountDeletion.password.name, or: proof, of: own, in: session)
    }

    /// Makes a secret, whose owner `verify` has verified.
    func beginSecondFactor(_ signer: Signer, in session: Session) async throws -> SecondFactorSecret {
        guard session.tenant.settings.secondFactor != .off else { throw SecondFactorError.off }
        let own = try await own(session).account
        let secret = try TimedCode.secret()
        let sealed = try SecondFactorSecretBox.box(signer).seal(secret)
        let begun = try await session.write(
            SecondFactorStore.begin(.id(session.tenant.id), .bytes(sealed), .time(session.now))
        )
        guard try begun.first != nil else { throw SecondFactorError.exists }
        return Self.shown(secret, of: own.username, in: session.tenant)
    }

    /// The key URI format of authenticator apps.
    private static func shown(_ secret: [UInt8], of username: String, in tenant: Tenant) -> SecondFactorSecret
    {
        let text = TimedCode.text(secret)
        let issuer = RequestTarget.encode(tenant.name)
        let label = "\(issuer):\(RequestTarget.encode(username))"
        return SecondFactorSecret(
            secret: text,
            url: "otpauth://totp/\(label)?secret=\(text)&issuer=\(issuer)"
        )
    }

    /// Turns it on.
    func proveSecondFactor(_ code: String, _ signer: Signer, in session: Session) async throws
        -> RecoveryCodes
    {
        let tenant = Parameter.id(session.tenant.id)
        let account = try await session.principal().accountID
        let subject = Self.subject(of: account, session)
        try await requireOpen(subject, session)
        guard let row = try await session.read(SecondFactorStore.find(tenant, .null)).first else {
            throw SecondFactorError.missing
        }
        guard row.provenAt == nil else { throw SecondFactorError.exists }
        guard
            case .timed(let step)? = TypedCode(code, row.secret, after: row.lastStep, signer, at: session.now)
        else {
            try await countFailure(subject, session)
            throw SecondFactorError.badCode
        }
        let codes = try RecoveryCode.several()
        return try await session.transaction {
            let results = try await session.write([
                SecondFactorStore.lock(tenant),
                SecondFactorStore.prove(tenant, .bytes(row.secret), .integer(step), .time(session.now)).query,
            ])
            // Another call was faster.
            guard !results[1].isEmpty else { throw SecondFactorError.exists }
            _ = try await session.write(
                SecondFactorStore.revokeOthers(tenant),
                SecondFactorStore.replaceCodes(tenant, .texts(codes.map(\.digest.hex))),
                notice(.securityFactorOn, to: account, in: session)
            )
            return RecoveryCodes(codes: codes.map(\.shown))
        }
    }

    /// Replaces the recovery codes of the caller, whose owner `verify` has verified.
    func renewRecoveryCodes(_ code: String, _ signer: Signer, in session: Session) async throws
        -> RecoveryCodes
    {
        try await spend(code, signer, in: session)
        let codes = try RecoveryCode.several()
        _ = try await session.write(
            SecondFactorStore.lock(.id(session.tenant.id)),
            SecondFactorStore.replaceCodes(
                .id(session.tenant.id),
                .texts(codes.map(\.digest.hex))
            ),
            notice(.securityCodes, to: try await session.principal().accountID, in: session)
        )
        return RecoveryCodes(codes: codes.map(\.shown))
    }

    /// Removes the second factor of the caller, whose owner `verify` has verified.
    func removeSecondFactor(_ code: String, _ signer: Signer, in session: Session) async throws {
        try await spend(code, signer, in: session)
        let account = try await session.principal().accountID
        _ = try await session.write(
            SecondFactorStore.lockAccount(.id(session.tenant.id), .id(account)),
            SecondFactorStore.remove(.id(session.tenant.id), .id(account), .time(session.now)),
            notice(.securityFactorOff, to: account, in: session)
        )
    }

    /// Ends an admin's reset.
    func keepSecondFactor(in session: Session) async throws {
        let account = try await session.principal().accountID
        let kept = try await session.write(SecondFactorStore.keep(.id(session.tenant.id), .id(account)))
        guard kept[0].affectedRows == 1 else { throw SecondFactorError.missing }
    }

    /// Refuses a caller who has a second factor and signed in a while ago, unless the code is right.
    func requireSecondFactor(
        _ code: String?,
        of own: SecretAccount,
        _ signer: Signer,
        in session: Session
    ) async throws {
        guard own.hasSecondFactor else { return }
        let signedIn = try await session.read(TokenStore.signedInAt(.id(session.tenant.id))).first
        if let signedIn, signedIn.adding(seconds: Self.recentSeconds) >= session.now { return }
        guard let code else {
            var errors = FieldErrors()
            errors.add(
                "code",
                FieldRule(
                    "codeNeeded",
                    "You signed in a while ago: a code of your second factor is required."
                )
            )
            throw Problem.invalidFields(errors)
        }
        try await spend(code, signer, in: session)
    }

    /// Uses up a code of the caller. A wrong one counts as a failed sign-in.
    ///
    /// - Throws: `SecondFactorError.badCode`, `.missing`; `Throttled` after too many failures, even for the right code.
    private func spend(_ typed: String, _ signer: Signer, in session: Session) async throws {
        let tenant = Parameter.id(session.tenant.id)
        let subject = Self.subject(of: try await session.principal().accountID, session)
        try await requireOpen(subject, session)
        guard let row = try await session.read(SecondFactorStore.find(tenant, .null)).first,
            row.provenAt != nil
        else { throw SecondFactorError.missing }
        if let code = TypedCode(typed, row.secret, after: row.lastStep, signer, at: session.now) {
            let spent = try await session.writeApart(
                SecondFactorStore.spend(
                    tenant,
                    code.step,
                    .bytes(row.secret),
                    code.digest,
                    .time(session.now)
                )
            )
            if try spent.first != nil { return }
        }
        try await countFailure(subject, session)
        throw SecondFactorError.badCode
    }
}
