package import Database
internal import Notifications
internal import ParlayAPI
package import Tenancy

/// The statements about devices and networks with which accounts have signed in.
package enum KnownDeviceStore {
    /// Notes the device `$3` and the network `$4` of the account `$2`. Says whether they are new to an account that has others, and
    /// whether the sign-in follows ten failures in the last `$6` seconds that nobody was told of.
    static let note = RowStatement<SignInSigns>(
        """
        with others as (
            select exists (select from known_devices where tenant_id = $1 and account_id = $2) as has_others,
                   exists (
                       select from known_devices
                        where tenant_id = $1 and account_id = $2 and device = $3 and network = $4
                   ) as is_known
        ), noted as (
            insert into known_devices as d (tenant_id, account_id, device, network, last_at)
            values ($1, $2, $3, $4, $5)
            on conflict (tenant_id, account_id, device, network) do update
               set last_at = excluded.last_at
             where d.last_at < excluded.last_at - interval '1 day'
        )
        select o.has_others and not o.is_known,
               exists (
                   select from throttles t
                    where t.tenant_id = $1 and t.kind = 'login_account' and t.subject = 'id:' || $2::bigint
                      and t.count >= 10
                      and t.window_started_at > $5::timestamptz - $6::double precision * interval '1 second'
                      and not
        """,
        SecurityNotice.wasTold("'securityFailures'", to: "$2", since: "t.window_started_at"),
        """
               )
          from others o
        """
    )

    /// Deletes those of all tenants that were not seen since `$1`. For the worker.
    private static let prune = Statement("delete from known_devices where last_at < $1")
    package static let pruning = PruneStep(prune, days: 400)

    /// For accounts that are deleted: also the addresses that security notices went to.
    static let erase = Statement(
        """
        with told as (
            delete from security_notices where tenant_id = $1 and account_id = $2
        )
        delete from known_devices where tenant_id = $1 and account_id = $2
        """
    )

    package static let statements = [note.statement, prune, erase]
}

struct SignInSigns: RowReadable {
    let isNew: Bool
    let followsFailures: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isNew = try columns.boolean()
        followsFailures = try columns.boolean()
    }
}
