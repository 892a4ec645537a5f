internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// For admins: the API keys of the tenant's servers.
package struct KeyRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(KeyCalls.list, handler: list),
            TenantRoute(KeyCalls.create, handler: create)
                .showingSecret(),
            TenantRoute(KeyCalls.show, handler: show),
            TenantRoute(KeyCalls.change, handler: change),
            TenantRoute(KeyCalls.revoke, handler: revoke),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await KeyService(call.session).page(page), page) { [$0.id] }
    }

    private func create(_ call: Call) async throws -> Response {
        let draft = try await draft(call, .complete)
        let made = try await KeyService(call.session).create(draft)
        return .json(made.key, status: 201)
            .with("Location", "\(call.base)admin/keys/\(made.key.key.id)/")
    }

    private func show(_ call: Call) async throws -> Response {
        answer(try await KeyService(call.session).find(try call.id("id")))
    }

    private func change(_ call: Call) async throws -> Response {
        _ = try call.object()
        let version = try await matchedVersion(call)
        let update = try await draft(call, .merge)
        return answer(try await KeyService(call.session).change(try call.id("id"), version, update))
    }

    private func revoke(_ call: Call) async throws -> Response {
        let version = try await matchedVersion(call)
        try await KeyService(call.session).revoke(try call.id("id"), version)
        return .noContent
    }

    private func draft(_ call: Call, _ mode: BodyReader.Mode) async throws -> APIKeyUpdate {
        try await call.decode(try call.object(), mode: mode) { update, body in
            body.refuse(KeyService.validate(update, at: call.now))
        }
    }

    private func answer(_ row: KeyRow) -> Response { .json(row.key).tagged(row.tag) }

    /// The version that `If-Match` names; `nil` if there is no condition.
    private func matchedVersion(_ call: Call) async throws -> Int64? {
        let row = try await KeyService(call.session).find(try call.id("id"))
        return try call.matchedVersion(row.version, tag: row.tag)
    }
}
