extension Program {
    /// Every subcommand, in the order of `--help`.
    static let commands: [Command] = [
        .up, .serve, .work, .migrate, .migrateStatus, .config, .plainDoctor,
        .jobsList, .jobsShow, .jobsRetry, .jobsDiscard, .jobsRun, .doctor,
    ]
}
