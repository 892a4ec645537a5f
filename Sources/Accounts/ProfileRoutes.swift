internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Your own profile and other people's. Your own id means the same as `me`.
package struct ProfileRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        let change = "Change some fields of your profile"
        let delete = "Delete your account"
        return [
            TenantRoute("profiles/me", "Show your profile", reading: query, answer: show)
                .named("getOwnProfile")
                .explained("Includes `email`, which only you see.")
                .answering(200, .resource(Profile.self)),
            TenantRoute(.put, "profiles/me", "Replace your profile", body: .json, handler: replace)
                .named("replaceOwnProfile").updating(.complete, accounts),
            TenantRoute(.patch, "profiles/me", change, body: .json, handler: self.change)
                .named("changeOwnProfile").updating(.merge, accounts),
            TenantRoute(
                .delete,
                "profiles/me",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteOwnAccount").deleting(accounts),
            TenantRoute(
                .post,
                "profiles/me/delete",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteOwnAccountByPost").deleting(accounts),
            TenantRoute("profiles/{id:id}", "Show a person's profile", reading: query, answer: show)
                .named("getProfile")
                .explained("Your own id works like `me`. `email` is only on your own profile.")
                .path("id", "The account's id.")
                .answering(200, .resource(Profile.self)),
            TenantRoute(.put, "profiles/{id:id}", "Replace your profile", body: .json, handler: replace)
                .named("replaceProfile").updating(.complete, accounts).ofOneself,
            TenantRoute(.patch, "profiles/{id:id}", change, body: .json, handler: self.change)
                .named("changeProfile").updating(.merge, accounts).ofOneself,
            TenantRoute(
                .delete,
                "profiles/{id:id}",
                delete,
                body: .json,
                preparing: proveDeletion,
                handler: self.delete
            )
            .named("deleteAccount").deleting(accounts).ofOneself,
        ]
    }

    private func query(_ call: Call) throws -> [Query] {
        accounts.profileQuery(try Self.id(of: call), in: call.tenant)
    }

    private func show(_ call: Call, _ results: [ResultSet]) throws -> Response {
        try answer(accounts.shownProfile(Self.id(of: call), results, in: call.session))
    }

    /// `nil` for the caller's own.
    private static func id(of call: Call) throws -> AccountID? {
        call.request.parameters["id"] == nil ? nil : try call.id("id")
    }

    private func replace(_ call: Call) async throws -> Response { try await update(call, .complete) }
    private func change(_ call: Call) async throws -> Response { try await update(call, .merge) }

    private func update(_ call: Call, _ mode: BodyReader.Mode) async throws -> Response {
        let object = try await ownBody(call)
        return answer(
            try await accounts.update(object, mode, in: call.session) { try call.requireMatch($0) }
        )
    }

    private func proveDeletion(_ call: Call) async throws -> VerifiedOwner {
        let object = try await ownBody(call)
        try call.requireMatch(try await accounts.shownProfile(nil, in: call.session).tag)
        return try await accounts.prove(try call.decode(object, as: AccountDeletion.self), in: call.session)
    }

    private func delete(_ call: Call, _ proof: VerifiedOwner) async throws -> Response {
        try await accounts.delete(proof, in: call.session)
        return .noContent
    }

    /// The body of a call that only the profile's owner may make. The check of the owner has precedence over a
    /// missing body.
    private func ownBody(_ call: Call) async throws -> JSONObject {
        let object = call.request.body.isEmpty ? nil : try call.object()
        if call.request.parameters["id"] != nil {
            let id = try call.id("id", as: AccountID.self)
            guard try await call.session.principal().accountID == id else {
                _ = try await accounts.shownProfile(id, in: call.session)
                throw AccountError.notOwn
            }
        }
        return try object ?? call.object()
    }

    /// Your own profile has a strong tag for edits: its version, and what modules count. Other people's profiles have
    /// a weak one, because they contain values that the version does not cover: when they were last active, and their
    /// relation to the caller.
    private func answer(_ shown: ShownProfile) -> Response {
        let response = Response.json(shown.profile)
        return shown.isOwn ? response.tagged(shown.tag) : response.taggedByContent
    }
}

extension TenantRoute {
    fileprivate func updating(_ mode: BodyReader.Mode, _ accounts: AccountService) -> TenantRoute {
        let isWhole = mode == .complete
        var whole: JSONObject = [
            "username": "ada", "email": "ada@example.org", "first_name": "Ada", "last_name": "Moreau",
            "bio": "Tango, tapas and tongues.",
        ]
        for member in accounts.exampleFields { whole.add(member.key, member.value) }
        whole.add("current_password", "correct horse battery")
        return explained(
            (isWhole
                ? "Omitted optional fields are cleared. "
                : "Omitted fields do not change; `null` clears a field. ")
                + "Changing the email requires `current_password`."
        )
        .taking(
            ProfileUpdate.self,
            mode: mode,
            example: isWhole ? .object(whole) : ["bio": "Tango, tapas and tongues."]
        )
        .answering(200, .resource(Profile.self))
        .refusing(403, "bad_password", "`current_password` is not the account's password.")
        .provingWithoutPassword
        .guessingPasswords
        .refusing(409, "username_taken", "The username is taken. Case does not matter.")
        .refusing(409, "email_taken", "An account with this email exists.")
        .refusing(
            409,
            "edit_conflict",
            "Another call changed the profile at the same time. Read it and try again."
        )
    }

    fileprivate func deleting(_ accounts: AccountService) -> TenantRoute {
        explained(
            (["Revokes all tokens, and frees the username and the email."] + accounts.deletionNotes
                + ["Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`."])
                .joined(separator: " ")
        )
        .irreversible("Permanently deletes the account you are signed in with.")
        .taking(AccountDeletion.self, example: ["password": "correct horse battery"])
        .answering(204, .none)
        .refusing(403, "bad_password", "This is not the account's password.")
        .provingWithoutPassword
        .guessingPasswords
        .refusing(409, "last_admin", "A tenant needs at least one admin.")
    }

    fileprivate var ofOneself: TenantRoute {
        path("id", "Your own id.")
            .refusing(403, "forbidden", "The profile belongs to somebody else.")
    }
}
