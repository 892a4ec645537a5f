internal import Console
internal import Database
internal import ParlayAPI
internal import Reactor
internal import Transfer

extension Command {
    static let cellAdd = Command(
        "cell add",
        arguments: ["NUMBER"],
        options: [.value("--url-file", "FILE", "the new cell's libpq URI, of a superuser; required"), .json],
        "make a database a cell of this installation",
        details: """
            Create the database and run `parlay migrate` with its DATABASE_URL first. This checks its server, gives it the \
            number, and lets it follow what belongs to no tenant: the catalog of games and the signing keys. Then set passwords of \
            parlay_front and parlay_worker on that server, and add a line with the number and the URI of its role to the file \
            PARLAY_CELLS of each front and worker. Send them SIGHUP, or restart them if PARLAY_CELLS is new. `parlay doctor` \
            with their settings says whether they can log in. Run this command again if cell 1 has failed over since: it copies \
            anew what the cell may have missed.
            """,
        example: "parlay cell add 2 --url-file cell2.url"
    ) { call in
        let number = Int(try call.identifier("NUMBER"))
        guard (2...1000).contains(number) else {
            throw UsageError("NUMBER must be from 2 to 1000; cell 1 is DATABASE_URL")
        }
        let url = try call.urlFile()
        let setup = CellSetup(
            home: try CellDatabase(1, CellList(call.configuration).location(1).settings(for: nil)),
            cell: try CellDatabase(number, DatabaseLocation(url: url).settings(for: nil))
        )
        let problems = try setup.problems()
        guard problems.isEmpty else { throw CommandFailure(problems.joined(separator: "\n")) }
        for warning in try setup.warnings() { call.terminal.printError("parlay: warning: \(warning)") }
        try setup.run()
        call.report(
            "cell \(number) is ready. Add the line `\(number) URI` to the file PARLAY_CELLS of each front and worker, with"
                + " the login of its role, and send SIGHUP, or restart it if PARLAY_CELLS is new.",
            JSONText.object([("cell", .integer(Int64(number)))])
        )
        return .success
    }

    static let cellList = Command(
        "cell list",
        options: [.json],
        "list the cells, with their tenants and sizes",
        details: "Exits with 1 if a cell cannot be read or needs something; `parlay doctor` says the same.",
        example: "parlay cell list"
    ) { call in
        let cells = CellState.all(try CellList(call.configuration).settings(for: .owner))
        call.show(
            cells,
            empty: "There are no cells.",
            headings: ["CELL", "TENANTS", "MOVES", "BYTES", "WAL HELD"],
            json: { cell in
                let figures = cell.figures
                return JSONText.object([
                    ("cell", .integer(Int64(cell.number))), ("tenants", JSONText.optional(figures?.tenants)),
                    ("moves", JSONText.optional((figures?.moves.count).map(Int64.init))),
                    ("bytes", JSONText.optional(figures?.bytes)),
                    ("held_bytes", JSONText.optional(figures?.heldBytes)),
                    ("problems", .array(cell.problems.map { .string($0) })),
                ])
            },
            cells: { cell in
                let figures = cell.figures
                let numbers = [
                    figures?.tenants, (figures?.moves.count).map(Int64.init), figures?.bytes,
                    figures?.heldBytes,
                ]
                return [String(cell.number)] + numbers.map { $0.map(String.init) ?? "?" }
            }
        )
        if cells.count == 1, cells[0].problems.isEmpty, !call.isJSON {
            call.terminal.print(
                "\nThere is one database. `parlay cell add 2 --url-file FILE` makes a second cell."
            )
        }
        for cell in cells {
            for warning in cell.warnings {
                call.terminal.printError("parlay: warning: cell \(cell.number): \(warning)")
            }
        }
        let problems = cells.flatMap { cell in cell.problems.map { "cell \(cell.number): \($0)" } }
        guard problems.isEmpty else { throw CommandFailure(problems.joined(separator: "\n")) }
        return .success
    }

    static let cellDrain = Command(
        "cell drain",
        arguments: ["NUMBER"],
        options: [
            .value("--to", "CELL", "the number of the cell that takes its tenants; required"), .yes, .json,
        ],
        "move all tenants of a cell to another",
        details: """
            One after the other: each is copied, compared, switched and completed. If one fails, the command stops there and says \
            why. Run it again to continue with the rest. The audit log has each run and each step of each tenant.
            """,
        example: "parlay cell drain 2 --to 3"
    ) { call in
        let number = Int(try call.identifier("NUMBER"))
        let goal = try call.goal()
        let drain = try CellDrain(number, to: goal, cells: try call.superusers())
        try call.confirm("Move \(drain.slugs.count) tenants from cell \(number) to cell \(goal)?")
        try drain.run(progress: Progress(call.terminal, "moving").report)
        call.report(
            "moved \(drain.slugs.count) tenants from cell \(number) to cell \(goal)",
            JSONText.object([("moved", .array(drain.slugs.map { .string($0) }))])
        )
        return .success
    }

    static let moveStart = Command(
        "admin tenant move start",
        arguments: ["SLUG"],
        options: [.value("--to", "CELL", "the number of the other cell; required"), .json],
        "copy a tenant to another cell and follow it",
        details: """
            The tenant stays in use. If the command was interrupted, run it again to continue. DATABASE_URL and PARLAY_CELLS must \
            name superusers here. Next: `parlay admin tenant move verify SLUG`.
            """,
        example: "parlay admin tenant move start demo --to 2",
        isOfTenant: false
    ) { call in
        let move = try call.move(to: try call.goal())
        let progress = Progress(call.terminal, "copying \(move.slug)")
        let started = try move.start(progress: progress.report)
        call.report(
            "\(move.slug): \(started.rows) rows copied from cell \(started.source) to cell \(started.target), which follows."
                + " Next: `parlay admin tenant move verify \(move.slug)`",
            JSONText.object([
                ("tenant", .string(move.slug)), ("from", .integer(Int64(started.source))),
                ("to", .integer(Int64(started.target))), ("rows", .integer(started.rows)),
            ])
        )
        return .success
    }

    static let moveStatus = Command(
        "admin tenant move status",
        arguments: ["SLUG"],
        options: [.json],
        "show how far a move is, and the next command",
        example: "parlay admin tenant move status demo",
        isOfTenant: false
    ) { call in
        let status = try call.move().status()
        func text(_ value: Int64?, _ unit: String) -> String { value.map { "\($0) \(unit)" } ?? "unknown" }
        let closed = status.interrupted.map { ", closed since its \($0) was interrupted" } ?? ""
        call.show(
            JSONText.object([
                ("phase", .string(status.phase.rawValue)), ("from", .integer(Int64(status.source))),
                ("to", .integer(Int64(status.target))), ("lives_in", .integer(Int64(status.livesIn))),
                ("interrupted", JSONText.optional(status.interrupted)),
                ("rows", .integer(status.rows)), ("lag_bytes", JSONText.optional(status.lagBytes)),
                ("lag_ms", JSONText.optional(status.lagMilliseconds)),
                ("held_bytes", JSONText.optional(status.heldBytes)),
                ("verified_seconds", JSONText.optional(status.verifiedSeconds)),
                ("next", .string(status.next)),
            ]),
            [
                ("phase", status.phase.rawValue), ("from cell", String(status.source)),
                ("to cell", String(status.target)), ("lives in", "cell \(status.livesIn)\(closed)"),
                ("rows", String(status.rows)), ("lag", text(status.lagBytes, "bytes")),
                ("delay", status.lagMilliseconds.map { "\($0) ms" } ?? "more than a second"),
                ("WAL held", text(status.heldBytes, "bytes")),
                ("verified", status.verifiedSeconds.map { "\($0) s ago" } ?? "never"), ("next", status.next),
            ]
        )
        return .success
    }

    static let moveVerify = Command(
        "admin tenant move verify",
        arguments: ["SLUG"],
        options: [.json],
        "compare the rows in both cells",
        details: "Compares digests while the tenant is in use. Rows that change meanwhile are read again.",
        example: "parlay admin tenant move verify demo",
        isOfTenant: false
    ) { call in
        let move = try call.move()
        let progress = Progress(call.terminal, "comparing \(move.slug)")
        let found = try move.verify(progress: progress.report)
        guard found.differences.isEmpty else {
            throw CommandFailure(
                "\(move.slug): rows differ: \(found.differences.joined(separator: ", ")). Cancel the move and start it again."
            )
        }
        let hint = try move.hint()
        call.report(
            "\(move.slug): \(found.rows) rows are the same.\(hint)",
            JSONText.object([("tenant", .string(move.slug)), ("rows", .integer(found.rows))])
        )
        return .success
    }

    private static let switchOptions: [Option] = [
        .value("--max-gap", "DURATION", "how long calls may wait, such as 500ms; by default 1s"),
        .value("--max-age", "MINUTES", "how old the last verify may be; by default 60"), .json,
    ]

    static let moveSwitch = Command(
        "admin tenant move switch",
        arguments: ["SLUG"],
        options: switchOptions,
        "let a tenant live in the other cell",
        details: """
            Its calls wait while the last changes arrive, and no call is refused. If that takes longer than --max-gap, the \
            tenant stays where it is. It is refused while a front, or every worker, is not connected to the other cell: \
            `parlay doctor` with its settings says why. Afterwards the old cell follows, so that `reverse` can go back. Next: \
            `parlay admin tenant move complete SLUG`, when you are sure.
            """,
        example: "parlay admin tenant move switch demo --max-gap 1s",
        isOfTenant: false
    ) { call in
        let move = try call.move()
        let gap = try call.duration("--max-gap", default: .seconds(1))
        let age = Duration.seconds(60 * (try call.count("--max-age", default: 60, 1...100_000)))
        return try call.report(move, try move.switch(within: gap, verifiedWithin: age))
    }

    static let moveReverse = Command(
        "admin tenant move reverse",
        arguments: ["SLUG"],
        options: switchOptions,
        "let a tenant that has switched go back",
        details: "The same as a switch, backwards, with everything written since then.",
        example: "parlay admin tenant move reverse demo",
        isOfTenant: false
    ) { call in
        let move = try call.move()
        let gap = try call.duration("--max-gap", default: .seconds(1))
        let age = Duration.seconds(60 * (try call.count("--max-age", default: 60, 1...100_000)))
        return try call.report(
            move,
            try move.reverse(within: gap, verifiedWithin: age),
            otherwise: ", or `parlay admin tenant move cancel \(move.slug)` to end the move"
        )
    }

    static let moveComplete = Command(
        "admin tenant move complete",
        arguments: ["SLUG"],
        options: [.confirm, .yes, .json],
        "delete what the old cell still has",
        details:
            "After this, only another move leads back. If the command was interrupted, run it again to continue.",
        example: "parlay admin tenant move complete demo",
        isOfTenant: false
    ) { call in
        let move = try call.move()
        try call.confirm(typing: move.slug, "This deletes the rows of \(move.slug) in the old cell.")
        let progress = Progress(call.terminal, "deleting")
        let rows = try move.complete(progress: progress.report)
        call.report(
            "\(move.slug): the move is complete; \(rows) rows were deleted in the old cell",
            JSONText.object([("tenant", .string(move.slug)), ("deleted", .integer(rows))])
        )
        return .success
    }

    static let moveCancel = Command(
        "admin tenant move cancel",
        arguments: ["SLUG"],
        options: [.yes, .json],
        "end a move before its switch",
        details: "The tenant stays where it is, and its copy in the other cell is deleted.",
        example: "parlay admin tenant move cancel demo",
        isOfTenant: false
    ) { call in
        let move = try call.move()
        try call.confirm("End the move of \(move.slug)?")
        let progress = Progress(call.terminal, "deleting")
        let rows = try move.cancel(progress: progress.report)
        call.report(
            "\(move.slug): the move is cancelled; \(rows) copied rows were deleted",
            JSONText.object([("tenant", .string(move.slug)), ("deleted", .integer(rows))])
        )
        return .success
    }
}

extension Invocation {
    fileprivate func urlFile() throws -> String {
        let path = try required("--url-file")
        do {
            return String(try TextFile.read(path).prefix { $0 != "\n" && $0 != "\r" })
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }

    /// - Parameter cell: 0 if the move has begun.
    fileprivate func move(to cell: Int = 0) throws -> TenantMove {
        try TenantMove(try argument("SLUG"), to: cell == 0 ? nil : cell, cells: superusers())
    }

    fileprivate func superusers() throws -> [Int: ConnectionSettings] {
        try CellList(configuration).settings(for: nil)
    }

    fileprivate func duration(_ option: String, default fallback: Duration) throws -> Duration {
        guard let text = value(option) else { return fallback }
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int64(digits), number > 0, number <= 60_000 else {
            throw UsageError("\(option) must be a duration such as 500ms or 1s, not \"\(text)\"")
        }
        switch text.dropFirst(digits.count) {
        case "ms": return .milliseconds(number)
        case "s" where number <= 60: return .seconds(number)
        default: throw UsageError("\(option) must be a duration such as 500ms or 1s, not \"\(text)\"")
        }
    }

    /// The number of the cell that `--to` names.
    fileprivate func goal() throws -> Int {
        _ = try required("--to")
        return try count("--to", default: 0, 1...1000)
    }

    fileprivate func report(
        _ move: TenantMove,
        _ switched: TenantMove.Switched,
        otherwise: String = ""
    ) throws -> ExitCode {
        let milliseconds = switched.gap.milliseconds
        let hint = try move.hint()
        report(
            "\(move.slug) lives in cell \(switched.to) now; calls waited up to \(milliseconds) ms."
                + "\(hint)\(otherwise)",
            JSONText.object([
                ("tenant", .string(move.slug)), ("from", .integer(Int64(switched.from))),
                ("to", .integer(Int64(switched.to))), ("gap_ms", .integer(Int64(milliseconds))),
            ])
        )
        return .success
    }
}

extension TenantMove {
    /// The next step, as `status` says it.
    fileprivate func hint() throws -> String { try nextCommand().map { " Next: `\($0)`" } ?? "" }
}
