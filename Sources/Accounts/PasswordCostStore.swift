package import Database
package import Security

/// The highest cost of a password hash that this installation has used (docs/decisions/0166-costs-of-password-hashes.md).
package enum PasswordCostStore {
    private static let allow = RowStatement<PasswordCeiling>(
        "select memory_kib, iterations, parallelism from allow_password_cost($1, $2, $3)"
    )

    /// What accounts of the tenant `$1` have hashes that cost more, for an import: hashes decide what a sign-in costs. At most `$2`.
    package static let tooCostly = RowStatement<String>(
        """
        select case
                   when c.cost is null then 'account ' || a.id || ' has a password hash that is malformed'
                   else format(
                            'account %s has a password hash with m=%s, t=%s, p=%s, and the highest cost here is m=%s, t=%s, p=%s',
                            a.id, c.cost[1], c.cost[2], c.cost[3], m.memory_kib, m.iterations, m.parallelism
                        )
               end
          from accounts a
         cross join password_costs m
         cross join lateral (select password_cost(a.password_hash)) as c (cost)
         where a.tenant_id = $1 and a.password_hash is not null
           and (c.cost is null or c.cost[1] > m.memory_kib or c.cost[2] > m.iterations or c.cost[3] > m.parallelism)
         order by a.id
         limit $2
        """
    )

    package static let statements = [allow.statement, tooCostly.statement]

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
