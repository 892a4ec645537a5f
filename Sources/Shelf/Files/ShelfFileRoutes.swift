internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// A shelf as a file, out and in.
struct ShelfFileRoutes: Sendable {
    private static let mediaType = "text/csv"
    private static let dryRun =
        QueryField
        .boolean("dry_run", "Whether to report only what would change.").defaulting(to: false)

    private let files: BlockingPool

    init(_ files: BlockingPool) { self.files = files }

    var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "shelf/export.csv",
                "Export your shelf as a file",
                module: .shelf,
                handler: export
            )
            .needing(.exports)
            .named("exportShelf")
            .explained(
                """
                CSV in UTF-8, by name, with the columns `\(ShelfFile.columns.joined(separator: ","))`. Names and notes that \
                a spreadsheet would take for a formula have an apostrophe in front, which an import takes off again.
                """
            )
            .answering(200, .media([Self.mediaType])),
            TenantRoute(
                .post,
                "shelf/import",
                "Import a file into your shelf",
                module: .shelf,
                body: .media([Self.mediaType], limit: ShelfFile.byteLimit),
                preparing: read,
                handler: write
            )
            .needing(.imports).named("importShelf")
            .explained(
                """
                The body is a file like those of the export: up to 8 MiB and 10,000 lines besides the header. A line names its \
                game by `igdb_id`, else by name and year, compared without case, accents and punctuation. Empty cells change \
                nothing, and the later of two lines about one game wins. Bad lines do not stop good ones: the report has \
                each line's fate.
                """
            )
            .query(Self.dryRun)
            .taking(media: Self.mediaType)
            .answering(200, .resource(ShelfImportReport.self))
            .refusing(
                409,
                "edit_conflict",
                "Other calls added games of the file at the same time. Send it again."
            ),
        ]
    }

    private func export(_ call: Call) async throws -> Response {
        let rows = try await call.session.read(ShelfStore.all(.id(call.tenant.id)))
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
            throw Problem.invalidFields(FieldErrors(refusal.field, refusal.sentence))
        }
    }

    private func write(_ call: Call, _ lines: [ShelfLine]) async throws -> Response {
        let report = try await ShelfImport(call.session, on: files).run(lines, isDry: call.query[Self.dryRun])
        return Response(status: 200, contentType: "application/json", body: report)
    }
}
