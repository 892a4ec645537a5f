package import Database
internal import ParlayAPI

/// The statements about invites. The columns wherever one is read:
///
///     i.id, i.prefix, i.uses, i.used, i.expires_at, i.created_at, a.id, a.username, a.first_name, a.last_name,
///     a.photo_version
///
/// A use is counted by `AccountStore.register`, with the account that it lets in.
package enum InviteStore {
    static let create = Statement(
        """
        with i as (
            insert into invites (tenant_id, account_id, digest, prefix, uses, expires_at, created_at)
            values ($1, current_account_id(), $2, $3, $4, $5, $6)
            returning id, account_id, prefix, uses, used, expires_at, created_at
        ), logged as (
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, details, created_at)
            select $1, current_account_id(), 'invite.create', 'invite', i.id, jsonb_build_object('uses', i.uses), $6
              from i
        )
        select i.id, i.prefix, i.uses, i.used, i.expires_at, i.created_at, a.id, a.username, a.first_name, a.last_name,
               a.photo_version
          from i
          join accounts a on a.tenant_id = $1 and a.id = i.account_id
        """
    )

    /// Newest first, behind the id `$2`.
    static let page = Statement(
        """
        select i.id, i.prefix, i.uses, i.used, i.expires_at, i.created_at, a.id, a.username, a.first_name, a.last_name,
               a.photo_version
          from invites i
          join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
         where i.tenant_id = $1 and ($2::bigint is null or i.id < $2)
         order by i.id desc
         limit $3
        """
    )

    static let delete = Statement(
        """
        with gone as (
            delete from invites where tenant_id = $1 and id = $2 returning id, uses, used
        )
        insert into audit (tenant_id, account_id, action, subject_type, subject_id, details, created_at)
        select $1, current_account_id(), 'invite.delete', 'invite', id,
               jsonb_build_object('uses', uses, 'used', used), $3
          from gone
        returning id
        """
    )

    /// Whether a code would let somebody in.
    static let usable = Statement(
        """
        select id
          from invites
         where tenant_id = $1 and digest = $2 and used < uses and (expires_at is null or expires_at > $3)
        """
    )

    /// What the caller made.
    static let own = Statement(
        """
        select i.id, i.prefix, i.uses, i.used, i.expires_at, i.created_at, a.id, a.username, a.first_name, a.last_name,
               a.photo_version
          from invites i
          join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
         where i.tenant_id = $1 and i.account_id = current_account_id()
         order by i.id desc
        """
    )

    package static let statements = [create, page, delete, usable, own]
}

extension Invite {
    /// A row of `InviteStore`.
    init(_ row: Row, in tenant: Tenant) throws(DatabaseError) {
        self.init(
            id: try row.integer(0),
            prefix: try row.text(1),
            uses: try row.integer(2),
            used: try row.integer(3),
            expiresAt: row.optionalTime(4),
            createdBy: try Person(row, from: 6, in: tenant),
            createdAt: try row.time(5)
        )
    }
}
