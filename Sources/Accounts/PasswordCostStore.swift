package import Database
package import Security

/// The highest cost of a password hash that this installation has used (docs/decisions/0166-costs-of-password-hashes.md).
package enum PasswordCostStore {
    private static let allow = RowStatement<PasswordCeiling>(
        "select memory_kib, iterations, parallelism from allow_password_cost($1, $2, $3)"
    )

    package static let statements = [allow.statement]

    /// Raises it to the cost of the present settings, and returns it.
    package static func allow(_ cost: Argon2Cost) -> RowQuery<PasswordCeiling> {
        allow(.integer(cost.memoryKiB), .integer(cost.iterations), .integer(cost.parallelism))
    }
}

/// The highest cost.
package struct PasswordCeiling: RowReadable {
    package let cost: Argon2Cost

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let memory = Int(try columns.integer())
        let iterations = Int(try columns.integer())
        let parallelism = Int(try columns.integer())
        do {
            cost = try Argon2Cost(memoryKiB: memory, iterations: iterations, parallelism: parallelism)
        } catch {
            throw .decoding("password_costs: \(error)")
        }
    }
}
