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
        let page = try call.page(keys: 1)
        return try await call.list(items: try await reader.page(page, in: call.session), page) { [$0.id] }
    }
}
