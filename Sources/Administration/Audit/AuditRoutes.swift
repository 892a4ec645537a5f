internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The audit log: who changed what.
package struct AuditRoutes: Sendable {
    private let reader: AuditReader

    package init(_ reader: AuditReader) { self.reader = reader }

    package var routes: [TenantRoute] {
        [
            TenantRoute(AuditCalls.list, handler: list)
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let filter = AuditFilter(
            by: try call.query[AuditCalls.by].map(Int64.init),
            person: try call.query[AuditCalls.person].map(Int64.init),
            action: try call.query[AuditCalls.action],
            from: try call.query[AuditCalls.from],
            until: try call.query[AuditCalls.until]
        )
        let page = try call.page(filters: filter.values, keys: 1)
        return try await call.list(items: try await reader.page(page, filter, in: call.session), page) {
            [$0.id]
        }
    }
}
