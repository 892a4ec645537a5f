package import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Everything that is stored about the caller, as one document.
package struct ExportRoutes: Sendable {
    private let exports: ExportService

    package init(_ exports: ExportService) { self.exports = exports }

    package var routes: [TenantRoute] {
        [
            TenantRoute(ExportCalls.export, handler: export).answering(exports)
        ]
    }

    private func export(_ call: Call) async throws -> Response {
        let (username, document) = try await exports.document(in: call.session)
        return .export(document, of: username, in: call.tenant)
    }
}

extension TenantRoute {
    /// A call that answers the document.
    package func answering(_ exports: ExportService) -> TenantRoute {
        needing(.exports)
            .answering(
                200,
                .object(name: "Export", exports.fields, example: ["tenant": "wordup", "tokens": []]),
                "Everything that is stored about the account."
            )
    }
}

extension Response {
    /// The document as a file.
    package static func export(_ document: [UInt8], of username: String, in tenant: Tenant) -> Response {
        // A username contains nothing that needs quoting.
        let name = "\(tenant.slug)-\(username).json"
        return Response(status: 200, contentType: "application/json", body: document)
            .with("Content-Disposition", "attachment; filename=\"\(name)\"")
    }
}
