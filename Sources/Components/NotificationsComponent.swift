internal import Jobs
internal import Notifications
internal import Pages
internal import Tenancy
internal import Transfer

extension Component {
    /// Notices, the mail about them, codes and links in mail.
    static let notifications = Component(
        routes: { _ in NoticeRoutes().routes + MailRoutes().routes },
        app: .notifications,
        pruning: [NoticeStore.pruning, MailStore.pruning, SecurityNotice.pruning],
        jobs: { registry, services in
            var mail = services.mail
            mail.notices = services.components.app.notices
            let mails = SendMailJob.Service(mail, services.database)
            registry.register(SendMailJob.self, service: mails)
            registry.register(SendAccountMailJob.self, service: mails)
            registry.register(SendSecurityMailJob.self, service: mails)
        },
        statements: NoticeStore.statements + NoticeRelay.statements + MailStore.statements
            + MailedCodeStore.statements + SecurityNotice.statements,
        transfer: TransferRules(
            leftOut: [
                .init("password_resets", "codes in mails of the old installation"),
                .init("email_verifications", "codes in mails of the old installation"),
                .init("outgoing_mails", "mail is sent by the installation that wrote it"),
                .init("stored_mails", "mail stays with the installation that wrote it"),
                .init("notice_outbox", "mail and webhooks of the old installation"),
                .init("security_notices", "links in mails of the old installation"),
            ]
        ),
        reference: .notifications
    )
}
