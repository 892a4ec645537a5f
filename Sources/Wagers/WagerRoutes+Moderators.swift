internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of moderators about wagers.
extension WagerRoutes {
    var moderating: [TenantRoute] {
        [
            TenantRoute(WagerCalls.disputes, handler: disputes),
            TenantRoute(WagerCalls.void, handler: void).ofWager(.void),
        ]
    }

    private func disputes(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await WagerService(call.session).disputes(
            after: page.after?.first,
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
