internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The caller's devices that get notices as push messages.
package struct PushRoutes: Sendable {
    private let push: PushService

    package init(_ push: PushService) { self.push = push }

    package var routes: [TenantRoute] {
        [
            TenantRoute(PushCalls.list, handler: list),
            TenantRoute(PushCalls.add, handler: add),
            TenantRoute(PushCalls.delete, handler: delete),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        Response.json(try await push.devices(call.signer, in: call.session)).taggedByContent
    }

    private func add(_ call: Call) async throws -> Response {
        let body = try await call.decode(try call.object(), as: PushSubscription.self, check: push.validate)
        return .json(try await push.add(body, in: call.session), status: 201)
    }

    private func delete(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: PushDeviceID.self)
        try await call.changeUntagged { try await push.delete(id, in: call.session) }
        return .noContent
    }
}
