internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Your own profile and other people's. Your own id means the same as `me`.
package struct ProfileRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(ProfileCalls.showOwn, reading: query, answer: show),
            TenantRoute(ProfileCalls.replaceOwn, handler: replace).updating(accounts),
            TenantRoute(ProfileCalls.changeOwn, handler: change),
            TenantRoute(ProfileCalls.deleteOwn, preparing: verifyDeletion, handler: delete).deleting(
                accounts
            ),
            TenantRoute(ProfileCalls.deleteOwnByPost, preparing: verifyDeletion, handler: delete).deleting(
                accounts
            ),
            TenantRoute(ProfileCalls.show, reading: query, answer: show),
            TenantRoute(ProfileCalls.replace, handler: replace).updating(accounts),
            TenantRoute(ProfileCalls.change, handler: change),
            TenantRoute(ProfileCalls.delete, preparing: verifyDeletion, handler: delete).deleting(accounts),
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
            try await accounts.update(object, mode, call.signer, in: call.session) {
                try call.requireMatch($0)
            }
        )
    }

    private func verifyDeletion(_ call: Call) async throws -> VerifiedOwner {
        let object = try await ownBody(call)
        try call.requireMatch(try await accounts.shownProfile(nil, in: call.session).tag)
        let deletion = try call.decode(object, as: AccountDeletion.self)
        return try await accounts.verify(deletion, call.signer, in: call.session)
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
    /// With the fields of modules in the example.
    fileprivate func updating(_ accounts: AccountService) -> TenantRoute {
        exemplified(with: accounts.exampleFields, before: "current_password")
    }

    /// With what the deletion does to modules.
    fileprivate func deleting(_ accounts: AccountService) -> TenantRoute {
        explained(
            (["Revokes all tokens, and frees the username and the email."] + accounts.deletionNotes
                + ["Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`."])
                .joined(separator: " ")
        )
    }
}
