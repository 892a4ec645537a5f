/// A shelf as a file, out and in.
package enum ShelfFileCalls {
    private static let byteLimit = 8 * 1024 * 1024
    private static let mediaType = "text/csv"
    package static let dryRun =
        QueryField
        .boolean("dry_run", "Whether to report only what would change.").defaulting(to: false)

    package static let exportFile = Endpoint<Void, Never, File>(.get, "shelf/export.csv")
        .module(.shelf)
        .titled("Export your shelf as a file").named("exportShelf").answering(200, media: [Self.mediaType])

    package static let importFile = Endpoint<Void, File, ShelfImportReport>(
        .post,
        "shelf/import",
        body: .media([Self.mediaType], limit: byteLimit)
    )
    .module(.shelf).titled("Import a file into your shelf").named("importShelf")
    .explained(
        """
        The body is a file like those of the export: up to 8 MiB and 10,000 lines besides the header, whose columns may be in \
        any order and be fewer. A status is its number or its name, such as `playing`. A line names its game \
        by `igdb_id`, else by name and year, compared without case, accents and punctuation. Empty cells change \
        nothing, and the later of two lines about one game wins. Bad lines do not stop good ones: the report has \
        each line's fate.
        """
    )
    .query(Self.dryRun)
    .answering(200)
    .refusing(409, "edit_conflict", "Other calls added games of the file at the same time. Send it again.")
}
