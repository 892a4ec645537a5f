package import Database
internal import ParlayAPI
internal import Stream

/// The statements about accounts. Those that read profiles are in `ProfileReader`.
package enum AccountStore {
    static let isCaller: SQLFragment = "where a.tenant_id = $1 and a.id = current_account_id()"

    /// The account `$2`, or the caller's own if that is null; none if the person has blocked the caller.
    package static let isVisible = SQLFragment(
        joining: """
             where a.tenant_id = $1
               -- No coalesce: the planner takes it for leaky, and under a policy it would read all of the tenant.
               and a.id = case when $2::bigint is null then current_account_id() else $2::bigint end
               and
            """,
        Visibility.notBlocking("a.id")
    )

    package static let visible = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        "from accounts a",
        isVisible
    )

    /// The same as the caller sees it.
    static let shown = RowStatement<Account>(
        "select",
        Account.shownColumns.of("a"),
        "from accounts a",
        isVisible
    )

    /// The caller's own, with its hash.
    static let own = RowStatement<SecretAccount>(
        "select",
        SecretAccount.columns.of("a"),
        "from accounts a",
        isCaller
    )

    /// The account with this username or email, in lower case. Usernames contain no `@`, so there is at most one.
    static let named = RowStatement<SecretAccount>(
        "select",
        SecretAccount.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and (a.username_key = $2 or a.email = $2)
        """
    )

    /// An account with its first token. With a digest `$13`, only as a use of the invite that has it, which the row's
    /// lock counts one by one. Statements after it are scoped to the account that was made; see `Session.writeAccount`.
    static let register = Statement(
        """
        with invited as (
            update invites
               set used = used + 1
             where tenant_id = $1 and digest = $13::bytea and used < uses
               and (expires_at is null or expires_at > $8::timestamptz)
            returning id
        ), a as (
            insert into accounts (
                tenant_id, username, email, first_name, last_name, bio, password_hash, created_at, updated_at,
                last_active_at, email_proof
            )
            select $1, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::timestamptz, $8::timestamptz,
                   date_trunc('hour', $8::timestamptz), $14::text
             where $13::bytea is null or exists (select from invited)
            returning id
        ), token as (
            insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at, kind)
            select $1, a.id, $9, $10, $11, $8::timestamptz, $12, $15
              from a
            returning account_id
        )
        select set_config('parlay.account_id', coalesce((select account_id::text from token), ''), true)
        """
    )

    /// The first of the names `$2`, in lower case, that no one has.
    static let freeUsername = RowStatement<String>(
        """
        select u.name
          from unnest($2::text[]) with ordinality u (name, place)
         where not exists (select from accounts a where a.tenant_id = $1 and a.username_key = u.name)
         order by u.place
         limit 1
        """
    )

    static let freeEmail = RowStatement<Bool>(
        """
        select not exists (select from accounts a where a.tenant_id = $1 and a.email = $2)
               and not is_held_address($1, $2, current_account_id())
        """
    )

    /// Writes the caller's account, if it is still the version `$2`. Statements after it are scoped to no one if it is
    /// not; see `Session.writeAccount`.
    static let update = Statement(
        """
        with updated as (
            update accounts a
               set username = $3, email = $4, first_name = $5, last_name = $6, bio = $7, updated_at = $8,
                   version = a.version + 1
             where a.tenant_id = $1 and a.id = current_account_id() and a.version = $2 and a.status = 'active'
            returning a.id
        ),
        """,
        Events.append(
            to: ["u.id"],
            type: "'profile.changed'",
            about: ("'account'", "u.id"),
            from: "updated u"
        ),
        "select set_config('parlay.account_id', coalesce((select id::text from updated), ''), true)"
    )

    /// Replaces the hash `$3` of an account, unless it was replaced before.
    package static let setHash = Statement(
        """
        update accounts
           set password_hash = $4
         where tenant_id = $1 and id = $2 and password_hash is not distinct from $3 and status = 'active'
        """
    )

    /// Removes all tokens but one, once the account has the hash `$4`. A separate statement after `setHash`, so that
    /// it sees tokens of logins that the change had to wait for.
    package static let revokeOthers = Statement(
        """
        delete from tokens t
         where t.tenant_id = $1 and t.account_id = $2 and t.id <> $3
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.password_hash = $4)
        """
    )

    /// Erases personal data. The row stays, because other people's history refers to it. Runs before the deletion of
    /// tokens, for the reason given at `revokeOthers`.
    package static let erase = Statement(
        """
        update accounts
           set status = 'deleted', role = 'member', username = 'deleted-' || id, email = null,
               first_name = 'deleted user', last_name = '', bio = '', password_hash = null, photo_version = null,
               hidden_parts = 0, settings = '{}', updated_at = $3, version = version + 1
         where tenant_id = $1 and id = $2 and status <> 'deleted'
        """
    )
    package static let eraseTokens = Statement("delete from tokens where tenant_id = $1 and account_id = $2")
    package static let eraseBlocks = Statement(
        "delete from blocks where tenant_id = $1 and (account_id = $2 or blocked_id = $2)"
    )
    package static let erasePhotos = Statement("delete from photos where tenant_id = $1 and account_id = $2")

    package static let statements = [
        visible.statement, shown.statement, own.statement, named.statement, freeUsername.statement,
        freeEmail.statement,
        register, update, setHash, revokeOthers, erase,
        eraseTokens, eraseBlocks, erasePhotos,
    ]
}
