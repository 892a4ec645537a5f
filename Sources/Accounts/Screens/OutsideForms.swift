internal import HTTPServer
package import Pages
internal import ParlayAPI
internal import Security
package import Tenancy

/// Signing in and linking by an issuer's pages (OpenID Connect Core 1.0, section 3.2, with `response_mode=form_post`). Three forms
/// follow each other:
///
/// 1. The app's own begins. It gives the browser a secret and leads it to the issuer.
/// 2. The issuer's site sends the token to `sign-in/return`. That is a foreign form, so it changes nothing: it only becomes
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
        guard let issuer = visit.outsideIssuers.first(where: { $0.issuer == input["issuer"] }),
            let client = issuer.webClientID
        else { throw TenancyError.notFound("This app takes no accounts of that issuer.") }
        // One secret for attempts side by side.
        let kept = Kept.outside.value(in: visit)
        let secret = AuthorizationState.isSecret(kept) ? kept : try AuthorizationState.secret()
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
        let address = authorization.address([
            ("response_type", authorization.responseType), ("response_mode", "form_post"),
            ("client_id", client), ("redirect_uri", visit.absolute("sign-in/return")),
            ("scope", authorization.scope), ("nonce", state.nonce(secret)),
            ("state", try state.sealed(for: visit.tenant.id, signer: visit.call.signer)),
        ])
        let page = OutsidePage.onward(to: issuer.issuer, at: address, visit)
        var answer = FormAnswer.page(page, onward: address)
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
        guard let token = input["id_token"], !token.isEmpty else {
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
        guard let token = input["id_token"], !token.isEmpty else { return refused(.incomplete) }
        // Another issuer's token must not stand in for this one's. What cannot be read is for the call to refuse.
        if let issuer = try? IDToken(token).claims.issuer, issuer != state.issuer {
            return refused(.otherIssuer)
        }
        do {
            if purpose == .signIn { return try await signIn(token, state, secret, visit) }
            let proof = IDTokenProof(idToken: token, nonce: state.nonce(secret))
            _ = try await visit.send(IdentityCalls.link, proof)
            return .see(visit.link("me/security", [("done", "linked")]))
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

    private func signIn(_ token: String, _ state: AuthorizationState, _ secret: String, _ visit: Visit)
        async throws -> FormAnswer
    {
        let browser = visit.browserName
        let credentials = IDTokenCredentials(
            idToken: token,
            nonce: state.nonce(secret),
            device: browser.isEmpty ? nil : browser
        )
        let signedIn: SignedIn
        do {
            signedIn = try await visit.send(IdentityCalls.signIn, credentials)
        } catch SecondFactorError.required(let ticket?) {
            return .page(SecondStep.page(ticket, next: state.next.map { visit.base + $0 }, visit))
        }
        var answer = FormAnswer.see(visit.base + (state.next ?? ""))
        answer.cookies = [await visit.replaceSession(by: signedIn)]
        return answer
    }
}

extension FormInput {
    /// Whether the app's form begins an attempt; one that comes back has its state.
    fileprivate var isBeginning: Bool { self["state"] == nil }
}

extension IssuerAuthorization {
    /// The endpoint with the parameters of a request.
    fileprivate func address(_ parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { "\($0.name)=\(RequestTarget.encode($0.value))" }.joined(separator: "&")
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query
    }
}
