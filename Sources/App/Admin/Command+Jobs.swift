internal import Jobs
internal import ParlayAPI

extension Command {
    static let jobsList = Command(
        "admin jobs list",
        options: [
            .value("--state", "STATE", "available, running or dead"),
            .value("--kind", "KIND", "only this kind"),
            .value("--limit", "N", "at most so many, 50 by default"), .json,
        ],
        "list waiting, running and dead jobs, newest first"
    ) { call in
        if let state = call.value("--state"), !["available", "running", "dead"].contains(state) {
            throw UsageError("--state must be available, running or dead")
        }
        let limit = try call.count("--limit", default: 50, 1...10_000)
        let kind = call.value("--kind")
        let state = call.value("--state")
        let jobs = try await AdminSession.run(call.configuration) { database in
            try await JobAdmin.list(kind: kind, state: state, limit: limit, database)
        }
        if call.isJSON {
            call.terminal.print(JSONText.array(jobs.map(JSONText.job)))
            return .success
        }
        var table = TextTable(["ID", "TENANT", "KIND", "STATE", "ATTEMPT", "AT", "LAST ERROR"])
        for job in jobs {
            table.add([
                String(job.id), String(job.tenantID), job.kind, job.state,
                "\(job.attempt)/\(job.maximumAttempts)",
                Timestamp(milliseconds: job.at).description, job.lastError ?? "",
            ])
        }
        call.terminal.print(table.isEmpty ? "There are no such jobs." : table.text)
        return .success
    }

    static let jobsShow = Command("admin jobs show", arguments: ["ID"], options: [.json], "show one job") {
        call in
        let id = try call.identifier("ID")
        guard let job = try await AdminSession.run(call.configuration, { try await JobAdmin.show(id, $0) })
        else {
            throw CommandFailure("there is no job \(id); finished jobs are not kept")
        }
        if call.isJSON {
            call.terminal.print(JSONText.text(JSONText.job(job)))
            return .success
        }
        var table = TextTable(["JOB", String(job.id)])
        table.add(["tenant", String(job.tenantID)])
        table.add(["kind", job.kind])
        table.add(["state", job.state])
        table.add(["attempt", "\(job.attempt) of \(job.maximumAttempts)"])
        table.add(["at", Timestamp(milliseconds: job.at).description])
        table.add(["payload", job.payload ?? ""])
        table.add(["last error", job.lastError ?? ""])
        if let stack = job.stack { table.add(["stack", stack]) }
        call.terminal.print(table.text)
        return .success
    }

    static let jobsRetry = Command(
        "admin jobs retry",
        arguments: ["ID…"],
        options: [.yes],
        "make dead jobs wait again"
    ) { call in
        let ids = try call.identifiers("ID")
        let count = try await AdminSession.run(call.configuration) { try await JobAdmin.retry(ids, $0) }
        call.terminal.print("\(count) of \(ids.count) jobs wait again")
        return count == ids.count ? .success : .failure
    }

    static let jobsDiscard = Command(
        "admin jobs discard",
        arguments: ["ID…"],
        options: [.yes],
        "delete dead or waiting jobs"
    ) { call in
        let ids = try call.identifiers("ID")
        try call.confirm("Delete \(ids.count == 1 ? "job \(ids[0])" : "\(ids.count) jobs") for good?")
        let count = try await AdminSession.run(call.configuration) { try await JobAdmin.discard(ids, $0) }
        call.terminal.print("\(count) of \(ids.count) jobs deleted")
        return count == ids.count ? .success : .failure
    }

    static let jobsRun = Command(
        "admin jobs run",
        arguments: ["KIND"],
        "enqueue a scheduled job now, besides its ticks"
    ) { call in
        let kind = try call.argument("KIND")
        guard try await AdminSession.run(call.configuration, { try await JobAdmin.run(kind: kind, $0) })
        else {
            let known = try Features.schedules().map(\.kind).sorted()
            if known.contains(kind) {
                throw CommandFailure("the database does not know the schedules yet; start `parlay work` once")
            }
            let kinds = known.joined(separator: ", ")
            throw CommandFailure("no schedule has the kind \"\(kind)\"; there are: \(kinds)")
        }
        call.terminal.print("enqueued \(kind)")
        return .success
    }
}

extension Invocation {
    /// A positive number given as an argument.
    func identifier(_ name: String) throws -> Int64 {
        let text = try argument(name)
        guard let id = Int64(text), id > 0 else {
            throw UsageError("\(name) must be a number, not \"\(text)\"")
        }
        return id
    }

    func identifiers(_ name: String) throws -> [Int64] {
        try arguments(name).map { text in
            guard let id = Int64(text), id > 0 else {
                throw UsageError("\(name) must be a number, not \"\(text)\"")
            }
            return id
        }
    }

    func count(_ option: String, default fallback: Int, _ range: ClosedRange<Int>) throws -> Int {
        guard let text = value(option) else { return fallback }
        guard let count = Int(text), range.contains(count) else {
            throw UsageError("\(option) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }
}
