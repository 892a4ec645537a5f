internal import Administration
internal import Components
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy
internal import Transfer

extension Command {
    static let tenantExport = Command(
        "admin export",
        arguments: ["TENANT"],
        options: [.value("--out", "FILE", "the file to write; required"), .json],
        "write a whole tenant into a file",
        details: """
            Writes one state of all of the tenant's data, with photos and password hashes, while the tenant is in use. Only \
            you can read the file. Tokens, jobs, mail and secrets are left out. Suspend the tenant first if you move it.
            """,
        example: "parlay admin export demo --out demo.gz"
    ) { call in
        let slug = try call.argument("TENANT")
        let path = try call.required("--out")
        let progress = Progress(call.terminal, "exporting \(slug)")
        let report = try call.transfers().export(slug, to: path, progress: progress.report)
        let rows = report.rows.reduce(0) { $0 + $1.count }
        call.report(
            "exported \(slug) to \(path): \(rows) rows, \(report.bytes) bytes, sha256 \(report.sha256)",
            JSONText.object([
                ("tenant", .string(slug)), ("file", .string(path)), ("bytes", .integer(report.bytes)),
                ("sha256", .string(report.sha256)), ("rows", JSONText.counts(report.rows)),
            ])
        )
        return .success
    }

    static let tenantImport = Command(
        "admin import",
        arguments: ["FILE"],
        options: [.value("--slug", "NEW", "another slug than in the file"), .json],
        "create a tenant from the file of an export",
        details: """
            The file is imported completely or not at all. The tenant is suspended until you resume it; its webhooks and feeds are \
            disabled and have no secrets, and people sign in again with their passwords. What only the other installation can decrypt \
            is listed, with what to do about it.
            """,
        example: "parlay admin import demo.gz --slug demo2"
    ) { call in
        let path = try call.argument("FILE")
        let progress = Progress(call.terminal, "importing")
        let (report, unopened) = try call.transfers().load(
            path,
            as: call.value("--slug"),
            progress: progress.report
        )
        let rows = report.rows.reduce(0) { $0 + $1.count }
        let notes =
            report.created.filter { $0.count > 0 }.map { "\($0.count) \($0.table) created" }
            + report.merged.filter { $0.count > 0 }.map { "\($0.count) rows of \($0.table) merged" }
        let more = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        let imported =
            "imported \(report.slug): \(rows) rows\(more). It is suspended:"
            + " `parlay admin tenant resume \(report.slug)`"
        call.report(
            ([imported] + unopened.sentences(for: report.slug)).joined(separator: "\n"),
            JSONText.object([
                ("tenant", .string(report.slug)), ("id", .integer(report.tenant.rawValue)),
                ("status", "suspended"), ("rows", JSONText.counts(report.rows)),
                ("created", JSONText.counts(report.created)), ("merged", JSONText.counts(report.merged)),
                (
                    "unopened",
                    JSONText.object([
                        ("settings", .array(unopened.settings.map { .string($0) })),
                        ("second_factors", .integer(unopened.people)),
                    ])
                ),
            ])
        )
        return .success
    }

    static let tenantDelete = Command(
        "admin tenant delete",
        arguments: ["SLUG"],
        options: [.confirm, .yes, .dryRun, .json],
        "delete a tenant with all its data",
        details: """
            Takes the tenant offline, then deletes all its rows, 10,000 in a transaction: accounts, photos, jobs, mail and the \
            rest. Fronts and workers keep running. If it is interrupted, run it again. Export the tenant first.
            """,
        example: "parlay admin tenant delete demo --dry-run",
        isOfTenant: false
    ) { call in
        let slug = try call.argument("SLUG")
        let isDry = call.has("--dry-run")
        let counts: [TenantDeletion.Count]
        if isDry {
            counts = try call.transfersInCell().count(slug)
        } else {
            _ = try call.tenants().tenant(slug)
            try call.requireNoMove(slug)
            try call.confirm(
                typing: slug,
                "This deletes the tenant \(slug) with all accounts and data, for good."
            )
            let progress = Progress(call.terminal, "deleting \(slug)")
            counts = try call.transfersInCell().delete(slug, progress: progress.report)
            try call.forgetElsewhere(slug)
        }
        call.reportDeletion(of: slug, counts, isDry: isDry)
        return .success
    }
}

extension Invocation {
    fileprivate func transfers() throws -> TenantTransfers { TenantTransfers(try owner(), configuration) }

    /// Of a command that works in several cells.
    fileprivate func transfersInCell() throws -> TenantTransfers {
        let settings = try settingsInCell()
        return TenantTransfers(
            try BlockingConnection(DatabaseLocation(settings).settings(for: .owner)),
            settings
        )
    }

    fileprivate func requireNoMove(_ slug: String) throws {
        guard try owner().query("select 1 from moves where slug = $1", .text(slug)).count == 0 else {
            throw CommandFailure("\(slug) moves. Complete the move or cancel it first.")
        }
    }

    /// The rows of other cells that say that the tenant is away.
    fileprivate func forgetElsewhere(_ slug: String) throws {
        let cells = try CellList(configuration)
        for number in cells.numbers {
            let connection = try BlockingConnection(cells.location(number).settings(for: .owner))
            _ = try connection.query("delete from tenants where slug = $1 and state = 'away'", .text(slug))
        }
    }

    fileprivate func reportDeletion(of slug: String, _ counts: [TenantDeletion.Count], isDry: Bool) {
        guard !isJSON else {
            let value = JSONText.object([
                ("tenant", .string(slug)), ("dry_run", .bool(isDry)), ("rows", JSONText.counts(counts)),
            ])
            return terminal.print(JSONText.text(value))
        }
        var table = TextTable(["TABLE", isDry ? "ROWS" : "DELETED"])
        for (name, count) in counts where count > 0 { table.add([name, String(count)]) }
        terminal.print(table.text(width: terminal.width))
        terminal.print(isDry ? "\nNothing was deleted." : "\ndeleted \(slug)")
    }
}

/// Draws a bar, at most ten times a second.
final class Progress {
    private let terminal: Terminal
    private let label: String
    private var drawn: ContinuousClock.Instant?
    private var isComplete = false

    init(_ terminal: Terminal, _ label: String) {
        self.terminal = terminal
        self.label = label
    }

    func report(_ done: Int64, of total: Int64) {
        let now = ContinuousClock.now
        let isLast = done >= total
        guard !isComplete, isLast || drawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        drawn = now
        isComplete = isLast
        terminal.progress(label, Int(clamping: done), of: Int(clamping: total))
    }
}

extension JSONText {
    fileprivate static func counts(_ counts: [(table: String, count: Int64)]) -> JSONValue {
        object(counts.map { ($0.table, .integer($0.count)) })
    }
}
