package import Database
internal import ParlayAPI

/// The statements about accounts. Columns stand as `Account` says; `password_hash` follows them where it is read.
package enum AccountStore {
    /// The account `$2`, or the caller's own when that is null; none when the person blocked the caller.
    package static let visible = Statement(
        """
        select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
               a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
               a.photo_version
          from accounts a
         where a.tenant_id = $1
           -- No coalesce: the planner takes it for leaky, and under a policy it would read all of the tenant.
           and a.id = case when $2::bigint is null then current_account_id() else $2::bigint end
           and not exists (
               select from blocks b
                where b.tenant_id = $1 and b.account_id = a.id and b.blocked_id = current_account_id()
           )
        """
    )

    /// The caller's own. Nobody blocks themselves, and `visible` would look for it at each request.
    package static let me = Statement(
        """
        select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
               a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
               a.photo_version
          from accounts a
         where a.tenant_id = $1 and a.id = current_account_id()
        """
    )

    /// The caller's own, with its hash.
    package static let own = Statement(
        """
        select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
               a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
               a.photo_version, a.password_hash
          from accounts a
         where a.tenant_id = $1 and a.id = current_account_id()
        """
    )

    /// The account with this username or email, in lower case. Usernames hold no `@`, so that it is one at most.
    package static let named = Statement(
        """
        select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
               a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
               a.photo_version, a.password_hash
          from accounts a
         where a.tenant_id = $1 and (a.username_key = $2 or a.email = $2)
        """
    )

    /// An account with its first token. With a digest `$16`, only as a use of the invite that has it, which the row's
    /// lock counts one by one: no row when none is left.
    package static let register = Statement(
        """
        with invited as (
            update invites
               set used = used + 1
             where tenant_id = $1 and digest = $16::bytea and used < uses
               and (expires_at is null or expires_at > $11::timestamptz)
            returning id
        ), a as (
            insert into accounts (
                tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang, venmo_username,
                password_hash, created_at, updated_at, last_active_at
            )
            select $1, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text,
                   $11::timestamptz, $11::timestamptz, date_trunc('hour', $11::timestamptz)
             where $16::bytea is null or exists (select from invited)
            returning id, username, first_name, last_name, bio, created_at, last_active_at, role, status,
                      known_lang, learn_lang, met_count, no_show_count, venmo_username, email, version,
                      photo_version
        ), token as (
            insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at)
            select $1, a.id, $12, $13, $14, $11::timestamptz, $15
              from a
            returning id
        )
        select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
               a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
               a.photo_version, token.id
          from a, token
        """
    )

    /// Writes the caller's profile, if it is still the version `$2`.
    package static let update = Statement(
        """
        update accounts a
           set username = $3, email = $4, first_name = $5, last_name = $6, bio = $7, known_lang = $8,
               learn_lang = $9, venmo_username = $10, updated_at = $11, version = a.version + 1
         where a.tenant_id = $1 and a.id = current_account_id() and a.version = $2 and a.status = 'active'
        returning a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role,
                  a.status, a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email,
                  a.version, a.photo_version
        """
    )

    /// Replaces the hash `$3` of an account, unless it was replaced before.
    package static let setHash = Statement(
        """
        update accounts
           set password_hash = $4
         where tenant_id = $1 and id = $2 and password_hash = $3
        """
    )

    /// Removes all tokens but one, once the account has the hash `$4`. A statement of its own behind `setHash`, so
    /// that it sees tokens made by logins that the change had to wait for.
    package static let revokeOthers = Statement(
        """
        delete from tokens t
         where t.tenant_id = $1 and t.account_id = $2 and t.id <> $3
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.password_hash = $4)
        """
    )

    /// Erases what is personal. The row stays, because what happened with others refers to it. Comes before the
    /// deletion of tokens, for the reason given at `revokeOthers`.
    package static let erase = Statement(
        """
        update accounts
           set status = 'deleted', role = 'member', username = 'deleted-' || id, email = null,
               first_name = 'deleted user', last_name = '', bio = '', venmo_username = null, known_lang = null,
               learn_lang = null, password_hash = null, photo_version = null, settings = '{}', updated_at = $3,
               version = version + 1
         where tenant_id = $1 and id = $2 and status <> 'deleted'
        """
    )
    package static let eraseTokens = Statement("delete from tokens where tenant_id = $1 and account_id = $2")
    package static let eraseBlocks = Statement(
        "delete from blocks where tenant_id = $1 and (account_id = $2 or blocked_id = $2)"
    )
    /// The person's own, and those of others in which the name stands.
    package static let eraseNotices = Statement(
        "delete from notices where tenant_id = $1 and (account_id = $2 or person_id = $2)"
    )

    package static let statements = [
        visible, me, own, named, register, update, setHash, revokeOthers, erase, eraseTokens, eraseBlocks,
        eraseNotices,
    ]
}

/// An account with its password's hash.
struct SecretAccount {
    let account: Account
    /// `nil` when no password fits, because the account was deleted.
    let passwordHash: String?

    /// A row of `AccountStore.own` or `.named`.
    init(_ row: Row) throws(DatabaseError) {
        account = try Account(row)
        passwordHash = row.optionalText(Account.columnCount)
    }
}
