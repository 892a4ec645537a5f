internal import Components
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// For admins: registering feeds, and what became of their runs.
struct OddsFeedRoutes: Sendable {
    private let feeds: FeedService
    private let previewer: FeedPreviewer

    init(_ services: ComponentServices) {
        feeds = FeedService(addresses: services.addresses)
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
        return try await call.list(items: try await feeds.page(page, in: call.session), page) { [$0.id] }
    }

    private func create(_ call: Call) async throws -> Response {
        var options: FeedOptions?
        let draft = try await call.decode(try call.object(), as: OddsFeedDraft.self) { draft, body in
            feeds.checkSchedule(draft.schedule, &body)
            let (source, url, key) = (draft.source, draft.url, draft.key)
            options = try await feeds.check(
                source,
                url: url,
                key: key,
                draft.options,
                &body,
                in: call.session
            )
        }
        guard let options else { throw TenancyError.notFound("Not found.") }
        let feed = try await feeds.create(draft, options, in: call.session)
        return answer(feed, status: 201).with("Location", "\(call.base)admin/feeds/\(feed.id)/")
    }

    private func preview(_ call: Call) async throws -> FeedPreview {
        var options: FeedOptions?
        let draft = try await call.decode(try call.object(), as: FeedPreviewDraft.self) { draft, body in
            let (source, url, key) = (draft.source, draft.url, draft.key)
            options = try await feeds.check(
                source,
                url: url,
                key: key,
                draft.options,
                &body,
                in: call.session
            )
        }
        guard let options else { throw TenancyError.notFound("Not found.") }
        return try await previewer.preview(
            FeedRequest(url: draft.url, options: options, key: draft.key),
            call
        )
    }

    private func show(_ call: Call) async throws -> Response {
        answer(try await feeds.find(try call.id("id"), in: call.session))
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let changed = try await feeds.change(try call.id("id"), in: call.session) { feed in
            try requireMatch(feed, call)
            var options: FeedOptions?
            let update = try await call.decode(object, as: OddsFeedUpdate.self, mode: .merge) {
                options = try await feeds.check($0, of: feed, &$1, in: call.session)
            }
            return (update, options)
        }
        return answer(changed)
    }

    private func delete(_ call: Call) async throws -> Response {
        try await feeds.delete(try call.id("id"), in: call.session) { try requireMatch($0, call) }
        return .noContent
    }

    private func run(_ call: Call) async throws -> Response {
        answer(try await feeds.run(try call.id("id"), in: call.session) { try requireMatch($0, call) })
    }

    private func requireMatch(_ feed: OddsFeed, _ call: Call) throws {
        try call.requireMatch(answer(feed).contentTag)
    }

    private func answer(_ feed: OddsFeed, status: Int = 200) -> Response {
        Response.json(feed, status: status).taggedByContent
    }
}
