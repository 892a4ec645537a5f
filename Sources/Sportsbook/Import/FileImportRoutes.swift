internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// Uploads of files of games.
struct FileImportRoutes: Sendable {
    private static let moveTo = OddsImportCalls.moveTo
        .converted("move_to must be a date in the years 2000 to 2100, such as 2026-09-10.") {
            FileTime.target($0)
        }

    private let files: BlockingPool

    init(_ files: BlockingPool) { self.files = files }

    var routes: [TenantRoute] {
        [TenantRoute(OddsImportCalls.importFile, preparing: read, handler: write).needing(.imports)]
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
            season: try call.query[OddsImportCalls.season],
            week: try call.query[OddsImportCalls.week]
        )
        plan.moveTo = try call.query[Self.moveTo]
        plan.results = try call.query[OddsImportCalls.results]
        let (bytes, settings) = (call.request.body, plan)
        let format: FileImport.Format = call.mediaType == "application/json" ? .json : .csv
        let file = try await Self.naming { try await files.run { try settings.read(bytes, as: format) } }
        return Prepared(plan: plan, file: file)
    }

    private func write(_ call: Call, _ prepared: Prepared) async throws -> Response {
        let counts = try await Self.naming {
            try await prepared.plan.write(prepared.file, in: call.session)
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
