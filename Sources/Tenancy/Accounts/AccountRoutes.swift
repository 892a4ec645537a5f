package import HTTPServer
internal import ParlayAPI
internal import Security

/// Registering, signing in, and what a tenant tells strangers.
package struct AccountRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.post, "register", "Register", access: .open, body: .json, handler: register),
            TenantRoute(
                .post,
                "login",
                "Sign in with username or email",
                access: .open,
                body: .json,
                handler: logIn
            ),
            TenantRoute(.post, "token", "Obtain a bare token", access: .open, body: .json, handler: token),
            TenantRoute(.put, "password", "Change one's password", body: .json, handler: changePassword),
            TenantRoute(.get, "about", "What this tenant is", access: .open, handler: about),
        ]
    }

    /// Also serves `POST /profiles/` of the meetups module.
    package func register(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.register, from: call.address, in: call.session)
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
                from: call.address,
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
                from: call.address,
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
        try await accounts.change(try call.decode(PasswordChange.self), in: call.session)
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

extension Call {
    /// What a token is called when the client gives it no name: the User-Agent's start.
    package var deviceLabel: String {
        let agent = request.head.headers["User-Agent"] ?? ""
        return String(String.UnicodeScalarView(agent.unicodeScalars.filter { $0.value >= 0x20 }.prefix(100)))
    }
}
