internal import Accounts
internal import Console
internal import Jobs
internal import Notifications
internal import Pages
internal import Tenancy
internal import Transfer

extension Component {
    /// Notices, the mail and the push messages about them, codes and links in mail.
    static let notifications = Component(
        routes: { services in
            NoticeRoutes().routes + MailRoutes().routes
                + PushRoutes(PushService(addresses: services.addresses)).routes
        },
        app: .notifications,
        exports: [ExportPart("push_devices", PushStore.own) { row, _ in row }],
        pruning: [NoticeStore.pruning, MailStore.pruning, SecurityNotice.pruning],
        jobs: { registry, services in
            var mail = services.mail
            mail.notices = services.components.app.notices
            let mails = SendMailJob.Service(mail, services.database)
            registry.register(SendMailJob.self, service: mails)
            registry.register(SendAccountMailJob.self, service: mails)
            registry.register(SendSecurityMailJob.self, service: mails)
            registry.register(
                SendPushJob.self,
                service: PushSender(
                    database: services.database,
                    client: services.webhooks,
                    services: PushServices(services.configuration),
                    mail: mail,
                    notices: mail.notices,
                    logger: services.logger
                )
            )
        },
        statements: NoticeStore.statements + NoticeRelay.statements + MailStore.statements
            + MailedCodeStore.statements + SecurityNotice.statements + PushStore.statements,
        transfer: TransferRules(
            leftOut: [
                .init("password_resets", "codes in mails of the old installation"),
                .init("email_verifications", "codes in mails of the old installation"),
                .init("outgoing_mails", "mail is sent by the installation that wrote it"),
                .init("stored_mails", "mail stays with the installation that wrote it"),
                .init("notice_outbox", "mail and webhooks of the old installation"),
                .init("security_notices", "links in mails of the old installation"),
                .init("push_devices", "devices that are signed in to the old installation"),
            ]
        ),
        reference: .notifications
    )
}

extension PushServices {
    fileprivate init(_ configuration: Configuration) {
        self.init(
            apple: configuration[Configuration.applePush],
            appleSandbox: configuration[Configuration.applePushSandbox],
            firebase: configuration[Configuration.firebase],
            googleTokens: configuration[Configuration.googleTokens]
        )
    }
}
