internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Observability
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The jobs in one state, by tenant and kind, and what can be done with all dead ones of a filter.
struct JobsScreen {
    /// At most this many are changed by one form.
    private static let changeLimit = 10_000
    private static let batch = 200

    private let visit: ConsoleVisit
    private let filter: JobAdmin.Filter

    init(_ visit: ConsoleVisit) {
        self.visit = visit
        filter = JobAdmin.Filter(
            visit.query("state").flatMap { JobAdmin.State(rawValue: $0) } ?? .dead,
            tenant: visit.query("tenant"),
            kind: visit.query("kind")
        )
    }

    private var filters: [(String, String?)] { [("tenant", filter.tenant), ("kind", filter.kind)] }

    // MARK: The list

    func show() async throws -> Response {
        let (rows, counts) = try await JobAdmin.page(
            filter,
            after: position,
            limit: ConsoleVisit.pageLength + 1,
            visit.database
        )
        let paused = try await PausedKind.all(visit.database)
        let (shown, next) = ConsoleVisit.page(of: rows) { cursor($0.position) }
        let state: [(String, String?)] = [("state", filter.state.rawValue)]
        return visit.page(
            visit.text(.jobs),
            in: .jobs,
            every: 15,
            """
            \(PageHead(visit.text(.jobs), lead: "\(visit.text(.jobsText))"))
            \(visit.flash([
                "retried": .jobsRetried, "discarded": .jobsDiscarded, "paused": .kindPaused, "resumed": .kindResumed,
            ]))
            \(PausedKinds(visit).card(paused))
            \(tabs(counts))
            \(search)
            \(actions(counts, paused))
            \(table(shown))
            \(visit.pager("/jobs", state + filters, next: next))
            \(visit.command(Shell.line("jobs list", [], options)))
            """
        )
    }

    private var options: [(String, String?)] {
        [("--state", filter.state.rawValue), ("--tenant", filter.tenant), ("--kind", filter.kind)]
    }

    /// `tenant.kind.at.id`; a kind has dots itself.
    private var position: JobAdmin.Position? {
        let parts = (visit.query("cursor") ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, let tenant = Int64(parts[0]), let at = Int64(parts[2]),
            let id = Int64(parts[3])
        else { return nil }
        return JobAdmin.Position(tenant: tenant, kind: String(parts[1]), at: at, id: id)
    }

    private func cursor(_ position: JobAdmin.Position) -> String {
        "\(position.tenant)/\(position.kind)/\(position.at)/\(position.id)"
    }

    private func tabs(_ counts: JobAdmin.Counts) -> Tabs {
        Tabs(
            JobAdmin.State.allCases.map { state in
                Tabs.Tab(
                    visit.text(state.title),
                    href: ConsoleVisit.link("/jobs", [("state", state.rawValue)] + filters),
                    isCurrent: state == filter.state,
                    count: visit.count(counts[state])
                )
            },
            label: visit.text(.state)
        )
    }

    private var search: HTML {
        visit.search(
            "/jobs",
            """
            <input type="hidden" name="state" value="\(filter.state.rawValue)">\
            \(Field("tenant", visit.text(.tenant), value: filter.tenant ?? "", hint: visit.text(.tenantHint)))\
            \(Field("kind", visit.text(.kind), value: filter.kind ?? ""))
            """,
            isFiltered: filter.tenant != nil || filter.kind != nil
        )
    }

    private func actions(_ counts: JobAdmin.Counts, _ paused: [PausedKind]) -> HTML {
        var buttons: [HTML] = []
        if let kind = filter.kind, !paused.contains(where: { $0.kind == kind }) {
            buttons.append(PausedKinds(visit).pauseButton(kind))
        }
        guard filter.state == .dead, counts[.dead] > 0 else { return ButtonRow(markup: buttons).html }
        func link(_ action: String) -> String {
            ConsoleVisit.link("/jobs/all", [("action", action)] + filters)
        }
        buttons.append(Button(visit.text(.retryAll), .quiet, icon: .swap, .link(link("retry"))).html)
        buttons.append(Button(visit.text(.discardAll), .plain, icon: .cross, .link(link("discard"))).html)
        return ButtonRow(markup: buttons).html
    }

    private func table(_ jobs: [JobAdmin.Listed]) -> Table {
        let at: ConsoleText = filter.state == .dead ? .died : .due
        return Table(
            id: "jobs",
            caption: visit.text(.jobs),
            hidesCaption: true,
            columns: [
                .init(visit.text(.job)), .init(visit.text(.tenant)), .init(visit.text(.kind)),
                .init(visit.text(.attempt)), .init(visit.utc(at)), .init(visit.text(.lastError)),
            ],
            rows: jobs.map { job in
                Table.Row([
                    "<a href=\"/jobs/\(job.tenantID)/\(job.id)\">\(job.id)</a>",
                    visit.tenant(job.tenant),
                    "<a href=\"\(ConsoleVisit.link("/jobs", [("state", filter.state.rawValue), ("tenant", filter.tenant), ("kind", job.kind)]))\">\(job.kind)</a>",
                    "\(job.attempt)/\(job.maximumAttempts)", visit.time(microseconds: job.at),
                    "\(String((job.lastError ?? "").prefix(120)))",
                ])
            },
            narrow: .rows,
            empty: EmptyState(
                .check,
                visit.text(.noJobs),
                visit.text(filter.state == .dead ? .noDeadText : .noJobsText)
            )
        )
    }

    // MARK: Kinds

    func changeKind() async throws -> Response {
        guard let kind = visit.typed("kind"), PausedKinds.isKind(kind) else { throw ConsoleError.badForm }
        let done: String
        switch visit.typed("_action") {
        case "pause":
            _ = try await OperatorJobs.pause(kind, visit.database)
            done = "paused"
        case "resume":
            _ = try await OperatorJobs.resume(kind, visit.database)
            done = "resumed"
        default: throw ConsoleError.badForm
        }
        visit.services.logger.notice("jobs \(done)", [.text("kind", kind)])
        let query: [(String, String?)] = [("state", "available"), ("kind", kind), ("done", done)]
        return visit.redirect(to: ConsoleVisit.link("/jobs", query))
    }

    // MARK: All of a filter

    /// What would happen, before it does.
    func preview() async throws -> Response {
        guard let action = visit.query("action"), ["retry", "discard"].contains(action) else {
            throw ConsoleError.notFound
        }
        let counts = try await JobAdmin.counts(tenant: filter.tenant, kind: filter.kind, visit.database)
        let count = visit.count(counts[.dead])
        let isRetry = action == "retry"
        let list = Shell.line(
            "jobs list",
            [],
            [("--state", "dead")] + options.dropFirst() + [("--limit", "10000")]
        )
        let line = "parlay admin jobs \(action) $(\(list) --json | jq '.items[].id')"
        let fields: HTML = """
            \(hidden("tenant", filter.tenant))\(hidden("kind", filter.kind))\(hidden("until", "\(visit.now.milliseconds)"))\
            \(Button(visit.text(isRetry ? .retryAll : .discardAll), isRetry ? .primary : .danger))
            """
        let main = Confirm(
            visit.text(isRetry ? .retryCount : .discardCount, ["count": .text(count)]),
            visit.text(isRetry ? .retryText : .discardText),
            details: """
                \(Facts([
                    (visit.text(.tenant), "\(filter.tenant ?? visit.text(.all))"),
                    (visit.text(.kind), "\(filter.kind ?? visit.text(.all))"), (visit.text(.dead), "\(count)"),
                ]))\(visit.command(line))
                """,
            action: visit.move(action, to: "/jobs/all", fields),
            cancel: (visit.localizer.text(PageText.cancel), ConsoleVisit.link("/jobs", filters))
        )
        return visit.page(visit.text(.jobs), in: .jobs, main.html)
    }

    private func hidden(_ name: String, _ value: String?) -> HTML {
        optional(value) { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
    }

    /// Those that were dead when the preview was shown, in batches, so that no statement holds many rows for long.
    func changeAll() async throws -> Response {
        guard let action = visit.typed("_action"), ["retry", "discard"].contains(action),
            let until = visit.typed("until").flatMap({ Int64($0) })
        else { throw ConsoleError.badForm }
        let filter = JobAdmin.Filter(.dead, tenant: visit.typed("tenant"), kind: visit.typed("kind"))
        let end = min(until, visit.now.milliseconds)
        var done = 0
        while done < Self.changeLimit {
            let keys = try await JobAdmin.dead(filter, until: end, limit: Self.batch, visit.database)
            guard !keys.isEmpty else { break }
            let (ids, tenants) = (keys.map(\.id), Set(keys.map(\.tenant)))
            let changed =
                action == "retry"
                ? try await OperatorJobs.retry(ids, of: tenants, visit.database)
                : try await OperatorJobs.discard(ids, of: tenants, visit.database)
            done += changed.count
            // Somebody else was faster.
            guard !changed.isEmpty else { break }
        }
        let said = action == "retry" ? "retried" : "discarded"
        let query: [(String, String?)] = [("tenant", filter.tenant), ("kind", filter.kind)]
        return visit.redirect(to: ConsoleVisit.link("/jobs", query + [("done", said), ("count", "\(done)")]))
    }
}
