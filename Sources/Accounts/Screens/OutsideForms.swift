internal import HTTPServer
package import Pages
internal import ParlayAPI
internal import Security
package import Tenancy

/// Signing in and linking by the pages of another service: an issuer's (OpenID Connect Core 1.0, section 3.2, with
/// `response_mode=form_post`) or a provider's (RFC 6749, section 4.1, with PKCE). Three steps follow each other:
///
/// 1. The app's own begins. It gives the browser a secret and leads it to the issuer.
/// 2. The issuer's site sends the token to `sign-in/return`, or the provider's leads to `sign-in/return/{provider}` with a code. Both are
///    foreign, so they change nothing: they only become
/// 3. the app's own form, which comes with the app's cookies. The secret shows that this browser began, and a call does the rest.
package struct OutsideForms: Sendable {
    private let verifier: IDTokenVerifier
    private let site: Site

    package init(_ accounts: AccountService, _ site: Site) {
        verifier = accounts.verifier
        self.site = site
    }

    package var routes: [TenantRoute] {
        [
            site.form("sign-in/outside", "Sign in with an outside account", for: .guest) { visit, input in
                try await take(input, visit, .signIn)
            },
            site.form(
                "me/outside",
                "Link an outside account",
                for: .member,
                needsRecentSignInIf: \.isBeginning
            ) { visit, input in
                try await take(input, visit, .link(AccountID(rawValue: visit.accountID)))
            },
            site.form("sign-in/return", "Back from an issuer", for: .guest, isForeign: true, bring),
        ]
    }

    private func take(_ input: FormInput, _ visit: Visit, _ purpose: AuthorizationState.Purpose) async throws
        -> FormAnswer
    {
        guard !input.isBeginning else { return try await begin(input, visit, purpose) }
        return try await finish(input, visit, purpose)
    }

    // MARK: There

    private func begin(_ input: FormInput, _ visit: Visit, _ purpose: AuthorizationState.Purpose) async throws
        -> FormAnswer
    {
        if let name = input["provider"] { return try beginAtProvider(name, visit, purpose) }
        guard let issuer = visit.outsideIssuers.first(where: { $0.issuer == input["issuer"] }),
            let client = issuer.webClientID
        else { throw TenancyError.notFound("This app takes no accounts of that issuer.") }
        let secret = try Self.secret(visit)
        let state = try AuthorizationState(
            issuer.issuer,
            purpose,
            next: visit.next,
            invite: visit.query("invite"),
            from: secret,
            at: visit.now
        )
        let authorization: IssuerAuthorization
        do {
            authorization = try await verifier.authorization(of: issuer, in: visit.call.session)
        } catch let error as IssuerUnavailable {
            return .page(OutsidePage.refused(.problem(error.problem), state, visit))
        }
        let address = authorization.endpoint.adding([
            ("response_type", authorization.responseType), ("response_mode", "form_post"),
            ("client_id", client), ("redirect_uri", visit.absolute("sign-in/return")),
            ("scope", authorization.scope), ("nonce", state.nonce(secret)),
            ("state", try state.sealed(for: visit.tenant.id, signer: visit.call.signer)),
        ])
        return Self.onward(to: issuer.issuer, at: address, secret, visit)
    }

    private func beginAtProvider(_ name: String, _ visit: Visit, _ purpose: AuthorizationState.Purpose)
        throws -> FormAnswer
    {
        guard let provider = visit.tenant.settings.oauthProvider(name) else {
            throw TenancyError.notFound(OAuthRefusal.provider.sentence)
        }
        let secret = try Self.secret(visit)
        let state = try AuthorizationState(
            provider.issuer,
            provider: name,
            purpose,
            next: visit.next,
            invite: visit.query("invite"),
            from: secret,
            at: visit.now
        )
        let sealed = try state.sealed(
            for: visit.tenant.id,
            signer: visit.call.signer,
            atMost: provider.stateLimit
        )
        var parameters = [
            ("response_type", "code"), ("client_id", provider.clientID),
            ("redirect_uri", Self.redirect(name, visit)), ("state", sealed),
        ]
        if provider.takesVerifiers {
            parameters += [("code_challenge", state.challenge(secret)), ("code_challenge_method", "S256")]
        }
        if let scope = provider.askedScope { parameters.append(("scope", scope)) }
        let address = provider.endpoints.authorization.adding(parameters.map { (name: $0.0, value: $0.1) })
        return Self.onward(to: provider.issuer, at: address, secret, visit)
    }

    /// Where a provider sends the browser back to: each to an address of its own, so that none can bring what another gave (RFC 9700,
    /// section 4.4).
    private static func redirect(_ provider: String, _ visit: Visit) -> String {
        visit.absolute("sign-in/return/\(provider)")
    }

    /// One secret for attempts side by side.
    private static func secret(_ visit: Visit) throws -> String {
        let kept = Kept.outside.value(in: visit)
        return AuthorizationState.isSecret(kept) ? kept : try AuthorizationState.secret()
    }

    private static func onward(to issuer: String, at address: String, _ secret: String, _ visit: Visit)
        -> FormAnswer
    {
        var answer = FormAnswer.page(OutsidePage.onward(to: issuer, at: address, visit), onward: address)
        answer.cookies = [Kept.outside.field(secret, of: visit)]
        return answer
    }

    // MARK: And back

    /// Brings what the issuer's site sent to the app's own form.
    private func bring(_ visit: Visit, _ input: FormInput) async throws -> FormAnswer {
        guard let text = input["state"],
            let state = AuthorizationState(
                text,
                for: visit.tenant.id,
                signer: visit.call.signer,
                at: visit.now
            )
        else { return .page(OutsidePage.refused(.expired, nil, visit)) }
        if let error = input["error"] {
            return .page(OutsidePage.refused(Self.refusal(error), state, visit))
        }
        guard state.provider == nil, let token = input["id_token"], !token.isEmpty else {
            return .page(OutsidePage.refused(.incomplete, state, visit))
        }
        var fields = [("state", text), ("id_token", token)]
        // Apple sends the name beside the token, and only the first time.
        if let user = input["user"], let object = try? JSONParser.parseObject(Array(user.utf8)),
            case .object(let name)? = object["name"]
        {
            for (field, member) in [("first_name", "firstName"), ("last_name", "lastName")] {
                if case .string(let text)? = name[member] { fields.append((field, String(text.prefix(50)))) }
            }
        }
        return .page(OutsidePage.back(fields.map { (name: $0.0, value: $0.1) }, state, visit))
    }

    /// The same for a provider, which sends the browser back with a query.
    static func back(from provider: String, _ visit: Visit) -> Document {
        guard let text = visit.query("state"),
            let state = AuthorizationState(
                text,
                for: visit.tenant.id,
                signer: visit.call.signer,
                at: visit.now
            )
        else { return OutsidePage.refused(.expired, nil, visit) }
        guard state.provider == provider else { return OutsidePage.refused(.otherIssuer, state, visit) }
        if let error = visit.query("error") { return OutsidePage.refused(refusal(error), state, visit) }
        guard let code = visit.query("code") else { return OutsidePage.refused(.incomplete, state, visit) }
        return OutsidePage.back([(name: "state", value: text), (name: "code", value: code)], state, visit)
    }

    private static func refusal(_ error: String) -> OutsideRefusal {
        // Apple has a name of its own for it.
        if error == "access_denied" || error == "user_cancelled_authorize" { return .cancelled }
        let isName = error.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") }
        return .failed(isName && error.utf8.count <= 40 ? error : "?")
    }

    // MARK: Done

    private func finish(_ input: FormInput, _ visit: Visit, _ purpose: AuthorizationState.Purpose)
        async throws
        -> FormAnswer
    {
        guard let text = input["state"],
            let state = AuthorizationState(
                text,
                for: visit.tenant.id,
                signer: visit.call.signer,
                at: visit.now
            )
        else { return .page(OutsidePage.refused(.expired, nil, visit)) }
        let secret = Kept.outside.value(in: visit)
        guard state.isFrom(secret) else { return .page(OutsidePage.refused(.otherBrowser, state, visit)) }
        var answer = try await finish(state, secret, input, visit, purpose)
        // The attempt is over, whatever came of it.
        answer.cookies.append(Kept.outside.field("", of: visit))
        return answer
    }

    private func finish(
        _ state: AuthorizationState,
        _ secret: String,
        _ input: FormInput,
        _ visit: Visit,
        _ purpose: AuthorizationState.Purpose
    ) async throws -> FormAnswer {
        func refused(_ refusal: OutsideRefusal) -> FormAnswer {
            .page(OutsidePage.refused(refusal, state, visit))
        }
        guard state.purpose == purpose else { return refused(.otherPerson) }
        do {
            let signedIn: SignedIn
            switch (purpose, Self.brought(input, state, secret, visit)) {
            case (_, .nothing): return refused(.incomplete)
            case (_, .ofOther): return refused(.otherIssuer)
            case (.signIn, .token(let credentials)):
                signedIn = try await visit.send(IdentityCalls.signIn, credentials)
            case (.signIn, .code(let credentials)):
                signedIn = try await visit.send(OAuthCalls.signIn, credentials)
            case (.link, .token(let credentials)):
                let proof = IDTokenProof(idToken: credentials.idToken, nonce: credentials.nonce)
                _ = try await visit.send(IdentityCalls.link, proof)
                return .see(visit.link("me/security", [("done", "linked")]))
            case (.link, .code(let credentials)):
                _ = try await visit.send(OAuthCalls.link, credentials.proof)
                return .see(visit.link("me/security", [("done", "linked")]))
            }
            var answer = FormAnswer.see(visit.base + (state.next ?? ""))
            answer.cookies = [await visit.replaceSession(by: signedIn)]
            return answer
        } catch SecondFactorError.required(let ticket?) {
            return .page(SecondStep.page(ticket, next: state.next.map { visit.base + $0 }, visit))
        } catch let error as ProviderUnavailable {
            return refused(.unavailable(error))
        } catch IdentityError.noAccount(let ticket, _, let firstName, let lastName) {
            let value = KeptTicket.value(
                ticket,
                firstName: firstName ?? input["first_name"],
                lastName: lastName ?? input["last_name"]
            )
            let next = state.next.map { visit.base + $0 }
            var answer = FormAnswer.see(
                visit.link("register", [("next", next), ("invite", state.invite)])
            )
            answer.cookies = [Kept.ticket.field(value, of: visit)]
            return answer
        } catch let error as any ProblemConvertible {
            return refused(.problem(error.problem))
        }
    }

    /// What a browser comes back with.
    private enum Brought {
        case token(IDTokenCredentials)
        case code(OAuthCredentials)
        case nothing
        /// Another issuer's token, which must not stand in for this one's.
        case ofOther
    }

    private static func brought(
        _ input: FormInput,
        _ state: AuthorizationState,
        _ secret: String,
        _ visit: Visit
    ) -> Brought {
        let device = visit.browserName.isEmpty ? nil : visit.browserName
        if let provider = state.provider {
            guard let code = input["code"], !code.isEmpty else { return .nothing }
            return .code(
                OAuthCredentials(
                    provider: provider,
                    code: code,
                    verifier: state.verifier(secret),
                    redirectURI: redirect(provider, visit),
                    device: device
                )
            )
        }
        guard let token = input["id_token"], !token.isEmpty else { return .nothing }
        // What cannot be read is for the call to refuse.
        if let issuer = try? IDToken(token).claims.issuer, issuer != state.issuer { return .ofOther }
        return .token(
            IDTokenCredentials(idToken: token, nonce: state.nonce(secret), device: device)
        )
    }
}

extension FormInput {
    /// Whether the app's form begins an attempt; one that comes back has its state.
    fileprivate var isBeginning: Bool { self["state"] == nil }
}

extension String {
    /// The endpoint with the parameters of a request.
    fileprivate func adding(_ parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { "\($0.name)=\(RequestTarget.encode($0.value))" }.joined(separator: "&")
        return self + (contains("?") ? "&" : "?") + query
    }
}
