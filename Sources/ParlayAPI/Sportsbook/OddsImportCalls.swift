/// Uploads of files of games.
package enum OddsImportCalls {
    package static let season = QueryField.text(
        "season",
        1...Tournament.seasonLimit,
        "Only this season, as the file writes it."
    )
    package static let week = QueryField.integer("week", 1...99, "Only this week.")
    package static let results =
        QueryField
        .boolean("results", "Whether games that are moved come with their scores.").defaulting(to: false)
    package static let moveTo = QueryField.text(
        "move_to",
        "A date: all games are moved by whole weeks, the first one to it or at most six days later."
    )

    package static let importFile = Endpoint<Void, File, ImportCounts>(
        .post,
        "admin/odds",
        body: .media(["text/csv", "application/json"], limit: 16 * 1024 * 1024)
    )
    .module(.sportsbook).access(.role(.admin))
    .keys(.writeSportsbook).titled("Import games and odds from a file").named("importOdds")
    .explained(
        "The body is the file, up to 16 MiB: the CSV of nflverse, or a JSON tree of tournaments. All of it is "
            + "imported or nothing. Importing it again changes nothing, and a selection that no line fits is refused. Each bad line is named in `errors` as "
            + "`lines.<n>`, the first 100: of a CSV the line, whose header is line 1, and of a tree the event."
    )
    .query(Self.season, Self.week, Self.moveTo, Self.results)
    .answering(200, "What the import changed.")
}
