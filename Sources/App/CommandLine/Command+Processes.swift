internal import Imaging
internal import ParlayAPI
internal import Schema

extension Command {
    static let serve = Command("serve", "run the HTTP front", isStrict: true) { call in
        try await Front.run(call.configuration)
    }

    static let work = Command("work", "run the job worker", isStrict: true) { call in
        try await WorkProcess.run(call.configuration)
    }

    static let up = Command(
        "up",
        options: [.flag("--no-demo", "do not load the demo tenants")],
        "run everything: database, migration, demo, front and worker",
        isStrict: true
    ) { call in
        try await Up.run(call.configuration, loadsDemo: !call.has("--no-demo"))
    }

    static let photoWorker = Command(
        "photo-worker",
        "decode one photo; `parlay serve` starts it"
    ) { _ in
        ImageWorker.run()
        return .success
    }

    static let migrate = Command("migrate", "bring the database to this version's schema") { call in
        let migrator = Migrator(settings: try DatabaseLocation(call.configuration).settings(for: nil))
        let applied = try migrator.migrate { progress in
            switch progress {
            case .waiting: call.terminal.complain("waiting for another migration")
            case .running(let migration, let index, let total):
                call.terminal.progress(migration.fileName, index, of: total)
            case .finished(let migration, let index, let total, _):
                call.terminal.progress(migration.fileName, index + 1, of: total)
            }
        }
        for migration in applied { call.terminal.print("applied \(migration.fileName)") }
        if applied.isEmpty { call.terminal.print("the database is up to date") }
        return .success
    }

    static let migrateStatus = Command(
        "migrate status",
        options: [.json],
        "show which migrations the database has"
    ) { call in
        let settings = try DatabaseLocation(call.configuration).settings(for: nil)
        let status = try Migrator(settings: settings).status()
        let changed = Set(status.changed.map(\.fileName))
        let unknown = Set(status.unknown.map(\.fileName))
        var rows: [(file: String, state: String)] = status.applied.map { applied in
            let name = applied.fileName
            if changed.contains(name) { return (name, "changed since it was applied") }
            return (name, unknown.contains(name) ? "not of this version" : "applied")
        }
        rows += status.pending.map { ($0.fileName, "pending") }
        if call.isJSON {
            call.terminal.print(
                JSONText.array(
                    rows.map {
                        JSONText.object([("migration", .string($0.file)), ("state", .string($0.state))])
                    }
                )
            )
        } else {
            var table = TextTable(["MIGRATION", "STATE"])
            for row in rows { table.add([row.file, row.state]) }
            call.terminal.print(table.text)
        }
        return status.isCurrent ? .success : .failure
    }

    static let config = Command(
        "config",
        options: [.json],
        "show the effective settings and where each is from"
    ) {
        call in
        var table = TextTable(["SETTING", "VALUE", "FROM", "MEANING"])
        var values: [JSONValue] = []
        for entry in Configuration.entries {
            let (value, source) = call.configuration.shown(entry)
            let from =
                switch source {
                case .standard: "default"
                case .environment: "environment"
                case .file(let path): "file \(path)"
                case .flag: "flag"
                }
            table.add([entry.variable, value, from, entry.summary])
            values.append(
                JSONText.object([
                    ("setting", .string(entry.variable)), ("value", .string(value)), ("from", .string(from)),
                ])
            )
        }
        call.terminal.print(call.isJSON ? JSONText.array(values) : table.text)
        return .success
    }
}
