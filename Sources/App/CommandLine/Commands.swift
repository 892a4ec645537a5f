extension Program {
    /// Every subcommand, in the order of `--help`.
    static let commands: [Command] = [
        .up, .serve, .work, .migrate, .migrateStatus, .config, .plainDoctor,
        .tenantCreate, .tenantList, .tenantShow, .tenantSet, .tenantSuspend, .tenantResume,
        .accountList, .accountShow, .accountCreate, .accountPromote, .accountSuspend,
        .accountErase, .tokenList, .tokenRevoke,
        .jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun, .meetupsExpire, .doctor,
    ]
}
