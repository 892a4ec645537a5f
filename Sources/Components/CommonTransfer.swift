internal import Database
package import Transfer

/// What every tenant leaves behind when it moves to another installation.
package enum CommonTransfer {
    package static let rules = TransferRules(
        leftOut: [
            .init("tokens", "people sign in again"),
            .init("sign_ins", "networks from which people came to the old installation"),
            .init("idempotency_keys", "clients that repeat a call have no token"),
            .init("throttles", "counts of addresses and accounts of the last minutes"),
            .init("password_resets", "codes in mails of the old installation"),
            .init("email_verifications", "codes in mails of the old installation"),
            .init("used_proofs", "ID tokens and tickets that were presented to the old installation"),
            .init("outgoing_mails", "mail is sent by the installation that wrote it"),
            .init("stored_mails", "mail is kept by the installation that wrote it"),
            .init("jobs", "work of the old installation; what is due is enqueued on arrival"),
            .init("dead_letters", "jobs of the old installation"),
            .init("notice_outbox", "mail and webhooks of the old installation"),
            .init("webhook_secrets", "secrets"),
        ],
        columns: [
            .init(
                "tenants",
                "status",
                leaving: "'suspended'",
                arriving: "'suspended'",
                "the operator resumes the tenant after a look at it"
            ),
            .init(
                "webhooks",
                "enabled",
                leaving: "false",
                arriving: "false",
                "without a secret, and so that not both installations send"
            ),
            .init(
                "webhook_deliveries",
                "status",
                leaving: "case t.status when 'pending' then 'cancelled' else t.status end",
                "its job does not go along"
            ),
            .init(
                "webhook_deliveries",
                "finished_at",
                leaving: "coalesce(t.finished_at, t.scheduled_at)::text",
                "as the status"
            ),
        ],
        verifications: [
            .init(
                "accounts",
                passwords,
                advice:
                    "Raise PARLAY_PASSWORD_MEMORY_KIB, PARLAY_PASSWORD_ITERATIONS and PARLAY_PASSWORD_PARALLELISM if"
                    + " you trust the file; otherwise write null in place of the hash, and the person sets a new"
                    + " password by mail."
            )
        ]
    )

    /// Hashes decide what a sign-in costs; see `PasswordCostStore`.
    private static let passwords = RowStatement<String>(
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
}
