internal import Console
internal import Database
internal import ParlayAPI
internal import Schema

extension Command {
    static let migrate = Command(
        "migrate",
        options: [.yes, .json],
        "migrate the database to this version's schema",
        details:
            "With PARLAY_CELLS every cell is migrated, in the order of their numbers. Migrations only go forward, one transaction each; then the functions that differ from this version's are"
            + " replaced. Running it again changes nothing. If a migration is not compatible"
            + " with the previous version and processes are connected, it lists them and asks for confirmation.",
        example: "parlay migrate"
    ) { call in
        let cells = try CellList(call.configuration)
        try requireNoMove(cells)
        var lines: [String] = []
        var names: [String] = []
        for number in cells.numbers {
            let cell = cells.numbers.count > 1 ? "cell \(number): " : ""
            let applied = try migrate(try cells.location(number).settings(for: nil), call)
            lines += applied.migrations.map { "\(cell)applied \($0.fileName)" }
            if !applied.functions.isEmpty {
                lines.append("\(cell)applied \(applied.functions.count) functions")
            }
            names += applied.migrations.map(\.fileName) + applied.functions.map(\.fileName)
        }
        call.report(
            lines.isEmpty ? "the database is up to date" : lines.joined(separator: "\n"),
            JSONText.object([("applied", .array(names.map { .string($0) }))])
        )
        return .success
    }

    private static func migrate(_ settings: ConnectionSettings, _ call: Invocation) throws -> Migrator.Outcome
    {
        if let refusal = try Pooler.detect(settings)?.refusal { throw CommandFailure(refusal) }
        let migrator = Migrator(settings: settings)
        try confirmIncompatible(migrator, call)
        return try migrator.migrate { progress in
            switch progress {
            case .waiting: call.terminal.printError("waiting for another migration")
            case .running(let file, let index, let total): call.terminal.progress(file, index, of: total)
            case .finished(let file, let index, let total):
                call.terminal.progress(file, index + 1, of: total)
            }
        }
    }

    /// A tenant's rows are the same in two cells only while their tables are.
    private static func requireNoMove(_ cells: CellList) throws {
        guard cells.numbers.count > 1 else { return }
        for number in cells.numbers {
            let connection = try BlockingConnection(cells.location(number).settings(for: nil))
            let isNew = "select to_regclass('parlay.moves') is null"
            guard try !Rows<Bool>(connection.query(isNew)).one else { continue }
            guard let slug = try Rows<String>(connection.query("select slug from parlay.moves limit 1")).first
            else {
                continue
            }
            throw CommandFailure(
                "\(slug) moves between cells. Complete the move or cancel it, and migrate then."
            )
        }
    }

    /// Processes of the previous version fail on a schema that is not compatible with it.
    private static func confirmIncompatible(_ migrator: Migrator, _ call: Invocation) throws {
        let (incompatible, connected) = try migrator.obstacles()
        guard !connected.isEmpty else { return }
        var table = TextTable(["PROCESS", "FROM", "CONNECTIONS"])
        for process in connected {
            let address = process.address.isEmpty ? "local or unknown" : process.address
            table.add([process.name, address, String(process.connections)])
        }
        let count = incompatible.count
        let files = incompatible.prefix(3).map(\.fileName).joined(separator: ", ")
        let more = count > 3 ? " and \(count - 3) more" : ""
        call.terminal.printError(
            """
            \(files)\(more): not compatible with the previous version. These processes are connected and may fail; stop \
            them first:

            \(table.text)

            """
        )
        try call.confirm("Migrate anyway?")
    }

    static let migrateStatus = Command(
        "migrate status",
        options: [.json],
        "show the applied and pending migrations, and the functions to replace",
        details: "Exits with 1 unless the database has exactly the schema of this version.",
        example: "parlay migrate status"
    ) { call in
        let settings = try DatabaseLocation(call.configuration).settings(for: nil)
        let status = try Migrator(settings: settings).status()
        let changed = Set(status.changed.map(\.fileName))
        let unknown = Set(status.unknown.map(\.fileName))
        var rows: [(file: String, state: String)] = status.applied.map { applied in
            let name = applied.fileName
            if changed.contains(name) { return (name, "changed since it was applied") }
            return (name, unknown.contains(name) ? "unknown to this version" : "applied")
        }
        rows += status.pending.map { ($0.fileName, "pending") }
        let missing = Set(status.missing.map(\.name))
        rows += status.outdated.map {
            ($0.fileName, missing.contains($0.name) ? "pending" : "replaced by another version")
        }
        call.show(
            rows,
            empty: "No migrations found.",
            headings: ["MIGRATION", "STATE"],
            json: { JSONText.object([("migration", .string($0.file)), ("state", .string($0.state))]) },
            cells: { [$0.file, $0.state] }
        )
        return status.isCurrent ? .success : .failure
    }
}
