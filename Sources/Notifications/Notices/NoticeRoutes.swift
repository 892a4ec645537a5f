internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The caller's inbox.
package struct NoticeRoutes: Sendable {
    private static let unread = QueryField.boolean("unread", "Only unread notices.")

    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "inbox", "List your notices", handler: list)
                .named("listNotices")
                .explained("What happened, newest first.")
                .query(Self.unread).paged
                .answering(200, .page(of: Notice.self)),
            TenantRoute(.post, "inbox/read", "Mark notices as read", body: .json, handler: markRead)
                .named("markNoticesRead")
                .explained("Takes either `ids` or `up_to`. Ids of other people's notices are ignored.")
                .taking(InboxRead.self, example: ["up_to": 41])
                .answering(204, .none),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let unread = try call.query[Self.unread]
        let page = try call.page(filters: [(Self.unread.name, unread.map(String.init))], keys: 1)
        let rows = try await call.session.read(
            NoticeStore.page(
                .id(call.tenant.id),
                .boolean(unread ?? false),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let notices = try rows.all
        return try await call.list(notices, page) { [notices[$0].id] }
    }

    private func markRead(_ call: Call) async throws -> Response {
        let tenant = Parameter.id(call.tenant.id)
        switch try call.decode(InboxRead.self) {
        case .ids(let ids):
            _ = try await call.session.write(NoticeStore.markRead(tenant, .integers(ids), .time(call.now)))
        case .upTo(let id):
            _ = try await call.session.write(NoticeStore.markReadUpTo(tenant, .integer(id), .time(call.now)))
        }
        return .noContent
    }
}
