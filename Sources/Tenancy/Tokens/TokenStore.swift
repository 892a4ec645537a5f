package import Database
package import ParlayAPI
package import Security

/// The statements about tokens: one for each device.
package enum TokenStore {
    /// Creates a token for an account whose password matched the hash `$3`, unless the password was changed
    /// meanwhile, the account has a second factor or was suspended, or logins are refused (subjects `$9` and `$10`). The lock makes a change
    /// of password wait, which then sees this token and removes it.
    package static let issue = Statement(
        """
        with account as (
            select a.id
              from accounts a
             where a.tenant_id = $1 and a.id = $2 and a.status = 'active' and a.password_hash = $3
               and not a.second_factor
               and not exists (
                   select from throttles t
                    where t.tenant_id = $1 and t.blocked_until > $7
                      and (
                          t.kind = 'login_pair' and t.subject = $9
                          or t.kind = 'login_address' and t.subject = $10
                      )
               )
               for share of a
        )
        insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at, kind)
        select $1, account.id, $4, $5, $6, $7, $8, $11
          from account
        returning id
        """
    )

    /// The caller's tokens, newest first.
    package static let page = RowStatement<TokenRow>(
        "select",
        TokenRow.columns,
        """
          from tokens
         where tenant_id = $1 and account_id = current_account_id() and expires_at > $2
           and ($3::bigint is null or id < $3)
         order by id desc
         limit $4
        """
    )

    /// When the caller signed in.
    package static let signedInAt = RowStatement<Timestamp>(
        "select created_at from tokens where tenant_id = $1 and id = current_token_id()"
    )

    package static let revoke = Statement(
        "delete from tokens where tenant_id = $1 and account_id = current_account_id() and id = $2"
    )

    package static let revokeAll = Statement(
        "delete from tokens where tenant_id = $1 and account_id = current_account_id()"
    )

    /// The browser's token with the digest `$2`, whoever signed in with it.
    static let revokeBrowser = Statement(
        "delete from tokens where tenant_id = $1 and digest = $2 and kind = 'browser'"
    )

    /// Deletes tokens of all tenants that expired before `$1`. For the worker.
    private static let prune = Statement("delete from tokens where expires_at < $1")

    /// As soon as they are expired.
    package static let pruning = PruneStep(prune, days: 0)

    package static let statements = [
        issue, page.statement, signedInAt.statement, revoke, revokeBrowser, revokeAll, prune,
    ]
}

/// A new token that is about to be stored.
package struct NewToken {
    package let secret: TokenSecret
    package let kind: TokenKind
    package let label: String
    package let expiresAt: Timestamp

    /// For the browser or the app that the session is of.
    package init(label: String, in session: Session) throws {
        secret = try TokenSecret.generate()
        kind = session.tokenKind
        self.label = label
        expiresAt = session.now.adding(seconds: kind.days(in: session.tenant) * 86_400)
    }

    /// What is stored.
    package var digest: SHA256Digest { kind.digest(of: secret) }
}

/// A row of `tokens`, without its secret.
package struct TokenRow: ColumnGroup {
    package static let columns: SQLFragment = [
        "id", "label", "prefix", "created_at", "last_used_at", "expires_at", "kind",
    ]

    let id: TokenID
    let label: String
    let prefix: String
    let createdAt: Timestamp
    let lastUsedAt: Timestamp?
    let expiresAt: Timestamp
    let kind: TokenKind

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        label = try columns.text()
        prefix = try columns.text()
        createdAt = try columns.time()
        lastUsedAt = try columns.optionalTime()
        expiresAt = try columns.time()
        kind = TokenKind(rawValue: try columns.text()) ?? .app
    }

    /// - Parameter current: the token of the call; `nil` if there is none.
    package func token(current: TokenID?) -> TokenInfo {
        TokenInfo(
            id: id.rawValue,
            label: label,
            prefix: prefix,
            kind: .known(kind),
            current: id == current,
            createdAt: createdAt,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt
        )
    }
}
