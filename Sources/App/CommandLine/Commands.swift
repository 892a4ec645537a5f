extension Program {
    /// Every subcommand, in the order of `--help`.
    static let commands: [Command] = [
        .up, .serve, .work, .migrate, .migrateStatus, .config, .plainDoctor, .photoWorker,
        .tenantCreate, .tenantList, .tenantShow, .tenantSet, .tenantSuspend, .tenantResume,
        .accountList, .accountShow, .accountCreate, .accountPromote, .accountSuspend,
        .jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun, .meetupsExpire, .doctor,
    ]
}
