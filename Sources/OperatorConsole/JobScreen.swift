internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// One job with its attempts and its error. What it carries is hidden until it is asked for.
struct JobScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    private var path: String { "/jobs/\(visit.parameter("tenant"))/\(visit.parameter("id"))" }

    func show() async throws -> Response {
        guard let id = visit.request.parameters.id("id"), let tenant = Int64(visit.parameter("tenant")),
            let job = try await JobAdmin.show(id, of: tenant, visit.database)
        else { throw ConsoleError.notFound }
        let state = JobAdmin.State(rawValue: job.state)
        let slug = tenant == 0 ? nil : try await OperatorTenants.slug(of: tenant, visit.database)
        return visit.page(
            "\(visit.text(.job)) \(job.id)",
            in: .jobs,
            """
            \(PageHead(
                "\(visit.text(.job)) \(job.id)",
                lead: "<code>\(job.kind)</code>",
                back: (visit.text(.jobs), ConsoleVisit.link("/jobs", [("state", job.state)]))
            ))
            \(Facts([
                (visit.text(.state), "\(state.map { visit.text($0.title) } ?? job.state)"),
                (visit.text(.tenant), visit.tenant(slug)),
                (visit.text(.attempt), "\(visit.text(.attemptOf, ["attempt": .number(Int64(job.attempt)), "maximum": .number(Int64(job.maximumAttempts))]))"),
                (visit.utc(state == .dead ? .died : .due), visit.time(Timestamp(milliseconds: job.at))),
            ]))
            \(error(job))
            \(payload(job))
            \(buttons(job, state))
            \(visit.command(Shell.line("jobs show", ["\(job.id)"])))
            """
        )
    }

    private func error(_ job: JobAdmin.Entry) -> HTML {
        guard let error = job.lastError else { return .none }
        let stack: HTML = optional(job.stack) { "<p><code>\($0)</code></p>" }
        return Card(visit.text(.lastError), "<p>\(error)</p>\(stack)").html
    }

    private func payload(_ job: JobAdmin.Entry) -> HTML {
        guard visit.query("payload") != nil else {
            return Button(visit.text(.showPayload), .quiet, icon: .lock, .link("\(path)?payload=1")).html
        }
        return Card(visit.text(.payload), "<p><code>\(job.payload ?? "")</code></p>").html
    }

    private func buttons(_ job: JobAdmin.Entry, _ state: JobAdmin.State?) -> HTML {
        var forms: [HTML] = []
        if state == .dead {
            let button = Button(visit.text(.retry), .primary, icon: .swap).html
            let line = visit.command(Shell.line("jobs retry", ["\(job.id)"]))
            forms.append(visit.move("retry", to: path, button) + line)
        }
        if state != .running {
            let button = Button(visit.text(.discard), .danger, icon: .cross).html
            let line = visit.command(Shell.line("jobs discard", ["\(job.id)"]))
            forms.append(visit.move("discard", to: path, confirm: visit.text(.discardSure), button) + line)
        }
        return each(forms) { "<section class=\"card\">\($0)</section>" }
    }

    func change() async throws -> Response {
        guard let id = visit.request.parameters.id("id"), let tenant = Int64(visit.parameter("tenant")),
            try await JobAdmin.show(id, of: tenant, visit.database) != nil
        else { throw ConsoleError.notFound }
        switch visit.typed("_action") {
        case "retry":
            let done = try await OperatorJobs.retry([id], of: [tenant], visit.database)
            return visit.redirect(to: "/jobs?done=retried&count=\(done.count)")
        case "discard":
            let done = try await OperatorJobs.discard([id], of: [tenant], visit.database)
            return visit.redirect(to: "/jobs?done=discarded&count=\(done.count)")
        default: throw ConsoleError.badForm
        }
    }
}
