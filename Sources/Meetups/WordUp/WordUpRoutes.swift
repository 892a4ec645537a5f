package import Accounts
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The original WordUp app's calls, below `/compat/wordup/{tenant}/`, for apps that only change their base URL.
package struct WordUpRoutes: Sendable {
    private let accounts: WordUpAccounts
    /// Lists are bare arrays of at most this many rows: the header `Link` leads to the rest.
    static let listLimit = 1000

    package init(accounts: AccountService) { self.accounts = WordUpAccounts(accounts: accounts) }

    package var surface: Surface {
        Surface(
            prefix: ["compat", "wordup"],
            routes: views.flatMap(Self.routes),
            credentials: .header(schemes: ["token"]),
            refusal: WordUpProblem.rendering
        )
    }

    private typealias Handler = @Sendable (Call) async throws -> Response

    /// All methods of one path, which Django calls a view.
    private struct View {
        let pattern: String
        /// Methods that need no token.
        var open: [CallMethod] = []
        let methods: [(CallMethod, BodyForm, String, Handler)]
    }

    private var views: [View] {
        [
            View(
                pattern: "register",
                open: [.post],
                methods: [(.post, .json, "Registers an account.", register)]
            ),
            View(pattern: "login", open: [.post], methods: [(.post, .json, "Checks a password.", login)]),
            View(pattern: "token", open: [.post], methods: [(.post, .jsonOrForm, "Makes a token.", token)]),
            View(pattern: "logout", methods: [(.post, .ignored, "Revokes the token.", logout)]),
            View(
                pattern: "profiles",
                open: [.post],
                methods: [
                    (.get, .ignored, "Lists people to match with.", partners),
                    (.post, .json, "Registers an account.", register),
                ]
            ),
            View(
                pattern: "profiles/{id:id}",
                methods: [
                    (.get, .ignored, "Shows a profile.", profile),
                    (.put, .json, "Changes the caller's profile.", update),
                    (.patch, .json, "Changes the caller's profile.", update),
                    (.delete, .optionalJSON, "Deletes the caller's account.", delete),
                ]
            ),
            View(
                pattern: "matches",
                methods: [
                    (.get, .ignored, "Lists the caller's matched people.", matches),
                    (.post, .json, "Matches with a named or a random person.", make),
                ]
            ),
            View(
                pattern: "matches/{id:id}",
                methods: [
                    (.get, .ignored, "Shows a match.", { try await show($0, .id($0.id("id"))) }),
                    (
                        .put, .json, "Moves a match to another status.",
                        { try await move($0, .id($0.id("id"))) }
                    ),
                    (.delete, .ignored, "Ends a match.", { try await end($0, .id($0.id("id"))) }),
                ]
            ),
            View(
                pattern: "times/{id:id}",
                methods: [
                    (.get, .ignored, "Shows the match with a person.", { try await withPartner($0, show) }),
                    (.put, .json, "Moves the match to another status.", { try await withPartner($0, move) }),
                    (.delete, .ignored, "Ends the match with a person.", { try await withPartner($0, end) }),
                ]
            ),
        ]
    }

    /// Every answer of a view lists its methods, as in Django.
    private static func routes(_ view: View) -> [TenantRoute] {
        var allowed = view.methods.map(\.0.rawValue)
        if allowed.contains("GET") { allowed.append("HEAD") }
        let allow = (allowed + ["OPTIONS"]).joined(separator: ", ")
        return view.methods.map { method, body, summary, handler in
            TenantRoute(
                method,
                view.pattern,
                "Original WordUp app: \(summary)",
                module: .meetups,
                access: view.open.contains(method) ? .open : .token,
                body: body
            ) { call in
                do {
                    return try await handler(call).with("Allow", allow).with("Cache-Control", "no-store")
                } catch let error as MeetupError {
                    throw WordUpRefusal(error)
                }
            }
            .checkingQueryItself()
        }
    }

    static let forbidden = TenancyError.forbidden("Only the token's own user.")

    // MARK: Accounts

    private func register(_ call: Call) async throws -> Response {
        let names = [
            "username", "password", "first_name", "last_name", "email", "known_lang", "learn_lang", "bio",
        ]
        do {
            let object = WordUpBodies.picked(names, from: try WordUpBodies.object(call))
            try await accounts.register(object, in: call)
        } catch let error as any ProblemConvertible where [403, 409, 422].contains(error.problem.status) {
            let problem = error.problem
            let first = problem.errors?.entries.first
            let text = first.map { "\($0.path): \($0.sentences.joined(separator: " "))" } ?? problem.detail
            throw WordUpRefusal(status: 400, text: text)
        }
        return Response(status: 201)
    }

    private func login(_ call: Call) async throws -> Response {
        let (username, password) = try WordUpBodies.credentials(call)
        guard let id = try await accounts.verify(username: username, password: password, in: call) else {
            throw WordUpRefusal.loginFailed
        }
        return .json(try await WordUpService(call.session).person(id))
    }

    private func token(_ call: Call) async throws -> Response {
        let (username, password) = try WordUpBodies.credentials(call)
        guard let token = try await accounts.token(username: username, password: password, in: call) else {
            throw WordUpBodies.invalid("non_field_errors", "Unable to log in with provided credentials.")
        }
        var writer = JSONWriter()
        writer.object { $0.member("token", token) }
        return Response(status: 200, contentType: "application/json", body: writer.bytes)
    }

    private func logout(_ call: Call) async throws -> Response {
        try await accounts.logout(in: call)
        return .noContent
    }

    // MARK: Profiles

    private func partners(_ call: Call) async throws -> Response {
        let page = try page(call, keys: 2)
        let partners = try await WordUpService(call.session).partners(page)
        return try await call.bareList(partners.map(WordUpProfile.init), page) {
            [partners[$0].account.lastActiveAt.milliseconds, partners[$0].id.rawValue]
        }
    }

    /// Reads `cursor`. Other parameters are ignored, as in Django.
    private func page(_ call: Call, keys: Int) throws -> Page {
        let cursor = RequestTarget.pairs(call.request.head.query)?.first { $0.name == "cursor" }
        return try call.page(cursor?.value, limit: Self.listLimit, keys: keys)
    }

    private func profile(_ call: Call) async throws -> Response {
        .json(try await WordUpService(call.session).person(call.id("id")))
    }

    private func update(_ call: Call) async throws -> Response {
        let object = try WordUpBodies.object(call)
        let id: AccountID = try call.id("id")
        guard try await call.session.principal().accountID == id else { throw Self.forbidden }
        let names = ["username", "first_name", "last_name", "known_lang", "learn_lang", "bio"]
        try await accounts.update(WordUpBodies.picked(names, from: object), in: call)
        return .json(try await WordUpService(call.session).person(id))
    }

    /// The original let everybody delete everybody; here it takes the own password, in the body.
    private func delete(_ call: Call) async throws -> Response {
        guard try await call.session.principal().accountID == call.id("id"), !call.request.body.isEmpty else {
            throw Self.forbidden
        }
        let object = try WordUpBodies.object(call)
        guard let password = WordUpBodies.text("password", in: object) else { throw Self.forbidden }
        try await accounts.delete(password: password, in: call)
        return .noContent
    }

    // MARK: Matches

    private func matches(_ call: Call) async throws -> Response {
        let page = try page(call, keys: 1)
        let rows = try await MatchService(call.session).matches(
            before: page.after?.first,
            limit: page.fetchLimit,
            statuses: nil
        )
        return try await call.bareList(rows.map { WordUpProfile($0.partner) }, page) {
            [rows[$0].id.rawValue]
        }
    }

    private func make(_ call: Call) async throws -> Response {
        let object = try WordUpBodies.object(call)
        try await WordUpService(call.session).requireSelf(object["i_username"], orElse: .initiatorNotFound)
        let name = WordUpBodies.text("a_username", in: object)
        if name == nil, let value = object["a_username"], value != .null {
            throw WordUpRefusal.acceptorNotFound
        }
        let row = try await MatchService(call.session).make(MatchRequest(aUsername: name))
        return .json(WordUpProfile(row.partner), status: 201)
    }

    private func show(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        .json(try await WordUpService(call.session).match(address))
    }

    /// The calls by the person's id; a person without a match is not found either.
    private func withPartner(
        _ call: Call,
        _ handler: (Call, MatchStore.Address) async throws -> Response
    ) async throws -> Response {
        let id: AccountID = try call.id("id")
        do {
            return try await handler(call, .partner(id))
        } catch MeetupError.matchNotFound {
            let isPerson = try await WordUpService(call.session).isPerson(id)
            throw isPerson ? WordUpRefusal.noMatch : .partnerNotFound
        }
    }

    private func end(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        let service = MatchService(call.session)
        try await service.remove(try await service.match(address).row, version: nil)
        return .noContent
    }

    private func move(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        let object = try WordUpBodies.object(call)
        let (update, username) = (WordUpRules.Update(object), object["username"])
        return .json(try await WordUpService(call.session).move(address, update, by: username))
    }
}
