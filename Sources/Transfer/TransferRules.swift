package import Database

/// What of a tenant does not go along when it moves to another installation, or goes along changed. All other columns of all
/// tables with a `tenant_id` are written as they are: a new table needs no rule.
package struct TransferRules: Sendable {
    /// Tables without which the tenant arrives.
    package var leftOut: [LeftOut]
    package var columns: [ChangedColumn]
    /// Rows that all tenants of an installation share and that the tenant's rows name.
    package var shared: [SharedRows]
    /// Statements that end an import: `$1` is the new tenant's id.
    package var arrivals: [Statement]
    /// What must hold of the new tenant `$1` before the import is committed.
    package var verifications: [Verification]

    package init(
        leftOut: [LeftOut] = [],
        columns: [ChangedColumn] = [],
        shared: [SharedRows] = [],
        arrivals: [Statement] = [],
        verifications: [Verification] = []
    ) {
        self.leftOut = leftOut
        self.columns = columns
        self.shared = shared
        self.arrivals = arrivals
        self.verifications = verifications
    }

    package struct LeftOut: Sendable {
        package let table: String
        package let reason: String

        package init(_ table: String, _ reason: String) {
            self.table = table
            self.reason = reason
        }
    }

    /// A column whose value is written or read by an expression.
    package struct ChangedColumn: Sendable {
        package let table: String
        package let column: String
        /// Of the row `t`; a value that has a JSON form.
        package let leaving: StaticString
        /// Of `{value}`, the JSON value in the file; `nil` to take it as it is.
        package let arriving: StaticString?
        package let reason: String

        package init(
            _ table: String,
            _ column: String,
            leaving: StaticString,
            arriving: StaticString? = nil,
            _ reason: String
        ) {
            self.table = table
            self.column = column
            self.leaving = leaving
            self.arriving = arriving
            self.reason = reason
        }
    }

    package struct SharedRows: Sendable {
        /// Its name in the file.
        package let table: String
        /// The table that names them. If two of its rows become one, because the rows they name are one here, the first
        /// is kept.
        package let user: String
        package let columns: [String]
        /// The rows that tenant `$1` names, each as a JSON array in one text.
        package let leaving: Statement
        /// Creates those of the JSON array `$1` of rows that are missing; returns how many.
        package let arriving: RowStatement<Int64>

        package init(
            _ table: String,
            of user: String,
            columns: [String],
            leaving: Statement,
            arriving: RowStatement<Int64>
        ) {
            self.table = table
            self.user = user
            self.columns = columns
            self.leaving = leaving
            self.arriving = arriving
        }
    }

    /// A condition of the rows of a table.
    package struct Verification: Sendable {
        package let table: String
        /// The tenant is `$1`, and `$2` the most rows; each is a sentence without its full stop that says what is wrong.
        package let differences: RowStatement<String>
        /// What to do about it: a sentence.
        package let advice: String

        package init(_ table: String, _ differences: RowStatement<String>, advice: String) {
            self.table = table
            self.differences = differences
            self.advice = advice
        }
    }

    package static func + (left: TransferRules, right: TransferRules) -> TransferRules {
        TransferRules(
            leftOut: left.leftOut + right.leftOut,
            columns: left.columns + right.columns,
            shared: left.shared + right.shared,
            arrivals: left.arrivals + right.arrivals,
            verifications: left.verifications + right.verifications
        )
    }

    /// What a test prepares against the migrated schema.
    package var statements: [Statement] {
        arrivals + shared.flatMap { [$0.leaving, $0.arriving.statement] }
            + verifications.map(\.differences.statement)
    }
}
