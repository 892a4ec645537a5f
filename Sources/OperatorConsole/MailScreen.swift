internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The mail that was sent, or stored because there is no mail server, and the jobs that send it.
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
                caption: visit.text(.mail),
                hidesCaption: true,
                columns: [
                    .init(visit.text(.subject)), .init(visit.text(.state)), .init(visit.text(.tenant)),
                    .init(visit.text(.recipient)), .init(visit.utc(.when)),
                ],
                rows: shown.map { mail in
                    Table.Row([
                        "<a href=\"/mail/\(mail.tenant)/\(mail.id)\">\(mail.subject)</a>", "\(state(mail))",
                        visit.tenant(mail.tenant), "\(mail.recipient)", visit.time(microseconds: mail.at),
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
        let words = try await words(of: mail)
        return visit.page(
            mail.subject,
            in: .mail,
            """
            \(PageHead(mail.subject, back: (visit.text(.mail), "/mail")))
            \(Facts([
                (visit.text(.tenant), visit.tenant(mail.tenant)), (visit.text(.recipient), "\(mail.recipient)"),
                (visit.text(.kind), "\(mail.kind ?? "–")"), (visit.text(.state), "\(state(mail))"),
                (visit.utc(.when), visit.time(microseconds: mail.at)),
            ]))
            \(words)
            \(visit.command(Shell.line("mail show", ["\(id)"])))
            """
        )
    }
    private func state(_ mail: OperatorMail) -> Badge {
        mail.isSent ? Badge(visit.text(.sent), .good) : Badge(visit.text(.stored), .neutral)
    }

    /// The text where somebody asked for it, else the way to it.
    private func words(of mail: OperatorMail) async throws -> HTML {
        guard !mail.isSent else { return "<p class=\"soft\">\(visit.text(.sentText))</p>" }
        guard visit.query("words") == nil else {
            let text = try await OperatorMail.text(mail.id, of: mail.tenant, visit.database)
            return Card(visit.text(.words), "<p class=\"bio\">\(text ?? "")</p>").html
        }
        return Button(
            visit.text(.showWords),
            .quiet,
            icon: .lock,
            .link("/mail/\(RequestTarget.encode(mail.tenant))/\(mail.id)?words=1")
        )
        .html
    }
}
