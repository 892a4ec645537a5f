package import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// Registration, sign-in, and the public facts about a tenant.
package struct AccountRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.post, "register", "Register", access: .open, body: .json, handler: register)
                .registering(accounts).named("register"),
            TenantRoute(
                .post,
                "login",
                "Sign in with username or email",
                access: .open,
                body: .json,
                handler: logIn
            )
            .named("login")
            .explained("Creates a token for this device. Tokens of other devices stay valid.")
            .taking(
                Credentials.self,
                example: ["username": "ada", "password": "correct horse battery", "device": "Ada's phone"]
            )
            .answering(200, .resource(SignedIn.self), example: SignedIn.ada)
            .refusing(
                401,
                "bad_credentials",
                "The name or the password is wrong. The answer does not say which."
            )
            .refusing(403, "account_suspended", "The password is right, but the account is suspended.")
            .refusing(429, "throttled", "Too many failed attempts for this account or from this address."),
            TenantRoute(
                .post,
                "token",
                "Get a token only (compatible with Django REST framework)",
                access: .open,
                body: .json,
                handler: token
            )
            .named("obtainToken")
            .explained(
                "For clients that expect `obtain_auth_token`: the answer contains only the token."
            )
            .taking(
                TokenRequest.self,
                example: ["username": "ada", "password": "correct horse battery"]
            )
            .answering(200, .resource(BareToken.self))
            .refusing(
                400,
                "bad_credentials",
                "The name or the password is wrong; `non_field_errors` says so too."
            )
            .refusing(403, "account_suspended", "The password is right, but the account is suspended.")
            .refusing(
                429,
                "throttled",
                "Too many failed attempts for this account or from this address."
            ),
            TenantRoute(.put, "password", "Change the password", body: .json, handler: changePassword)
                .named("changePassword")
                .explained("Signs out every other device: only the token of this call stays valid.")
                .irreversible("Signs out every other device and replaces the password.")
                .taking(
                    PasswordChange.self,
                    example: ["current": "correct horse battery", "new": "tango in the sunshine"]
                )
                .answering(204, .none)
                .refusing(403, "bad_password", "`current` is not the account's password.")
                .provingWithoutPassword
                .guessingPasswords,
            TenantRoute(.get, "about", "Describe the tenant", access: .open, handler: about)
                .named("about")
                .explained(
                    "For the first screen of an app: the name, the modules that are on, and who may register."
                )
                .answering(200, .resource(About.self)),
        ]
    }

    /// A module may serve it at a path of its own too.
    package func register(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.register, in: call.session)
        _ = try call.query
        let signedIn = try await accounts.register(
            try call.object(),
            label: call.deviceLabel,
            call.signer,
            in: call.session
        )
        return .json(signedIn, status: 201)
            .with("Location", "\(call.base)profiles/\(signedIn.profile.person.id)/")
    }

    private func logIn(_ call: Call) async throws -> Response {
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

    /// Answers like Django REST framework's `obtain_auth_token`.
    private func token(_ call: Call) async throws -> Response {
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
        let object = try call.object()
        try call.requireMatchOfUntagged()
        let change = try await call.decode(object, as: PasswordChange.self) { change, body in
            try await accounts.judge(change, &body, in: call.session)
        }
        try await accounts.change(change, in: call.session)
        return .noContent
    }

    private func about(_ call: Call) async throws -> Response {
        let tenant = call.tenant
        let about = About(
            slug: tenant.slug,
            name: tenant.name,
            modules: Module.allCases.filter(tenant.modules.contains),
            creators: tenant.settings.creators.map { Creator(name: $0.name, url: $0.url, icon: $0.icon) },
            registration: tenant.settings.registration
        )
        let response = Response.json(about)
        return response.tagged(String(sha256(response.body.bytes).hex.prefix(32))).with(
            "Cache-Control",
            "no-cache"
        )
    }
}

extension TenantRoute {
    /// The description of a route that requires the caller's password, if the account has one.
    var provingWithoutPassword: TenantRoute {
        refusing(
            403,
            "no_password",
            """
            The account has no password, and no ID token of a linked outside account came in its place. `check` says what is \
            wrong with one that came. Tokens are accepted once, and within 5 minutes of their issue.
            """
        )
        .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed.")
    }

    /// The description of a route that requires the caller's current password.
    var guessingPasswords: TenantRoute {
        refusing(
            429,
            "throttled",
            "Too many wrong passwords for this account or from this address. They count as failed sign-ins."
        )
    }

    /// The description of a route that registers an account.
    package func registering(_ accounts: AccountService) -> TenantRoute {
        var example: JSONObject = [
            "username": "ann", "password": "tango under the rain", "email": "ann@example.org",
            "first_name": "Ann", "last_name": "Archer",
        ]
        for member in accounts.exampleFields { example.add(member.key, member.value) }
        let sentences =
            [
                "Also signs in: the answer contains a token.",
                "With a `registration_ticket`, the outside account takes the place of a password.",
            ] + accounts.registrationNotes
            + ["Fields of modules that are off are rejected."]
        // Every call counts for the throttle, also a refused one.
        return checkingQueryItself().explained(sentences.joined(separator: " "))
            .taking(Registration.self, example: .object(example))
            .answering(201, .resource(SignedIn.self))
            .refusing(403, "registration_closed", "The tenant currently accepts no new accounts.")
            .refusing(403, "invite_required", "Registration requires a valid `invite_code`.")
            .refusing(409, "username_taken", "The username is taken. Case does not matter.")
            .refusing(409, "email_taken", "An account with this email exists.")
            .refusing(
                422,
                "validation_failed",
                "`errors.registration_ticket`: the ticket is wrong, expired or used. Sign in with the outside account again."
            )
            .refusing(429, "throttled", "Too many registrations from this address.")
    }
}

extension Call {
    /// The name of a token if the client gives none: the start of the User-Agent.
    package var deviceLabel: String {
        let agent = request.head.headers["User-Agent"] ?? ""
        return String(
            String.UnicodeScalarView(agent.unicodeScalars.filter { !NameRule.forbids($0) }.prefix(100))
        )
    }
}
