internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// A shelf as a file, out and in.
struct ShelfFileRoutes: Sendable {
    private let files: BlockingPool

    init(_ files: BlockingPool) { self.files = files }

    var routes: [TenantRoute] {
        [
            TenantRoute(ShelfFileCalls.exportFile, handler: export)
                .needing(.exports)
                .explained(
                    """
                    CSV in UTF-8, by name, with the columns `\(ShelfFile.columns.joined(separator: ","))`. Names and notes that \
                    a spreadsheet would read as a formula begin with an apostrophe, which an import removes.
                    """
                ),
            TenantRoute(ShelfFileCalls.importFile, preparing: read, handler: write)
                .needing(.imports),
        ]
    }

    private func export(_ call: Call) async throws -> Response {
        let rows = try await ShelfService(call.session).all()
        return try await files.run {
            let bytes = ShelfFile.write(try rows.map(\.resource))
            return Response(status: 200, contentType: "text/csv; charset=utf-8", body: bytes).taggedByContent
                .with("Content-Disposition", "attachment; filename=\"shelf.csv\"")
        }
    }

    private func read(_ call: Call) async throws -> [ShelfLine] {
        try call.session.requireNoTransaction("reading a file")
        let bytes = call.request.body
        do {
            return try await files.run { try ShelfFile.read(bytes) }
        } catch let refusal as ShelfFile.Refusal {
            throw Problem.invalidFields(FieldErrors(refusal.field, refusal.rule))
        }
    }

    private func write(_ call: Call, _ lines: [ShelfLine]) async throws -> Response {
        let report = try await ShelfImport(call.session, on: files).run(
            lines,
            isDry: call.query[ShelfFileCalls.dryRun]
        )
        return Response(status: 200, contentType: "application/json", body: report)
    }
}
