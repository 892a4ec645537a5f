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
            TenantRoute(AccountCalls.register, handler: register)
                .registering(accounts),
            TenantRoute(AccountCalls.logIn, handler: logIn),
            TenantRoute(AccountCalls.token, handler: token),
            TenantRoute(AccountCalls.changePassword, handler: changePassword),
            TenantRoute(AccountCalls.about, handler: about),
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
            try await accounts.validate(change, &body, in: call.session)
        }
        try await accounts.change(change, call.signer, in: call.session)
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
    /// A route that registers an account, with what modules say about it.
    package func registering(_ accounts: AccountService) -> TenantRoute {
        let sentences =
            [
                "Also signs in: the answer contains a token.",
                "With a `registration_ticket`, the outside account takes the place of a password.",
            ] + accounts.registrationNotes
            + ["Fields of modules that are off are rejected."]
        // Every call counts for the throttle, also a refused one.
        return checkingQueryItself().explained(sentences.joined(separator: " "))
            .exemplified(with: accounts.exampleFields)
    }

    /// The same route, with these members in the example of its body.
    ///
    /// - Parameter last: the member before which they stand; `nil` for the end.
    func exemplified(with members: [JSONObject.Member], before last: String? = nil) -> TenantRoute {
        guard case .object(let example)? = description.bodyExample else { return self }
        var object = JSONObject()
        for member in example.members where member.key != last { object.add(member.key, member.value) }
        for member in members { object.add(member.key, member.value) }
        if let last, let value = example[last] { object.add(last, value) }
        var route = self
        route.description.bodyExample = .object(object)
        return route
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
