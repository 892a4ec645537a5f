internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Everything that is stored about the caller, as one document.
package struct ExportRoutes: Sendable {
    private let exports: ExportService

    package init(_ exports: ExportService) { self.exports = exports }

    package var routes: [TenantRoute] {
        [
            TenantRoute(ExportCalls.export, handler: export)
                .needing(.exports)
                .answering(
                    200,
                    .object(
                        name: "Export",
                        exports.fields,
                        example: ["tenant": "wordup", "tokens": []]
                    ),
                    "Everything that is stored about the account."
                )
        ]
    }

    private func export(_ call: Call) async throws -> Response {
        let (username, document) = try await exports.document(in: call.session)
        // A username contains nothing that needs quoting.
        let name = "\(call.tenant.slug)-\(username).json"
        return Response(status: 200, contentType: "application/json", body: document)
            .with("Content-Disposition", "attachment; filename=\"\(name)\"")
    }
}
