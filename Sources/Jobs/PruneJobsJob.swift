package import Database

/// Deletes data that this target's tables no longer need: dead letters after 30 days, ticks after 7. Finished jobs
/// were already deleted at completion. Safe to run twice: it deletes by age.
package struct PruneJobsJob: Job {
    package static let kind = "jobs.prune"

    package init() {}

    package func run(in context: JobContext<DatabasePool>) async throws {
        // In batches, so that no statement holds many locks or reaches its time limit.
        while try await context.service.write([Self.deadLetters()])[0].affectedRows == 5000 {}
        while try await context.service.write([Self.ticks()])[0].affectedRows == 5000 {}
    }

    private static let deadLetters = Statement(
        """
        delete from dead_letters
         using (select tenant_id, id from dead_letters where died_at < now() - interval '30 days'
                 order by died_at limit 5000) as old
         where dead_letters.tenant_id = old.tenant_id and dead_letters.id = old.id
        """
    )
    private static let ticks = Statement(
        """
        delete from schedule_ticks
         using (select schedule, tick_at from schedule_ticks where created_at < now() - interval '7 days'
                 order by created_at limit 5000) as old
         where schedule_ticks.schedule = old.schedule and schedule_ticks.tick_at = old.tick_at
        """
    )
    static let statements = [deadLetters, ticks]
}
