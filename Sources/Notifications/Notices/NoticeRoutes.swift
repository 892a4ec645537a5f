internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The caller's inbox.
package struct NoticeRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(NoticeCalls.list, handler: list),
            TenantRoute(NoticeCalls.markRead, handler: markRead),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let unread = try call.query[NoticeCalls.unread]
        let page = try call.page(filters: [(NoticeCalls.unread.name, unread.map(String.init))], keys: 1)
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
