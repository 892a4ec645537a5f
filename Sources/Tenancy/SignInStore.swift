package import Database
internal import HTTPServer
internal import ParlayAPI
package import Security

/// The statements about the networks from which accounts have signed in lately; see `PasswordHashing.Client`.
package enum SignInStore {
    /// For how long a network is known.
    static let days: Int64 = 30

    /// Records the network `$3` for the account of the token with the digest `$2`, if there is one. A row is written at most
    /// once a day.
    private static let record = Statement(
        """
        insert into sign_ins as s (tenant_id, account_id, network, last_at)
        select $1, t.account_id, $3::text, $4::timestamptz
          from tokens t
         where t.tenant_id = $1 and t.digest = $2 and t.role is not null
            on conflict (tenant_id, account_id, network) do update
           set last_at = excluded.last_at
         where s.last_at < excluded.last_at - interval '1 day'
        """
    )

    /// Deletes the rows of all tenants from before `$1`. For the worker.
    private static let prune = Statement("delete from sign_ins where last_at < $1")

    package static let pruning = PruneStep(prune, days: days)

    package static let statements = [record, prune]

    /// Records from where the session has been given a token, or uses one.
    package static func record(_ token: SHA256Digest, in session: Session) -> Query {
        record(
            .id(session.tenant.id),
            .bytes(token.bytes),
            .text(session.address.range.description),
            .time(session.now)
        )
    }
}
