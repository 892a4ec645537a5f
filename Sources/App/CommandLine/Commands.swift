extension Program {
    /// Commands of one topic, as `--help` groups them; the example of the first is shown.
    static let topics: [(title: String, commands: [Command])] = [
        ("Run", [.up, .serve, .work]),
        ("Set up and check", [.migrate, .migrateStatus, .config, .doctor]),
        (
            "Tenants",
            [
                .tenantCreate, .tenantList, .tenantShow, .tenantSet, .tenantSuspend, .tenantResume,
                .demoLoad,
            ]
        ),
        (
            "Accounts and their tokens",
            [
                .accountCreate, .accountList, .accountShow, .accountPromote, .accountSuspend, .accountResume,
                .accountResetPassword, .accountErase, .tokenList, .tokenRevoke,
            ]
        ),
        ("Jobs", [.jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun]),
        ("Stored mail", [.mailList, .mailShow]),
        ("Wagers", [.wagersList, .wagersShow, .wagersVoid, .paymentsRemind]),
        ("Meetups", [.meetupsExpire]),
    ]

    /// Started by this program itself.
    static let internalCommands: [Command] = [.photoWorker]

    static let commands = topics.flatMap(\.commands) + internalCommands
}
