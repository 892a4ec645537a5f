package import Database
package import ParlayAPI
internal import Tenancy

/// The statements about devices that get push messages. `relay_notices` enqueues the messages.
package enum PushStore {
    /// How many an account may have.
    static let limit: Int64 = 20

    /// The caller's, newest first.
    package static let own = RowStatement<PushDevice>(
        "select",
        PushDevice.columns,
        "from push_devices d where d.tenant_id = $1 and d.account_id = current_account_id() order by d.id desc"
    )

    /// Stores the device of the token of the call. What another account or token had at the same endpoint, or with the same token of an app,
    /// is replaced, and the oldest of too many go.
    static let add = RowStatement<PushDevice>(
        """
        with old as (
            delete from push_devices o
             where o.tenant_id = $1 and o.account_id = current_account_id() and o.digest <> $3
               and o.id <= (
                   select k.id
                     from push_devices k
                    where k.tenant_id = $1 and k.account_id = current_account_id() and k.digest <> $3
                    order by k.id desc
                   offset $9 - 1
                    limit 1
               )
        )
        insert into push_devices as d
            (tenant_id, account_id, token_id, endpoint, digest, public_key, secret, label, created_at, platform)
        select $1, t.account_id, t.id, $2, $3, $4, $5, $6, $7, $8
          from tokens t
         where t.tenant_id = $1 and t.id = current_token_id() and t.account_id = current_account_id()
           for key share of t
        on conflict on constraint push_devices_digest_key do update
           set account_id = excluded.account_id, token_id = excluded.token_id, endpoint = excluded.endpoint,
               public_key = excluded.public_key, secret = excluded.secret, label = excluded.label,
               created_at = excluded.created_at
        returning
        """,
        PushDevice.columns
    )

    static let delete = Statement(
        "delete from push_devices where tenant_id = $1 and account_id = current_account_id() and id = $2"
    )

    // MARK: For the worker

    /// The message about notice `$2` for device `$3` at the time `$4`. No row if it should get none any more, or if the notice was read.
    static let message = RowStatement<PushMessageRow>(
        "select",
        PushMessageRow.columns,
        """
          from push_devices d
          join tokens k on k.tenant_id = d.tenant_id and k.id = d.token_id
          join accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
          join tenants t on t.id = d.tenant_id
          join notices n on n.tenant_id = d.tenant_id and n.account_id = d.account_id
         where d.tenant_id = $1 and n.id = $2 and d.id = $3 and t.status = 'active' and a.status = 'active'
           and k.expires_at > $4 and k.role is not null and n.recalled_at is null and n.read_at is null
           and a.settings -> 'push_notices' is distinct from 'false'::jsonb
           and not coalesce(a.settings -> 'push_muted' ? n.kind, false)
        """
    )

    /// Deletes a device that the push service no longer knows, unless it has subscribed anew with the digest of another endpoint.
    static let forget = Statement("delete from push_devices where tenant_id = $1 and id = $2 and digest = $3")

    package static let statements = [own.statement, add.statement, delete, message.statement, forget]
}

extension PushDevice: ColumnGroup {
    package static let columns: SQLFragment = [
        "d.id", "d.label", "d.platform", "d.endpoint", "d.token_id = current_token_id()", "d.created_at",
    ]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let (id, label) = (try columns.integer(), try columns.text())
        let platform = PushPlatform(rawValue: try columns.text()) ?? .web
        let endpoint = try columns.text()
        self.init(
            id: id,
            label: label,
            platform: platform,
            service: platform.service ?? PushEndpoint(endpoint)?.host ?? "",
            current: try columns.optionalBoolean() ?? false,
            createdAt: try columns.time()
        )
    }
}

struct PushDeviceID: RowID {
    let rawValue: Int64
    init(rawValue: Int64) { self.rawValue = rawValue }
}
