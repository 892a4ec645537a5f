internal import Components
internal import Database
internal import HTTPServer
internal import Outbound
internal import ParlayAPI
internal import Tenancy

/// For admins: registering feeds, and what became of their runs.
struct OddsFeedRoutes: Sendable {
    /// Where pages can be.
    private let addresses: AddressRule
    private let previewer: FeedPreviewer

    init(_ services: ComponentServices) {
        addresses = services.addresses
        previewer = FeedPreviewer(services)
    }

    var routes: [TenantRoute] {
        [
            TenantRoute(OddsFeedCalls.list, handler: list),
            TenantRoute(OddsFeedCalls.create, handler: create),
            TenantRoute(OddsFeedCalls.show, handler: show),
            TenantRoute(OddsFeedCalls.change, handler: change),
            TenantRoute(OddsFeedCalls.delete, handler: delete),
            TenantRoute(OddsFeedCalls.run, handler: run),
            TenantRoute(
                OddsFeedCalls.preview,
                preparing: preview,
                handler: { _, preview in Response.json(preview) }
            ),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await call.session.read(
            FeedStore.page(.id(call.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        )
        let feeds = try rows.map(\.resource)
        return try await call.list(feeds, page) { [feeds[$0].id] }
    }

    private func create(_ call: Call) async throws -> Response {
        var options: FeedOptions?
        let draft = try await call.decode(try call.object(), as: OddsFeedDraft.self) { draft, body in
            guard body.isValid(OddsFeedDraft.source) else { return }
            checkSchedule(draft.schedule, &body)
            let (source, url, key) = (draft.source, draft.url, draft.key)
            options = try await check(source, url: url, key: key, draft.options, &body, call)
        }
        guard let options, let schedule = FeedSchedule(draft.schedule) else {
            throw TenancyError.notFound("Not found.")
        }
        do {
            let made = try await call.session.write(
                FeedStore.create(
                    .id(call.tenant.id),
                    .text(draft.source.rawValue),
                    .text(draft.name),
                    .text(draft.url),
                    .json(options.object),
                    .boolean(draft.enabled),
                    .text(draft.schedule),
                    .text(draft.key),
                    .time(call.now),
                    .time(schedule.silence(after: call.now, FeedGames([])))
                )
            )
            let feed = try made.one.resource
            return Response.json(feed, status: 201).taggedByContent
                .with("Location", "\(call.base)admin/feeds/\(feed.id)/")
        } catch let error as DatabaseError where error.constraint == "odds_feeds_limit_check" {
            throw FeedError.limit
        }
    }

    private func preview(_ call: Call) async throws -> FeedPreview {
        var options: FeedOptions?
        let draft = try await call.decode(try call.object(), as: FeedPreviewDraft.self) { draft, body in
            guard body.isValid(OddsFeedDraft.source) else { return }
            let (source, url, key) = (draft.source, draft.url, draft.key)
            options = try await check(source, url: url, key: key, draft.options, &body, call)
        }
        guard let options else { throw TenancyError.notFound("Not found.") }
        return try await previewer.preview(
            FeedRequest(url: draft.url, options: options, key: draft.key),
            call
        )
    }

    private func show(_ call: Call) async throws -> Response {
        let rows = try await call.session.read(FeedStore.find(.id(call.tenant.id), .id(try Self.id(call))))
        guard let row = try rows.first else { throw TenancyError.notFound("There is no such feed.") }
        return Response.json(row.resource).taggedByContent
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let id = try Self.id(call)
        return try await call.session.transaction {
            let old = try await locked(id, call)
            var options: FeedOptions?
            let update = try await call.decode(object, as: OddsFeedUpdate.self, mode: .merge) {
                update,
                body in
                if case .set(let url) = update.url { checkURL(url, of: old.source, &body) }
                if case .set(let key) = update.key { checkKey(key, of: old.source, &body) }
                if case .set(let schedule) = update.schedule { checkSchedule(schedule, &body) }
                if case .set(let new) = update.options {
                    options = try await readOptions(new, of: old.source, &body, call)
                }
            }
            return Response.json(try await write(update, options, to: old, call).resource).taggedByContent
        }
    }

    private func write(
        _ update: OddsFeedUpdate,
        _ options: FeedOptions?,
        to old: OddsFeed,
        _ call: Call
    ) async throws -> FeedRow {
        let isEnabled = update.enabled.applied(to: old.enabled)
        let isNewlyRead =
            update.url.new != nil || options != nil || update.key.new != nil
            || update.schedule.new != nil
            || isEnabled && !old.enabled
        let schedule = FeedSchedule(update.schedule.applied(to: old.schedule)) ?? .auto
        let written = try await call.session.write(
            FeedStore.update(
                .id(call.tenant.id),
                .integer(old.id),
                .text(update.name.new),
                .text(update.url.new),
                .json(options?.object),
                .boolean(update.enabled.new),
                .text(update.schedule.new),
                .text(update.key.new),
                .time(call.now),
                .time(schedule.silence(after: call.now, FeedGames([]))),
                .boolean(isNewlyRead)
            )
        )
        return try written.one
    }

    private func delete(_ call: Call) async throws -> Response {
        let id = try Self.id(call)
        try await call.session.transaction {
            _ = try await locked(id, call)
            _ = try await call.session.write(FeedStore.delete(.id(call.tenant.id), .id(id), .time(call.now)))
        }
        return .noContent
    }

    private func run(_ call: Call) async throws -> Response {
        let id = try Self.id(call)
        return try await call.session.transaction {
            _ = try await locked(id, call)
            let rows = try await call.session.write(
                FeedStore.runNow(.id(call.tenant.id), .id(id), .time(call.now))
            )
            guard let row = try rows.first else { throw FeedError.disabled }
            return Response.json(row.resource).taggedByContent
        }
    }

    // MARK: Rules

    /// Checks a source that is not stored yet. `nil` after an error.
    private func check(
        _ source: OddsFeedSource,
        url: String?,
        key: String?,
        _ options: JSONValue,
        _ body: inout BodyReader,
        _ call: Call
    ) async throws -> FeedOptions? {
        checkURL(url, of: source, &body)
        if source == .oddsAPI, key == nil, body.isValid(OddsFeedUpdate.key) {
            body.refuse(OddsFeedUpdate.key, "This field is required.")
        }
        checkKey(key, of: source, &body)
        return try await readOptions(options, of: source, &body, call)
    }

    private static func id(_ call: Call) throws -> FeedID { try call.id("id") }

    private func locked(_ id: FeedID, _ call: Call) async throws -> OddsFeed {
        let rows = try await call.session.write(FeedStore.lock(.id(call.tenant.id), .id(id)))
        guard let feed = try rows.first?.resource else {
            throw TenancyError.notFound("There is no such feed.")
        }
        try call.requireMatch(Response.json(feed).contentTag)
        return feed
    }

    private func checkURL(_ text: String?, of source: OddsFeedSource, _ body: inout BodyReader) {
        guard body.isValid(OddsFeedUpdate.url) else { return }
        guard source == .html else {
            if text != nil { body.refuse(OddsFeedUpdate.url, "Only for a page.") }
            return
        }
        guard let text else {
            body.refuse(OddsFeedUpdate.url, "This field is required.")
            return
        }
        if let sentence = addresses.violation(of: text) { body.refuse(OddsFeedUpdate.url, sentence) }
    }

    private func checkKey(_ key: String?, of source: OddsFeedSource, _ body: inout BodyReader) {
        if key != nil, source == .html { body.refuse(OddsFeedUpdate.key, "Only for The Odds API.") }
    }

    private func checkSchedule(_ text: String, _ body: inout BodyReader) {
        guard body.isValid(OddsFeedUpdate.schedule), FeedSchedule(text) == nil else { return }
        body.refuse(
            OddsFeedUpdate.schedule,
            "Must be auto, or a cron expression of five fields such as \"*/15 * * * *\"."
        )
    }

    /// `nil` after an error.
    private func readOptions(
        _ value: JSONValue,
        of source: OddsFeedSource,
        _ body: inout BodyReader,
        _ call: Call
    ) async throws -> FeedOptions? {
        guard body.isValid(OddsFeedUpdate.options), case .object(let object) = value else { return nil }
        let options: FeedOptions
        do throws(FieldErrors) { options = try FeedOptions(object, of: source) } catch {
            body.refuse(error)
            return nil
        }
        if case .page(let page) = options {
            let known = try await call.session.read(FeedStore.hasTimeZone(.text(page.timeZone)))
            guard try known.one else {
                body.refuse(FieldErrors("options.time_zone", "There is no such time zone."))
                return nil
            }
        }
        return options
    }
}
