package import Database
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The statements about passkeys.
package enum PasskeyStore {
    /// How many an account may have.
    static let limit: Int64 = 20

    /// The caller's, newest first, after the id `$2`.
    static let page = RowStatement<PasskeyRow>(
        "select",
        PasskeyRow.columns,
        """
          from passkeys k
         where k.tenant_id = $1 and k.account_id = current_account_id() and ($2::bigint is null or k.id < $2)
         order by k.id desc
         limit $3
        """
    )

    /// All of the caller's.
    static let all = RowStatement<PasskeyRow>(
        "select",
        PasskeyRow.columns,
        "from passkeys k where k.tenant_id = $1 and k.account_id = current_account_id() order by k.id"
    )
    package static let export = ExportPart("passkeys", all) { row, _ in row.passkey }

    /// The one with the credential id `$2` for the host `$3`, with its account.
    static let find = RowStatement<StoredPasskey>(
        "select",
        StoredPasskey.columns,
        """
          from passkeys k
          join accounts a on a.tenant_id = k.tenant_id and a.id = k.account_id
         where k.tenant_id = $1 and k.credential_id = $2 and k.relying_party = $3 and a.status <> 'deleted'
        """
    )

    /// The account with the name or address `$2`.
    static let named = RowStatement<AccountID>(
        """
        select a.id
          from accounts a
         where a.tenant_id = $1 and (a.username_key = $2 or a.email = $2) and a.status <> 'deleted'
        """
    )

    /// Stores one of the caller's, unless they have as many as they may have. Runs after `IdentityStore.lock`.
    static let add = RowStatement<PasskeyRow>(
        """
        insert into passkeys as k (
            tenant_id, account_id, credential_id, user_handle, relying_party, algorithm, public_key, counter,
            can_be_backed_up, is_backed_up, transports, label, created_at
        )
        select $1, current_account_id(), $2, $3, $4, $5, $6, $7, $8, $9, $10::text[], $11, $12
         where current_account_id() is not null
           and (select count(*) from passkeys o where o.tenant_id = $1 and o.account_id = current_account_id()) < $13
        returning
        """,
        PasskeyRow.columns
    )

    /// Null changes nothing.
    static let rename = RowStatement<PasskeyRow>(
        """
        update passkeys k
           set label = coalesce($3, k.label)
         where k.tenant_id = $1 and k.account_id = current_account_id() and k.id = $2
        returning
        """,
        PasskeyRow.columns
    )

    /// Deletes one of the caller's, unless the account could not be signed in to without it. Runs after `IdentityStore.lock`.
    static let delete = UnlinkedRow.removal(from: "passkeys", besides: "identities")

    /// A token for the account `$2` by its passkey `$3`, unless one of them is gone, its counter did not rise to `$4`, or sign-ins
    /// from the address `$11` are refused. The lock is that of `TokenStore.issue`.
    static let signIn = Statement(
        """
        with account as (
            select a.id
              from accounts a
             where a.tenant_id = $1 and a.id = $2 and a.status = 'active'
               and not exists (
                   select from throttles t
                    where t.tenant_id = $1 and t.kind = 'login_address' and t.subject = $11 and t.blocked_until > $9
               )
               for share of a
        ), used as (
            update passkeys k
               set last_used_at = $9, counter = $4, is_backed_up = $5
              from account
             where k.tenant_id = $1 and k.account_id = account.id and k.id = $3
               and (k.counter < $4 or k.counter = 0 and $4 = 0)
            returning k.account_id
        )
        insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at, kind, factors)
        select $1, used.account_id, $6, $7, $8, $9, $10, $12, 2
          from used
        returning id
        """
    )

    /// Deletes those of the account `$2` on the condition of `IdentityStore.unlinkUnproven`.
    static let deleteUnproven = Statement(
        """
        delete from passkeys k
         where k.tenant_id = $1 and k.account_id = $2
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.email_proof <> 'reset')
        """
    )

    package static let statements = [
        page.statement, all.statement, find.statement, named.statement, add.statement, rename.statement,
        delete.statement, signIn, deleteUnproven,
    ]
}

/// A row of `passkeys` as its owner sees it.
struct PasskeyRow: ColumnGroup {
    static let columns: SQLFragment = [
        "k.id", "k.label", "k.created_at", "k.last_used_at", "k.is_backed_up",
        "array_to_string(k.transports, ',')", "k.credential_id", "k.user_handle",
    ]

    let passkey: Passkey
    let credential: [UInt8]
    let userHandle: [UInt8]

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let (id, label) = (try columns.integer(), try columns.text())
        let (created, used) = (try columns.time(), try columns.optionalTime())
        passkey = Passkey(
            id: id,
            label: label,
            createdAt: created,
            lastUsedAt: used,
            backedUp: try columns.boolean(),
            transports: try columns.text().split(separator: ",").map(String.init)
        )
        credential = try columns.bytes()
        userHandle = try columns.bytes()
    }
}

/// A passkey that somebody signs in with.
struct StoredPasskey: ColumnGroup {
    static let columns: SQLFragment =
        ["k.id", "k.user_handle", "k.algorithm", "k.public_key", "k.counter", "k.can_be_backed_up"]
        + Account.columns.of("a")

    let id: PasskeyID
    let userHandle: [UInt8]
    /// `nil` for one that this version does not know.
    let key: PasskeyKey?
    let counter: Int64
    let canBeBackedUp: Bool
    let account: Account

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        userHandle = try columns.bytes()
        let algorithm = PasskeyKey.Algorithm(rawValue: try columns.integer())
        let bytes = try columns.bytes()
        key = algorithm.flatMap { PasskeyKey($0, bytes) }
        counter = try columns.integer()
        canBeBackedUp = try columns.boolean()
        account = try Account(&columns)
    }
}

struct PasskeyID: RowID {
    let rawValue: Int64
    init(rawValue: Int64) { self.rawValue = rawValue }
}
