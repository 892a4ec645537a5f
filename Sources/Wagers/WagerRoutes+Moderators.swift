internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of moderators about wagers.
extension WagerRoutes {
    var moderating: [TenantRoute] {
        [
            route(
                .get,
                "admin/disputes",
                "List disputed wagers",
                access: .role(.moderator),
                handler: disputes
            )
            .named("listDisputes")
            .explained("Wagers that are waiting for a decision, newest first.")
            .paged
            .answering(200, .page(of: Wager.self)),
            route(
                .post,
                "admin/wagers/{id:id}/void",
                "Take a wager down",
                access: .role(.moderator),
                body: .json,
                handler: void
            )
            .named("voidWager").ofWager(.void)
            .irreversible("The wager is cancelled.")
            .explained(
                "For every wager that you can see and that is not final yet: it becomes `cancelled`, a result no longer counts, "
                    + "and reminders stop. Both sides are told the reason."
            )
            .taking(WagerVoid.self, example: ["reason": "Bets on people's health are not allowed."])
            .answering(200, .resource(Wager.self), example: Wager.voided),
        ]
    }

    private func disputes(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await WagerService(call.session).disputes(
            before: page.after?.first,
            limit: page.fetchLimit
        )
        return try await call.list(rows.map { $0.resource(at: call.now, in: call.tenant) }, page) {
            [rows[$0].id.rawValue]
        }
    }

    private func void(_ call: Call) async throws -> Response {
        try await move(.void, call, WagerVoid.self, verdict: { .voided($0.reason) }) { _ in .void }
    }
}
