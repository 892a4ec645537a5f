internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// Making passkeys, and signing in with them.
package struct PasskeyRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(PasskeyCalls.options, handler: options),
            TenantRoute(
                PasskeyCalls.create,
                preparing: { call in
                    let draft = try call.decode(PasskeyDraft.self)
                    return try await accounts.verify(draft, call.signer, in: call.session)
                },
                handler: create
            )
            .explained("An account can have \(PasskeyStore.limit).")
            .refusing(422, "passkey_refused", "`check` says why: \(Self.checks)."),
            TenantRoute(PasskeyCalls.list, handler: list),
            TenantRoute(PasskeyCalls.change, handler: change),
            TenantRoute(PasskeyCalls.delete, handler: delete),
            TenantRoute(PasskeyCalls.signIn, handler: signIn)
                .refusing(401, "passkey_refused", "`check` says why: \(Self.checks)."),
        ]
    }

    private static let checks = PasskeyRefusal.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")

    private func options(_ call: Call) async throws -> Response {
        let ceremony = try call.decode(PasskeyCeremony.self)
        return .json(try await accounts.options(ceremony, call.signer, in: call.session))
            .with("Cache-Control", "no-store")
    }

    private func create(_ call: Call, _ passkey: VerifiedPasskey) async throws -> Response {
        .json(try await accounts.add(passkey, in: call.session), status: 201)
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await accounts.passkeys(page, in: call.session), page) {
            [$0.id]
        }
    }

    private func change(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: PasskeyID.self)
        let update = try call.decode(PasskeyUpdate.self, mode: .merge)
        return .json(
            try await call.changeUntagged { try await accounts.rename(id, update, in: call.session) }
        )
    }

    private func delete(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: PasskeyID.self)
        try await call.changeUntagged { try await accounts.delete(id, in: call.session) }
        return .noContent
    }

    private func signIn(_ call: Call) async throws -> Response {
        let body = try call.decode(PasskeyCredentials.self)
        return .json(
            try await accounts.signIn(
                body,
                label: body.device ?? call.deviceLabel,
                call.signer,
                in: call.session
            )
        )
    }
}
