package import Database

/// Every statement of this target; a test prepares each against the migrated schema.
package enum JobStatements {
    package static let all =
        JobQueue.statements + JobStore.statements + WorkerStore.statements + ScheduleStore.statements
        + PruneJobsJob.statements + JobMetrics.statements + JobAdmin.statements + JobAdmin.pageStatements
        + ScheduleEntry.statements + PausedKind.statements
}
