internal import Database
internal import HTTPServer
internal import ParlayAPI

/// One's own profile and others'. One's own id means the same as `me`.
package struct ProfileRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        let change = "Change some fields of your profile"
        let delete = "Delete your account"
        return [
            TenantRoute(.get, "profiles/me", "Show your profile", handler: show)
                .named("getOwnProfile")
                .explained("Includes `email`, which only you see.")
                .answering(200, .resource(Profile.self)),
            TenantRoute(.put, "profiles/me", "Replace your profile", body: .json, handler: replace)
                .named("replaceOwnProfile").updating(.complete),
            TenantRoute(.patch, "profiles/me", change, body: .json, handler: self.change)
                .named("changeOwnProfile").updating(.merge),
            TenantRoute(
                .delete,
                "profiles/me",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteOwnAccount").deleting,
            TenantRoute(
                .post,
                "profiles/me/delete",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteOwnAccountByPost").deleting,
            TenantRoute(.get, "profiles/{id:id}", "Show a person's profile", handler: show)
                .named("getProfile")
                .explained("Your own id works like `me`. `email` is only on your own profile.")
                .path("id", "The account's id.")
                .answering(200, .resource(Profile.self)),
            TenantRoute(.put, "profiles/{id:id}", "Replace your profile", body: .json, handler: replace)
                .named("replaceProfile").updating(.complete).ofOneself,
            TenantRoute(.patch, "profiles/{id:id}", change, body: .json, handler: self.change)
                .named("changeProfile").updating(.merge).ofOneself,
            TenantRoute(
                .delete,
                "profiles/{id:id}",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteAccount").deleting.ofOneself,
        ]
    }

    private func show(_ call: Call) async throws -> Response {
        let id: AccountID? = call.request.parameters["id"] == nil ? nil : try call.id("id")
        return answer(try await accounts.shownProfile(id, in: call.session))
    }

    private func replace(_ call: Call) async throws -> Response { try await update(call, .complete) }
    private func change(_ call: Call) async throws -> Response { try await update(call, .merge) }

    private func update(_ call: Call, _ mode: BodyReader.Mode) async throws -> Response {
        let object = try await ownBody(call)
        let account = try await accounts.update(object, mode, in: call.session) { account in
            try await requireMatch(account, call)
        }
        return answer(try await accounts.profile(account, isOwn: true, in: call.session))
    }

    private func proveDeletion(_ call: Call) async throws -> ProvedPassword {
        let object = try await ownBody(call)
        let (account, _) = try await accounts.profile(nil, in: call.session)
        try await requireMatch(account, call)
        return try await accounts.prove(
            try call.decode(object, as: AccountDeletion.self).password,
            in: call.session
        )
    }

    private func delete(_ call: Call, _ proof: ProvedPassword) async throws -> Response {
        try await accounts.delete(proof, in: call.session)
        return .noContent
    }

    /// The body of a call that only the profile's owner may make. Whose profile it is counts for more than a body
    /// that is missing.
    private func ownBody(_ call: Call) async throws -> JSONObject {
        let object = call.request.body.isEmpty ? nil : try call.object()
        if call.request.parameters["id"] != nil {
            let id = try call.id("id", as: AccountID.self)
            guard try await call.session.principal().accountID == id else {
                _ = try await accounts.profile(id, in: call.session)
                throw AccountError.notOwn
            }
        }
        return try object ?? call.object()
    }

    /// Refuses with 412 when `If-Match` names other tags than that of the caller's profile.
    private func requireMatch(_ account: Account, _ call: Call) async throws {
        guard call.request.head.headers["If-Match"] != nil else { return }
        try call.requireMatch(try await accounts.profile(account, isOwn: true, in: call.session).tag)
    }

    /// One's own has a tag for edits to insist on: its version, and what a module counts. Another's has none to insist on,
    /// and may hold what the version does not cover: when they were last here, and what they are to the caller.
    private func answer(_ shown: ShownProfile) -> Response {
        let response = Response.json(shown.profile)
        return shown.isOwn ? response.tagged(shown.tag) : response.taggedByContent
    }
}

extension TenantRoute {
    fileprivate func updating(_ mode: BodyReader.Mode) -> TenantRoute {
        let isWhole = mode == .complete
        return explained(
            (isWhole
                ? "Omitted optional fields are cleared. "
                : "Omitted fields do not change; `null` clears a field. ")
                + "Changing the email requires `current_password`."
        )
        .taking(
            ProfileUpdate.self,
            mode: mode,
            example: isWhole
                ? [
                    "username": "ada", "email": "ada@example.org", "first_name": "Ada", "last_name": "Moreau",
                    "bio": "Tango, tapas and tongues.", "known_lang": "en", "learn_lang": "es",
                    "current_password": "correct horse battery",
                ] : ["bio": "Tango, tapas and tongues."]
        )
        .answering(200, .resource(Profile.self))
        .refusing(403, "bad_password", "`current_password` is not the account's password.")
        .guessingPasswords
        .refusing(409, "username_taken", "The username is taken. Case does not matter.")
        .refusing(409, "email_taken", "An account with this email exists.")
        .refusing(
            409,
            "edit_conflict",
            "Another call changed the profile at the same time. Read it and try again."
        )
    }

    fileprivate var deleting: TenantRoute {
        explained(
            "Ends all matches, revokes all tokens, and frees the username and the email. "
                + "Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`."
        )
        .irreversible("Permanently deletes the account you are signed in with.")
        .taking(AccountDeletion.self, example: ["password": "correct horse battery"])
        .answering(204, .none)
        .refusing(403, "bad_password", "This is not the account's password.")
        .guessingPasswords
        .refusing(409, "last_admin", "A tenant needs at least one admin.")
    }

    fileprivate var ofOneself: TenantRoute {
        path("id", "Your own id.")
            .refusing(403, "forbidden", "The profile belongs to somebody else.")
    }
}
