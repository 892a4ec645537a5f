internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What moderators hide from everyone but its author and themselves.
package struct HidingRoutes: Sendable {
    private let hiding: HidingService

    package init(_ hiding: HidingService) { self.hiding = hiding }

    package var routes: [TenantRoute] {
        [
            TenantRoute(HidingCalls.hide, handler: hide)
                .explained(
                    "Hides it from everyone but its author, moderators and admins, until it is shown again; a replaced photo, bio, "
                        + "name or note stays hidden. The author gets the reason in a notice. "
                        + hiding.subjects.map(\.note).joined(separator: " ")
                ),
            TenantRoute(HidingCalls.list, handler: list),
            TenantRoute(HidingCalls.show, handler: show),
        ]
    }

    private func hide(_ call: Call) async throws -> Response {
        let request = try await call.decode(try call.object(), as: HidingRequest.self) { request, body in
            hiding.validate(request, &body, in: call.session)
        }
        return .json(try await hiding.hide(request, in: call.session), status: 201)
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await hiding.page(page, in: call.session), page) { [$0.id] }
    }

    private func show(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: HiddenContentID.self)
        try await call.changeUntagged { try await hiding.show(id, in: call.session) }
        return .noContent
    }
}
