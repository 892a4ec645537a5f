package import HTTPServer
internal import ParlayAPI
internal import Security

/// Registering, signing in, and what a tenant tells strangers.
package struct AccountRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.post, "register", "Register", access: .open, body: .json, handler: register)
                .registering.named("register"),
            TenantRoute(
                .post,
                "login",
                "Sign in with username or email",
                access: .open,
                body: .json,
                handler: logIn
            )
            .named("login")
            .explained("Makes a new token, which names one device; the older ones stay.")
            .taking(
                Credentials.self,
                example: ["username": "ann", "password": "tango under the rain", "device": "Ann's phone"]
            )
            .answering(200, .resource(SignedIn.self))
            .refusing(401, "bad_credentials", "The name or the password is wrong; which of them is not told.")
            .refusing(403, "account_suspended", "The password is right, and the account is shut out.")
            .refusing(429, "throttled", "Too many failed attempts, for this account or from this address."),
            TenantRoute(.post, "token", "Obtain a bare token", access: .open, body: .json, handler: token)
                .named("obtainToken")
                .explained("For clients written for Django REST framework, whose `obtain_auth_token` it is.")
                .taking(
                    TokenRequest.self,
                    example: ["username": "ann", "password": "tango under the rain"]
                )
                .answering(200, .resource(BareToken.self))
                .refusing(
                    400,
                    "bad_credentials",
                    "The name or the password is wrong; `non_field_errors` says so too."
                )
                .refusing(403, "account_suspended", "The password is right, and the account is shut out.")
                .refusing(
                    429,
                    "throttled",
                    "Too many failed attempts, for this account or from this address."
                ),
            TenantRoute(.put, "password", "Change one's password", body: .json, handler: changePassword)
                .named("changePassword")
                .explained("Revokes every token but the one that the call is made with.")
                .taking(
                    PasswordChange.self,
                    example: ["current": "tango under the rain", "new": "tango in the sunshine"]
                )
                .answering(204, .none)
                .refusing(403, "bad_password", "`current` is not the account's password.")
                .guessingPasswords,
            TenantRoute(.get, "about", "What this tenant is", access: .open, handler: about)
                .named("about")
                .explained("For the first screen of an app: what is on, and who may register.")
                .answering(200, .resource(About.self)),
        ]
    }

    /// Also serves `POST /profiles/` of the meetups module.
    package func register(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.register, in: call.session)
        try call.requireNoQuery()
        let signedIn = try await accounts.register(
            try call.object(),
            label: call.deviceLabel,
            in: call.session
        )
        return .json(signedIn, status: 201)
            .with("Location", "\(call.base)profiles/\(signedIn.profile.person.id)/")
    }

    private func logIn(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let body = try call.decode(Credentials.self)
        return .json(
            try await accounts.signIn(
                username: body.username,
                password: body.password,
                label: body.device ?? call.deviceLabel,
                in: call.session
            )
        )
    }

    /// As Django REST framework's `obtain_auth_token` answers.
    private func token(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let body = try call.decode(TokenRequest.self)
        do {
            let signedIn = try await accounts.signIn(
                username: body.username,
                password: body.password,
                label: call.deviceLabel,
                in: call.session
            )
            return .json(BareToken(token: signedIn.token))
        } catch AccountError.badCredentials {
            var problem = AccountError.badCredentials.problem
            problem.status = 400
            problem.extensions["non_field_errors"] = [.string(AccountError.cannotLogIn)]
            throw problem
        }
    }

    private func changePassword(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let object = try call.object()
        try call.requireMatchOfUntagged()
        try await accounts.change(try call.decode(object, as: PasswordChange.self), in: call.session)
        return .noContent
    }

    private func about(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let tenant = call.tenant
        let about = About(
            slug: tenant.slug,
            name: tenant.name,
            modules: Module.allCases.filter(tenant.modules.contains),
            creators: tenant.settings.creators.map { Creator(name: $0.name, url: $0.url) },
            registration: tenant.settings.registration
        )
        let response = Response.json(about)
        return response.tagged(String(sha256(response.body).hex.prefix(32))).with("Cache-Control", "no-cache")
    }
}

extension TenantRoute {
    /// The description of a route that asks for the caller's password once more.
    var guessingPasswords: TenantRoute {
        refusing(
            429,
            "throttled",
            "Too many wrong passwords, for this account from here or from this address; they count like failed sign-ins."
        )
    }

    /// The description of a route that registers an account.
    package var registering: TenantRoute {
        explained(
            "Also signs in: the answer holds the first token. `known_lang` and `learn_lang` are required with the "
                + "module meetups and must differ; fields of modules that are off are unknown."
        )
        .taking(
            Registration.self,
            example: [
                "username": "ann", "password": "tango under the rain", "email": "ann@example.org",
                "first_name": "Ann", "last_name": "Archer", "known_lang": "en", "learn_lang": "es",
            ]
        )
        .answering(201, .resource(SignedIn.self))
        .refusing(403, "registration_closed", "The tenant takes nobody at present.")
        .refusing(403, "invite_required", "The tenant takes people by invitation: send an `invite_code`.")
        .refusing(409, "username_taken", "Somebody has the username, in whatever case.")
        .refusing(409, "email_taken", "An account with the email exists.")
        .refusing(429, "throttled", "Too many registrations from this address.")
    }
}

extension Call {
    /// What a token is called when the client gives it no name: the User-Agent's start.
    package var deviceLabel: String {
        let agent = request.head.headers["User-Agent"] ?? ""
        return String(
            String.UnicodeScalarView(agent.unicodeScalars.filter { !NameRule.forbids($0) }.prefix(100))
        )
    }
}
