internal import Database
package import Outbound
internal import ParlayAPI
internal import Tenancy

/// The rules of endpoints for events, and of the deliveries to them.
package struct WebhookService: Sendable {
    /// How long the previous key still signs, in seconds.
    private static let overlap: Int64 = 86_400
    private let addresses: AddressRule

    /// - Parameter addresses: where endpoints can be. Public ones must use https.
    package init(addresses: AddressRule) { self.addresses = addresses }

    /// Refuses a URL to which nothing could ever be sent.
    func validate(_ update: WebhookUpdate, _ body: inout BodyReader) {
        guard case .set(let text) = update.url, let rule = addresses.rule(of: text) else { return }
        body.refuse(WebhookUpdate.url, rule)
    }

    // MARK: Endpoints

    func page(_ page: Page, in session: Session) async throws -> [Webhook] {
        try await session.read(
            WebhookStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map(\.webhook)
    }

    func find(_ id: WebhookID, in session: Session) async throws -> WebhookRow {
        let found = try await session.read(WebhookStore.find(.id(session.tenant.id), .id(id)))
        guard let row = try found.first else { throw Self.notFound(id) }
        return row
    }

    /// - Returns: the row with its secret, which is shown once.
    func create(_ update: WebhookUpdate, in session: Session) async throws -> WebhookRow {
        guard let url = update.url.new, let events = update.events.new else {
            throw FieldErrors(
                WebhookUpdate.url.name,
                FieldRule("newWebhook", "A new webhook needs a URL and its events.")
            )
        }
        let secret = try WebhookSecret.generate()
        do {
            let made = try await session.write(
                WebhookStore.create(
                    .id(session.tenant.id),
                    .text(url),
                    .texts(Self.distinct(events)),
                    .boolean(update.enabled.applied(to: true)),
                    .bytes(secret.key),
                    .time(session.now)
                )
            )
            return try made.one.showing(secret)
        } catch let error as DatabaseError where error.constraint == "webhooks_limit_check" {
            throw WebhookError.limit
        }
    }

    /// - Parameter version: that the row must have; `nil` for any.
    func change(_ id: WebhookID, _ version: Int64?, _ update: WebhookUpdate, in session: Session) async throws
        -> WebhookRow
    {
        let changed = try await session.write(
            WebhookStore.update(
                .id(session.tenant.id),
                .id(id),
                .integer(version),
                .text(update.url.new),
                update.events.new.map { .texts(Self.distinct($0)) } ?? .null,
                .boolean(update.enabled.new),
                .time(session.now)
            )
        )
        guard let row = try changed.first else { throw try await missed(id, in: session) }
        return row
    }

    func delete(_ id: WebhookID, _ version: Int64?, in session: Session) async throws {
        let results = try await session.write(
            WebhookStore.delete(.id(session.tenant.id), .id(id), .integer(version), .time(session.now))
        )
        guard !results[0].isEmpty else { throw try await missed(id, in: session) }
    }

    func rotate(_ id: WebhookID, in session: Session) async throws -> WebhookRow {
        let secret = try WebhookSecret.generate()
        let rotated = try await session.write(
            WebhookStore.rotate(
                .id(session.tenant.id),
                .id(id),
                .bytes(secret.key),
                .time(session.now.adding(seconds: Self.overlap)),
                .time(session.now)
            )
        )
        guard let row = try rotated.first?.showing(secret) else { throw Self.notFound(id) }
        return row
    }

    // MARK: Deliveries

    func deliveries(to id: WebhookID, _ page: Page, in session: Session) async throws -> [WebhookDelivery] {
        let (webhooks, rows) = try await session.read(
            WebhookStore.find(.id(session.tenant.id), .id(id)),
            WebhookStore.deliveries(
                .id(session.tenant.id),
                .id(id),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        guard !webhooks.isEmpty else { throw Self.notFound(id) }
        return try rows.all
    }

    func replay(_ delivery: WebhookDeliveryID, to id: WebhookID, in session: Session) async throws
        -> WebhookDelivery
    {
        let tenant = Parameter.id(session.tenant.id)
        let (replayed, known) = try await session.write(
            WebhookStore.replay(tenant, .id(id), .id(delivery), .time(session.now)),
            WebhookStore.hasDelivery(tenant, .id(id), .id(delivery))
        )
        guard !known.isEmpty else {
            throw TenancyError.notFound("There is no such delivery \(delivery.rawValue).")
        }
        guard let delivery = try replayed.first else { throw WebhookError.disabled }
        return delivery
    }

    func test(_ id: WebhookID, in session: Session) async throws -> WebhookDelivery {
        let tenant = Parameter.id(session.tenant.id)
        let (sent, known) = try await session.write(
            WebhookStore.test(tenant, .id(id), .text(WebhookEvent.test), .time(session.now)),
            WebhookStore.find(tenant, .id(id))
        )
        guard !known.isEmpty else { throw Self.notFound(id) }
        guard let delivery = try sent.first else { throw WebhookError.disabled }
        return delivery
    }

    private static func distinct(_ events: [String]) -> [String] {
        var seen: Set<String> = []
        return events.filter { seen.insert($0).inserted }
    }

    /// Why a write to an existing webhook changed nothing.
    private func missed(_ id: WebhookID, in session: Session) async throws -> any Error {
        TenancyError.preconditionFailed(present: try await find(id, in: session).tag)
    }

    private static func notFound(_ id: WebhookID) -> TenancyError {
        .notFound("There is no webhook \(id.rawValue).")
    }
}
