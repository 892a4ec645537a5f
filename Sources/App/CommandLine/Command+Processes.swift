internal import Console
internal import Imaging

extension Command {
    static let serve = Command(
        "serve",
        "run the front, which answers HTTP requests",
        details:
            "Any number of fronts can share a database, and those on one machine can share a port. SIGTERM lets"
            + " running requests finish.",
        example: "parlay serve --port 8080",
        settingsOf: [.serve],
        isStrict: true
    ) { call in
        try await Front.run(call.configuration)
    }

    static let work = Command(
        "work",
        "run the worker, which runs jobs and schedules",
        details:
            "Any number of workers can share the jobs and schedules of a database. SIGTERM lets running jobs finish.",
        example: "parlay work --worker-addr 127.0.0.1:8081",
        settingsOf: [.work],
        isStrict: true
    ) { call in
        try await WorkProcess.run(call.configuration)
    }

    static let up = Command(
        "up",
        options: [.flag("--no-demo", "skip the demo tenants")],
        "start everything, with a private database and demo tenants",
        details:
            "Starts its own PostgreSQL in PARLAY_DATA unless DATABASE_URL is set, migrates it, creates the demo tenants,"
            + " and runs a front and a worker. Ctrl-C stops all of it. It has one database: an installation with PARLAY_CELLS"
            + " runs `parlay serve` and `parlay work`.",
        example: "parlay up --port 8080",
        settingsOf: [.serve, .work],
        isStrict: true
    ) { call in
        guard call.configuration[Configuration.cells].isEmpty else {
            throw UsageError(
                "`parlay up` has one database; with PARLAY_CELLS, run `parlay serve` and `parlay work`"
            )
        }
        return try await Up.run(call.configuration, loadsDemo: !call.has("--no-demo"))
    }

    static let photoWorker = Command("photo-worker", "decode one photo; started by `parlay serve`") { _ in
        ImageWorker.run()
        return .success
    }
}
