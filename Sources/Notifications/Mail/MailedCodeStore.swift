package import Database
package import Tenancy

/// The statements about the codes of one purpose. Each purpose has a table with the same columns.
package struct MailedCodeStore: Sendable {
    package static let passwordReset = MailedCodeStore("password_resets")
    package static let emailVerification = MailedCodeStore("email_verifications")

    static func of(_ purpose: CodePurpose) -> MailedCodeStore {
        switch purpose {
        case .passwordReset: passwordReset
        case .emailVerification: emailVerification
        }
    }

    /// Makes `$5` the code of an account, mailed to `$7`, unless it has a later one, used or not.
    let set: Statement
    /// Whether the code of account `$2` is from the mail `$3` or a later one.
    let hasCode: Statement
    /// Checks a code: `$2` its start, `$3` its digest. Returns its account, and whether the code is right; no row if
    /// there is no such valid code, or the address `$5` is currently throttled. A wrong one counts immediately, under
    /// the row's lock: of any number of concurrent guesses, only five learn that they are wrong. A code is not valid
    /// once the account has another address than the one that it was mailed to.
    package let validate: RowStatement<CheckedCode>
    /// Invalidates the code of account `$2`. Runs before the account's row is locked, as in `resetPassword`, so that
    /// the two never deadlock.
    package let void: Statement

    private init(_ table: SQLFragment) {
        set = Statement(
            "insert into",
            table,
            """
            as c (tenant_id, account_id, mail_id, selector, digest, expires_at, recipient)
            values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (tenant_id, account_id) do update
               set mail_id = excluded.mail_id, selector = excluded.selector, digest = excluded.digest,
                   expires_at = excluded.expires_at, recipient = excluded.recipient, tries = 0, used_at = null
             where c.mail_id < excluded.mail_id
            """
        )
        hasCode = Statement(
            "select mail_id from",
            table,
            "where tenant_id = $1 and account_id = $2 and mail_id >= $3"
        )
        validate = RowStatement(
            "with judged as (update",
            table,
            """
                   set tries = tries + case when digest = $3 then 0 else 1 end
                 where tenant_id = $1 and selector = $2 and tries < 5 and used_at is null and expires_at > $4
                   and not exists (
                       select from throttles t
                        where t.tenant_id = $1 and t.kind = 'login_address' and t.subject = $5
                          and t.blocked_until > $4
                   )
                returning account_id, recipient, digest = $3 as is_right
            )
            select a.id, judged.is_right, a.username, a.email
              from judged
              join accounts a
                on a.tenant_id = $1 and a.id = judged.account_id and a.status = 'active'
               -- A reset code of the previous version has no recipient.
               and a.email = coalesce(judged.recipient, a.email)
             order by judged.is_right desc
             limit 1
            """
        )
        void = Statement(
            "update",
            table,
            "set used_at = $3 where tenant_id = $1 and account_id = $2 and used_at is null"
        )
    }

    /// Uses up the reset code with the digest `$2` and gives its account the hash `$4`; of several concurrent calls,
    /// one succeeds. Proves the address that the code was mailed to.
    package static let resetPassword = Statement(
        """
        with used as (
            update password_resets
               set used_at = $3
             where tenant_id = $1 and selector = $5 and digest = $2 and tries < 5 and used_at is null
               and expires_at > $3
            returning account_id, recipient
        )
        update accounts a
           set password_hash = $4, updated_at = $3,
               email_proof = case when a.email = used.recipient then 'reset' else a.email_proof end,
               version = a.version
                   + case when a.email = used.recipient and a.email_proof is null then 1 else 0 end
          from used
         where a.tenant_id = $1 and a.id = used.account_id and a.status = 'active'
        """
    )

    /// Uses up the verification code with the digest `$2` of the account `$4`, and proves the address that it was mailed
    /// to; of several concurrent calls, one succeeds. The account is locked first, as in a change of its address, so
    /// that the two never deadlock.
    package static let verifyEmail = Statement(
        """
        with account as (
            select id
              from accounts
             where tenant_id = $1 and id = $4 and status = 'active'
               for no key update
        ), used as (
            update email_verifications v
               set used_at = $3
              from account
             where v.tenant_id = $1 and v.account_id = account.id and v.digest = $2 and v.tries < 5
               and v.used_at is null and v.expires_at > $3
            returning v.account_id, v.recipient
        )
        update accounts a
           set email_proof = coalesce(a.email_proof, 'code'), updated_at = $3, version = a.version + 1
          from used
         where a.tenant_id = $1 and a.id = used.account_id and a.email = used.recipient
        """
    )

    /// Removes all tokens of the account with the hash `$3`. A separate statement after `resetPassword`, so that it sees
    /// tokens of logins that the change had to wait for.
    package static let revokeAll = Statement(
        """
        delete from tokens t
         where t.tenant_id = $1 and t.account_id = $2
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.password_hash = $3)
        """
    )

    package static let statements =
        [passwordReset, emailVerification].flatMap { [$0.set, $0.hasCode, $0.validate.statement, $0.void] }
        + [resetPassword, verifyEmail, revokeAll]
}

/// Whose a code is, and whether it is right.
package struct CheckedCode: RowReadable {
    package let account: AccountID
    package let isRight: Bool
    package let username: String
    package let email: String?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try columns.id()
        isRight = try columns.boolean()
        username = try columns.text()
        email = try columns.optionalText()
    }
}
