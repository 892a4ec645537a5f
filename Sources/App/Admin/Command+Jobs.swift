internal import Administration
internal import Components
internal import Console
internal import Database
internal import Jobs
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let jobsList = Command(
        "admin jobs list",
        options: [
            .value("--tenant", "SLUG", "only jobs of this tenant"),
            .value("--state", "STATE", "only jobs in this state: available, running or dead"),
            .value("--kind", "KIND", "only jobs of this kind"),
        ] + Option.paging + [.json],
        "list waiting, running and dead jobs",
        details:
            "Newest first. Finished jobs are not listed, because they are deleted. Where there are several cells, the jobs of cell 1"
            + " are listed, and with --tenant those of the tenant's cell.",
        example: "parlay admin jobs list --tenant demo --state dead"
    ) { call in
        let state = call.value("--state")
        if let state, !["available", "running", "dead"].contains(state) {
            throw UsageError("--state must be available, running or dead, not \"\(state)\"")
        }
        let page = try call.page()
        let slugs = try call.slugs()
        let tenant = try call.value("--tenant").map { try call.tenants().tenant($0).id.rawValue }
        let kind = call.value("--kind")
        let jobs = try await AdminSession.run(call.configuration) { database in
            try await JobAdmin.list(
                tenant: tenant,
                kind: kind,
                state: state,
                before: page.cursor,
                limit: page.fetchLimit,
                database
            )
        }
        call.show(
            jobs,
            page,
            empty: "No jobs found.",
            headings: ["ID", "TENANT", "KIND", "STATE", "ATTEMPT", "DUE (UTC)", "LAST ERROR"],
            id: \.id,
            json: { JSONText.job($0, slugs) },
            cells: { job in
                [
                    String(job.id), slugs[job.tenantID] ?? "-", job.kind, job.state,
                    "\(job.attempt)/\(job.maximumAttempts)", Timestamp(milliseconds: job.at).short,
                    job.lastError ?? "",
                ]
            }
        )
        return .success
    }

    static let jobsShow = Command(
        "admin jobs show",
        arguments: ["ID"],
        options: [.json],
        "show a job with its payload and error",
        example: "parlay admin jobs show 4711"
    ) { call in
        let id = try call.identifier("ID")
        guard let job = try await AdminSession.run(call.configuration, { try await JobAdmin.show(id, $0) })
        else {
            throw CommandFailure("there is no job \(id); finished jobs are deleted")
        }
        let slugs = try call.slugs()
        call.show(
            JSONText.job(job, slugs),
            [
                ("id", String(job.id)), ("tenant", slugs[job.tenantID] ?? ""), ("kind", job.kind),
                ("state", job.state), ("attempt", "\(job.attempt) of \(job.maximumAttempts)"),
                (job.state == "dead" ? "died" : "due", Timestamp(milliseconds: job.at).description),
                ("payload", job.payload ?? ""), ("last error", job.lastError ?? ""),
            ] + (job.stack.map { [("stack", $0)] } ?? [])
        )
        return .success
    }

    static let jobsRetry = Command(
        "admin jobs retry",
        arguments: ["ID…"],
        // A retry loses nothing, so it needs no confirmation; scripts can pass `--yes` to every command of the group.
        options: [Option.yes.hidden, .json],
        "retry dead jobs",
        details: "They are queued again with a fresh set of attempts.",
        example: "parlay admin jobs retry 4711 4712"
    ) { call in
        let ids = try call.identifiers("ID")
        let done = try await AdminSession.run(call.configuration) { try await OperatorJobs.retry(ids, $0) }
        return call.report("retried", done, of: ids, otherwise: "not dead jobs")
    }

    static let jobsDiscard = Command(
        "admin jobs discard",
        arguments: ["ID…"],
        options: [.yes, .json],
        "delete dead or waiting jobs",
        details: "Running jobs are not affected.",
        example: "parlay admin jobs discard 4711"
    ) { call in
        let ids = try call.identifiers("ID")
        try call.confirm(ids.count == 1 ? "Delete job \(ids[0])?" : "Delete \(ids.count) jobs?")
        let done = try await AdminSession.run(call.configuration) { try await OperatorJobs.discard(ids, $0) }
        return call.report("deleted", done, of: ids, otherwise: "not dead or waiting jobs")
    }

    static let jobsRun = Command(
        "admin jobs run",
        arguments: ["KIND"],
        options: [.json],
        "run a scheduled job now",
        details: "Queues the job for a worker. Its schedule does not change.",
        example: "parlay admin jobs run prune"
    ) { call in
        let kind = try call.argument("KIND")
        guard
            let id = try await AdminSession.run(
                call.configuration,
                { try await OperatorJobs.run(kind: kind, $0) }
            )
        else {
            let known = try call.installation.components.schedules().map(\.kind).sorted()
            if known.contains(kind) {
                throw CommandFailure("the database does not know the schedules yet; start `parlay work` once")
            }
            let guess = Suggestion.closest(to: kind, in: known).map { " Did you mean \($0)?" } ?? ""
            throw CommandFailure(
                "there is no scheduled job \"\(kind)\".\(guess) There are: \(known.joined(separator: ", "))"
            )
        }
        call.report("enqueued \(kind)", JSONText.object([("id", .integer(id)), ("kind", .string(kind))]))
        return .success
    }
}

extension Invocation {
    /// The slugs of tenants by their ids. Jobs of the whole installation have the tenant 0.
    fileprivate func slugs() throws -> [Int64: String] {
        let tenants = try owner().query(Self.tenants()).all
        return Dictionary(tenants.map { ($0.id, $0.slug) }) { first, _ in first }
    }

    private static let tenants = RowStatement<TenantSlug>(
        "select",
        TenantSlug.columns,
        "from parlay.tenants"
    )
    static let statements = [tenants.statement]

    private struct TenantSlug: ColumnGroup {
        static let columns: SQLFragment = ["id", "slug"]
        let id: Int64
        let slug: String

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            id = try columns.integer()
            slug = try columns.text()
        }
    }

    /// Prints the jobs that were changed to standard output, and the others to standard error.
    fileprivate func report(_ verb: String, _ done: [Int64], of ids: [Int64], otherwise: String) -> ExitCode {
        let left = ids.filter { !done.contains($0) }
        if isJSON {
            let value = JSONText.object([
                (verb, .array(done.sorted().map { .integer($0) })),
                ("unknown", .array(left.map { .integer($0) })),
            ])
            terminal.print(JSONText.text(value))
        } else if !done.isEmpty {
            terminal.print("\(verb) \(done.count == 1 ? "job \(done[0])" : "\(done.count) jobs")")
        }
        guard !left.isEmpty else { return .success }
        let list = left.map(String.init).joined(separator: ", ")
        terminal.printError("parlay: \(otherwise): \(list); `parlay admin jobs list` lists the jobs")
        return .failure
    }
}

extension JSONText {
    fileprivate static func job(_ job: JobAdmin.Entry, _ slugs: [Int64: String]) -> JSONValue {
        let payload = job.payload.flatMap { try? JSONParser.parse(Array($0.utf8)) }
        return object([
            ("id", .integer(job.id)), ("tenant_id", .integer(job.tenantID)),
            ("tenant", optional(slugs[job.tenantID])), ("kind", .string(job.kind)),
            ("state", .string(job.state)), ("attempt", .integer(Int64(job.attempt))),
            ("maximum_attempts", .integer(Int64(job.maximumAttempts))),
            ("at", .string(Timestamp(milliseconds: job.at).description)), ("payload", payload ?? .null),
            ("last_error", optional(job.lastError)), ("stack", optional(job.stack)),
        ])
    }
}
