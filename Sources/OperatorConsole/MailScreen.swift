internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The mail that is stored because there is no mail server, and the jobs that send it where there is one.
struct MailScreen {
    private static let kind = "send_mail"

    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let tenant = visit.query("tenant")
        let jobs = try await JobAdmin.counts(tenant: tenant, kind: Self.kind, visit.database)
        let after = visit.cursor(2).map { (at: $0[0], id: $0[1]) }
        let rows = try await OperatorMail.page(
            tenant: tenant,
            after: after,
            limit: ConsoleVisit.pageLength + 1,
            visit.database
        )
        let (shown, next) = ConsoleVisit.page(of: rows) { "\($0.at).\($0.id)" }
        return visit.page(
            visit.text(.mail),
            in: .mail,
            """
            \(PageHead(visit.text(.mail), lead: "\(visit.text(.mailText))"))
            \(stats(jobs, tenant))
            \(visit.search(
                "/mail",
                Field("tenant", visit.text(.tenant), value: tenant ?? "").html,
                isFiltered: tenant != nil
            ))
            \(Table(
                id: "mails",
                caption: visit.text(.storedMail),
                columns: [
                    .init(visit.text(.subject)), .init(visit.text(.tenant)), .init(visit.text(.recipient)),
                    .init(visit.utc(.when)),
                ],
                rows: shown.map { mail in
                    Table.Row([
                        "<a href=\"/mail/\(mail.tenant)/\(mail.id)\">\(mail.subject)</a>", visit.tenant(mail.tenant),
                        "\(mail.recipient)", visit.time(microseconds: mail.at),
                    ])
                },
                narrow: .rows,
                empty: EmptyState(.mail, visit.text(.noMail), visit.text(.noMailText))
            ))
            \(visit.pager("/mail", [("tenant", tenant)], next: next))
            \(visit.command(Shell.line("mail list", [], [("--tenant", tenant)])))
            """
        )
    }

    private func stats(_ jobs: JobAdmin.Counts, _ tenant: String?) -> StatRow {
        StatRow(
            JobAdmin.State.allCases.map { state in
                let link = ConsoleVisit.link(
                    "/jobs",
                    [("state", state.rawValue), ("tenant", tenant), ("kind", Self.kind)]
                )
                let title = state == .dead ? visit.text(.failedMail) : visit.text(state.title)
                return Stat(title, "<a href=\"\(link)\">\(visit.count(jobs[state]))</a>")
            }
        )
    }

    func showOne() async throws -> Response {
        let tenant = visit.parameter("tenant")
        guard let id = visit.request.parameters.id("id"),
            let mail = try await OperatorMail.show(id, of: tenant, visit.database)
        else { throw ConsoleError.notFound }
        var words: HTML = Button(
            visit.text(.showWords),
            .quiet,
            icon: .lock,
            .link("/mail/\(RequestTarget.encode(tenant))/\(id)?words=1")
        )
        .html
        if visit.query("words") != nil {
            let text = try await OperatorMail.text(id, of: tenant, visit.database)
            words = Card(visit.text(.words), "<p class=\"bio\">\(text ?? "")</p>").html
        }
        return visit.page(
            mail.subject,
            in: .mail,
            """
            \(PageHead(mail.subject, back: (visit.text(.mail), "/mail")))
            \(Facts([
                (visit.text(.tenant), visit.tenant(mail.tenant)), (visit.text(.recipient), "\(mail.recipient)"),
                (visit.utc(.when), visit.time(microseconds: mail.at)),
            ]))
            \(words)
            \(visit.command(Shell.line("mail show", ["\(id)"])))
            """
        )
    }
}
