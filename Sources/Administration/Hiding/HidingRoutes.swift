internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What moderators hide from everyone but its author and themselves.
package struct HidingRoutes: Sendable {
    private let hiding: HidingService

    package init(_ hiding: HidingService) { self.hiding = hiding }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .post,
                "admin/hidden",
                "Hide content",
                access: .role(.moderator),
                body: .json,
                handler: hide
            )
            .named("hideContent")
            .explained(
                "Hides it from everyone but its author, moderators and admins, until it is shown again; a replaced photo, bio, "
                    + "name or note stays hidden. The author is told the reason. "
                    + hiding.subjects.map(\.note).joined(separator: " ")
            )
            .taking(
                HidingRequest.self,
                example: [
                    "subject": ["type": "account", "id": 12], "part": "photo",
                    "reason": "Not your own picture.",
                ]
            )
            .answering(201, .resource(HiddenContent.self))
            .refusing(409, "already_hidden", "It is hidden already."),
            TenantRoute(.get, "admin/hidden", "List hidden content", access: .role(.moderator), handler: list)
                .named("listHiddenContent")
                .explained("Newest first.")
                .paged
                .answering(200, .page(of: HiddenContent.self)),
            TenantRoute(
                .delete,
                "admin/hidden/{id:id}",
                "Show hidden content again",
                access: .role(.moderator),
                handler: show
            )
            .named("showContent")
            .answering(204, .none)
            .refusing(404, "not_found", "There is no such entry."),
        ]
    }

    private func hide(_ call: Call) async throws -> Response {
        let request = try await call.decode(try call.object(), as: HidingRequest.self) { request, body in
            hiding.judge(request, &body, in: call.session)
        }
        return .json(try await hiding.hide(request, in: call.session), status: 201)
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await call.session.read(
            HidingStore.page(.id(call.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        )
        let hidden = try rows.map { $0.resource(in: call.tenant) }
        return try await call.list(hidden, page) { [hidden[$0].id] }
    }

    private func show(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: HiddenContentID.self)
        try await call.changeUntagged { try await hiding.show(id, in: call.session) }
        return .noContent
    }
}
