internal import Components
internal import Console
internal import ParlayAPI

extension Program {
    /// Commands of one topic, as `--help` groups them; the example of the first is shown.
    static let topics = Features.components.filter { !$0.commands.isEmpty }
        .reduce(into: ownTopics) { topics, component in
            let title = component.module?.title ?? ""
            if topics[topics.count - 1].title == title {
                topics[topics.count - 1].commands += component.commands
            } else {
                topics.append((title, component.commands))
            }
        }

    typealias Topic = (title: String, commands: [Command])

    private static let ownTopics: [Topic] = [
        ("Run", [.up, .serve, .work, .console]),
        ("Set up and check", [.migrate, .migrateStatus, .config, .doctor]),
        (
            "Tenants",
            [
                .tenantCreate, .tenantList, .tenantShow, .tenantSet, .tenantSuspend, .tenantResume,
                .tenantDelete, .tenantExport, .tenantImport, .demoLoad,
            ]
        ),
        (
            "Cells: several databases",
            [
                .cellAdd, .cellList, .cellDrain, .moveStart, .moveStatus, .moveVerify, .moveSwitch,
                .moveReverse, .moveComplete,
                .moveCancel,
            ]
        ),
        (
            "Accounts and their tokens",
            [
                .accountCreate, .accountList, .accountShow, .accountPromote, .accountSuspend, .accountResume,
                .accountResetPassword, .accountErase, .tokenList, .tokenRevoke,
            ]
        ),
        ("API keys of servers", [.keyCreate, .keyList, .keyRevoke]),
        (
            "A tenant's audit log, invites, reports and webhooks",
            [
                .auditList, .inviteCreate, .inviteList, .inviteRevoke, .reportList, .reportShow,
                .reportResolve, .reportReopen, .webhookAdd, .webhookList, .webhookSet, .webhookRotate,
                .webhookTest, .webhookDeliveries, .webhookDelete,
            ]
        ),
        ("Jobs", [.jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun, .jobsPause, .jobsResume]),
        ("Stored mail", [.mailList, .mailShow]),
        ("This program", [.completion, .man]),
    ]

    /// Started by this program itself.
    static let internalCommands: [Command] = [.photoWorker]

    static let commands = topics.flatMap(\.commands) + internalCommands
}
