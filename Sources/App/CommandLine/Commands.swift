extension Program {
    /// Every subcommand, in the order of `--help`.
    static let commands: [Command] = [
        .serve, .migrate, .migrateStatus, .config,
    ]
}
