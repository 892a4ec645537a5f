extension Program {
    /// Every subcommand, in the order of `--help`.
    static let commands: [Command] = [
        .up, .serve, .work, .migrate, .migrateStatus, .config, .plainDoctor, .photoWorker,
        .tenantCreate, .tenantList, .tenantShow, .tenantSet, .tenantSuspend, .tenantResume,
        .accountList, .accountShow, .accountCreate, .accountPromote, .accountSuspend, .accountResetPassword,
        .accountErase, .tokenList, .tokenRevoke,
        .jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun, .mailList, .mailShow, .meetupsExpire,
        .wagersList, .wagersShow, .wagersVoid, .paymentsRemind,
        .demoLoad, .doctor,
    ]
}
