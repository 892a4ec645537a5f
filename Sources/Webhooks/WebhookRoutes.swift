internal import Database
internal import HTTPServer
package import Outbound
internal import ParlayAPI
package import Tenancy

/// For admins: registering endpoints for events, and reading the deliveries.
package struct WebhookRoutes: Sendable {
    /// How long the previous key still signs.
    private static let overlap: Int64 = 86_400
    private let addresses: AddressRule

    /// - Parameter addresses: where endpoints can be. Public ones must use https.
    package init(addresses: AddressRule) { self.addresses = addresses }

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
        let rows = try await call.session.read(
            WebhookStore.page(.id(call.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        )
        let webhooks = try rows.map(\.webhook)
        return try await call.list(webhooks, page) { [webhooks[$0].id] }
    }

    private func create(_ call: Call) async throws -> Response {
        let update = try await call.decode(try call.object(), as: WebhookUpdate.self, check: validate)
        guard case .set(let url) = update.url, case .set(let events) = update.events else {
            throw FieldErrors(WebhookUpdate.url.name, "A new webhook needs a URL and its events.")
        }
        let secret = try WebhookSecret.generate()
        do {
            let made = try await call.session.write(
                WebhookStore.create(
                    .id(call.tenant.id),
                    .text(url),
                    .texts(Self.distinct(events)),
                    .boolean(update.enabled.applied(to: true)),
                    .bytes(secret.key),
                    .time(call.now)
                )
            )
            let row = try made.one.showing(secret)
            return .json(row.webhook, status: 201)
                .with("Location", "\(call.base)admin/webhooks/\(row.webhook.id)/")
                .tagged(row.tag)
        } catch let error as DatabaseError where error.constraint == "webhooks_limit_check" {
            throw WebhookError.limit
        }
    }

    private func show(_ call: Call) async throws -> Response {
        let row = try await find(call)
        return .json(row.webhook).tagged(row.tag)
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let version = try await matchedVersion(call)
        let update = try await call.decode(object, as: WebhookUpdate.self, mode: .merge, check: validate)
        var url: String?
        if case .set(let new) = update.url { url = new }
        var events = Parameter.null
        if case .set(let new) = update.events { events = .texts(Self.distinct(new)) }
        var enabled: Bool?
        if case .set(let new) = update.enabled { enabled = new }
        let changed = try await call.session.write(
            WebhookStore.update(
                .id(call.tenant.id),
                .id(try call.id("id", as: WebhookID.self)),
                .integer(version),
                .text(url),
                events,
                .boolean(enabled),
                .time(call.now)
            )
        )
        guard let row = try changed.first else { throw try await missed(call) }
        return .json(row.webhook).tagged(row.tag)
    }

    private func delete(_ call: Call) async throws -> Response {
        let version = try await matchedVersion(call)
        let id = try call.id("id", as: WebhookID.self)
        let results = try await call.session.write(
            WebhookStore.delete(.id(call.tenant.id), .id(id), .integer(version), .time(call.now))
        )
        guard !results[0].isEmpty else { throw try await missed(call) }
        return .noContent
    }

    private func rotate(_ call: Call) async throws -> Response {
        let secret = try WebhookSecret.generate()
        let rotated = try await call.session.write(
            WebhookStore.rotate(
                .id(call.tenant.id),
                .id(try call.id("id", as: WebhookID.self)),
                .bytes(secret.key),
                .time(call.now.adding(seconds: Self.overlap)),
                .time(call.now)
            )
        )
        guard let row = try rotated.first?.showing(secret) else { throw try Self.notFound(call) }
        return .json(row.webhook).tagged(row.tag)
    }

    // MARK: Deliveries

    private func listDeliveries(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: WebhookID.self)
        let page = try call.page(keys: 1)
        let (webhooks, rows) = try await call.session.read(
            WebhookStore.find(.id(call.tenant.id), .id(id)),
            WebhookStore.deliveries(
                .id(call.tenant.id),
                .id(id),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        guard !webhooks.isEmpty else { throw try Self.notFound(call) }
        let deliveries = try rows.all
        return try await call.list(deliveries, page) { [deliveries[$0].id] }
    }

    private func replay(_ call: Call) async throws -> Response {
        let tenant = Parameter.id(call.tenant.id)
        let webhook = Parameter.id(try call.id("id", as: WebhookID.self))
        let id = try call.id("delivery", as: WebhookDeliveryID.self)
        let (replayed, known) = try await call.session.write(
            WebhookStore.replay(tenant, webhook, .id(id), .time(call.now)),
            WebhookStore.hasDelivery(tenant, webhook, .id(id))
        )
        guard !known.isEmpty else {
            throw TenancyError.notFound("There is no such delivery \(id.rawValue).")
        }
        guard let delivery = try replayed.first else { throw WebhookError.disabled }
        return .json(delivery, status: 201)
    }

    private func test(_ call: Call) async throws -> Response {
        let tenant = Parameter.id(call.tenant.id)
        let id = try call.id("id", as: WebhookID.self)
        let (sent, known) = try await call.session.write(
            WebhookStore.test(tenant, .id(id), .text(WebhookEvent.test), .time(call.now)),
            WebhookStore.find(tenant, .id(id))
        )
        guard !known.isEmpty else { throw try Self.notFound(call) }
        guard let delivery = try sent.first else { throw WebhookError.disabled }
        return .json(delivery, status: 202)
    }

    // MARK: Rules

    /// Refuses a URL to which nothing could ever be sent. Whether a name resolves to a private address is checked at
    /// each connection, because it can change.
    private func validate(_ update: WebhookUpdate, _ body: inout BodyReader) {
        guard case .set(let text) = update.url else { return }
        switch OutboundURL(text) {
        case nil: body.refuse(WebhookUpdate.url, "Must be an absolute http or https URL.")
        case let url? where url.hasCredentials:
            body.refuse(WebhookUpdate.url, "Must not contain a username or a password.")
        case let url? where addresses == .publicOnly && !url.isSecure:
            body.refuse(WebhookUpdate.url, "Must be https.")
        case let url? where !url.hasPermittedPort:
            body.refuse(WebhookUpdate.url, "The port must be 443, 80, or at least 1024.")
        case let url? where addresses.permits(host: url.host) == false:
            body.refuse(WebhookUpdate.url, "Must not point to a private address.")
        default: break
        }
    }

    private static func distinct(_ events: [String]) -> [String] {
        var seen: Set<String> = []
        return events.filter { seen.insert($0).inserted }
    }

    private func find(_ call: Call) async throws -> WebhookRow {
        let id = try call.id("id", as: WebhookID.self)
        let found = try await call.session.read(WebhookStore.find(.id(call.tenant.id), .id(id)))
        guard let row = try found.first else { throw try Self.notFound(call) }
        return row
    }

    /// The version that `If-Match` names; `nil` if there is no condition.
    private func matchedVersion(_ call: Call) async throws -> Int64? {
        let row = try await find(call)
        try call.requireMatch(row.tag)
        return call.request.head.headers["If-Match"] == nil ? nil : row.version
    }

    /// Why a write to an existing webhook changed nothing.
    private func missed(_ call: Call) async throws -> any Error {
        TenancyError.preconditionFailed(present: try await find(call).tag)
    }

    private static func notFound(_ call: Call) throws -> TenancyError {
        .notFound("There is no webhook \(try call.id("id", as: WebhookID.self).rawValue).")
    }
}
