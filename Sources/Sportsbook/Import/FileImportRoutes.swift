internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// Uploads of files of games.
struct FileImportRoutes: Sendable {
    static let byteLimit = 16 * 1024 * 1024
    private static let mediaTypes = ["text/csv", "application/json"]

    private static let season = QueryField.text(
        "season",
        1...Tournament.seasonLimit,
        "Only this season, as the file writes it."
    )
    private static let week = QueryField.integer("week", 1...99, "Only this week.")
    private static let results =
        QueryField
        .boolean("results", "Whether games that are moved come with their scores.").defaulting(to: false)
    private static let moveTo =
        QueryField
        .text(
            "move_to",
            "A date: all games are moved by whole weeks, the first one to it or at most six days later."
        )
        .converted("move_to must be a date in the years 2000 to 2100, such as 2026-09-10.") {
            FileTime.target($0)
        }

    private let files: BlockingPool

    init(_ files: BlockingPool) { self.files = files }

    var routes: [TenantRoute] {
        let body = TenantRoute.Body.media(Self.mediaTypes, limit: Self.byteLimit)
        return [
            TenantRoute(
                .post,
                "admin/odds",
                "Import games and odds from a file",
                module: .sportsbook,
                access: .role(.admin),
                body: body,
                preparing: read,
                handler: write
            )
            .needing(.imports).named("importOdds")
            .explained(
                "The body is the file, up to 16 MiB: the CSV of nflverse, or a JSON tree of tournaments. All of it is "
                    + "imported or nothing. Importing it again changes nothing, and a selection that no line fits is refused. Each bad line is named in `errors` as "
                    + "`lines.<n>`, the first 100: of a CSV the line, whose header is line 1, and of a tree the event."
            )
            .query(Self.season, Self.week, Self.moveTo, Self.results)
            .taking(media: "text/csv", "application/json")
            .answering(200, .resource(ImportCounts.self), "What the import changed.")
        ]
    }

    /// The file and how to write it.
    private struct Prepared: Sendable {
        let plan: FileImport
        let file: OddsFile
    }

    private func read(_ call: Call) async throws -> Prepared {
        try call.session.requireNoTransaction("reading a file")
        var plan = FileImport()
        plan.selection = FileSelection(
            season: try call.query[Self.season],
            week: try call.query[Self.week]
        )
        plan.moveTo = try call.query[Self.moveTo]
        plan.results = try call.query[Self.results]
        let (bytes, settings) = (call.request.body, plan)
        let format: FileImport.Format = call.mediaType == "application/json" ? .json : .csv
        let file = try await Self.naming { try await files.run { try settings.read(bytes, as: format) } }
        return Prepared(plan: plan, file: file)
    }

    private func write(_ call: Call, _ prepared: Prepared) async throws -> Response {
        let counts = try await Self.naming {
            try await call.session.transaction {
                try await prepared.plan.write(prepared.file, in: TenantTransaction(call.session))
            }
        }
        return .json(counts)
    }

    /// Bad lines as errors of fields.
    private static func naming<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let bad as BadLines {
            var errors = FieldErrors()
            for line in bad.first { errors.add("lines.\(line.line)", line.sentence) }
            throw Problem.invalidFields(errors)
        }
    }
}

extension FileTime {
    /// A day in the years that games may start in.
    static func target(_ text: String) -> CivilDateTime? {
        day(text).flatMap { 2_000...2_100 ~= $0.year ? $0 : nil }
    }
}
