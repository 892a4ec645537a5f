package import Database

/// Rows of all tenants that no one needs after some days. The job `prune` deletes them.
package struct PruneStep: Sendable {
    /// Deletes the rows from before `$1`.
    package let statement: Statement
    package let days: Int64
    /// The statement deletes some of them, and is repeated until it finds none.
    package let inBatches: Bool

    package init(_ statement: Statement, days: Int64, inBatches: Bool = false) {
        self.statement = statement
        self.days = days
        self.inBatches = inBatches
    }
}
