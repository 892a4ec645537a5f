package import Database

/// A row for each account and day on which it was used, without its name, so that those who are active can be counted later. The day
/// on which an account was created has none.
package enum SignOfUse {
    /// A row for each row of `source`, at a time.
    package static func insert(at time: SQLFragment, from source: SQLFragment) -> SQLFragment {
        .insert(into: "active_days", ["tenant_id": "$1", "at": time], from: source)
    }

    /// Kept for longer than workers should ever be down, because they count what they missed.
    package static let pruning = PruneStep(prune, days: 14, inBatches: true)

    private static let prune = Statement(
        """
        delete from active_days
         where ctid = any (array(select ctid from active_days where at < $1::timestamptz limit 10000))
        """
    )
    package static let statements = [prune]
}
