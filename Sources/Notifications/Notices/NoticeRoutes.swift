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
        let notices = try await NoticeService(call.session).page(page, unread: unread ?? false)
        return try await call.list(notices, page) { [notices[$0].id] }
    }

    private func markRead(_ call: Call) async throws -> Response {
        try await NoticeService(call.session).markRead(try call.decode())
        return .noContent
    }
}
