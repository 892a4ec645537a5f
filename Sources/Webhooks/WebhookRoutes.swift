internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// For admins: registering endpoints for events, and reading the deliveries.
package struct WebhookRoutes: Sendable {
    private let webhooks: WebhookService

    package init(_ webhooks: WebhookService) { self.webhooks = webhooks }

    package var routes: [TenantRoute] { endpoints + deliveries }

    private var endpoints: [TenantRoute] {
        [
            TenantRoute(WebhookCalls.list, handler: list),
            TenantRoute(WebhookCalls.create, handler: create)
                .showingSecret(),
            TenantRoute(WebhookCalls.show, handler: show),
            TenantRoute(WebhookCalls.change, handler: change),
            TenantRoute(WebhookCalls.delete, handler: delete),
            TenantRoute(WebhookCalls.rotate, handler: rotate)
                .showingSecret(),
        ]
    }

    private var deliveries: [TenantRoute] {
        [
            TenantRoute(WebhookCalls.listDeliveries, handler: listDeliveries),
            TenantRoute(WebhookCalls.replay, handler: replay),
            TenantRoute(WebhookCalls.test, handler: test),
        ]
    }

    // MARK: Endpoints

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await webhooks.page(page, in: call.session), page) { [$0.id] }
    }

    private func create(_ call: Call) async throws -> Response {
        let update = try await call.decode(
            try call.object(),
            as: WebhookUpdate.self,
            check: webhooks.validate
        )
        let row = try await webhooks.create(update, in: call.session)
        return .json(row.webhook, status: 201)
            .with("Location", "\(call.base)admin/webhooks/\(row.webhook.id)/")
            .tagged(row.tag)
    }

    private func show(_ call: Call) async throws -> Response {
        answer(try await webhooks.find(try call.id("id"), in: call.session))
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let version = try await matchedVersion(call)
        let update = try await call.decode(
            object,
            as: WebhookUpdate.self,
            mode: .merge,
            check: webhooks.validate
        )
        return answer(try await webhooks.change(try call.id("id"), version, update, in: call.session))
    }

    private func delete(_ call: Call) async throws -> Response {
        let version = try await matchedVersion(call)
        try await webhooks.delete(try call.id("id"), version, in: call.session)
        return .noContent
    }

    private func rotate(_ call: Call) async throws -> Response {
        answer(try await webhooks.rotate(try call.id("id"), in: call.session))
    }

    private func answer(_ row: WebhookRow) -> Response { .json(row.webhook).tagged(row.tag) }

    /// The version that `If-Match` names; `nil` if there is no condition.
    private func matchedVersion(_ call: Call) async throws -> Int64? {
        let row = try await webhooks.find(try call.id("id"), in: call.session)
        return try call.matchedVersion(row.version, tag: row.tag)
    }

    // MARK: Deliveries

    private func listDeliveries(_ call: Call) async throws -> Response {
        let id: WebhookID = try call.id("id")
        let page = try call.page(keys: 1)
        let deliveries = try await webhooks.deliveries(to: id, page, in: call.session)
        return try await call.list(deliveries, page) { [deliveries[$0].id] }
    }

    private func replay(_ call: Call) async throws -> Response {
        let id: WebhookID = try call.id("id")
        let delivery = try await webhooks.replay(try call.id("delivery"), to: id, in: call.session)
        return .json(delivery, status: 201)
    }

    private func test(_ call: Call) async throws -> Response {
        .json(try await webhooks.test(try call.id("id"), in: call.session), status: 202)
    }
}
