package import Database
package import ParlayAPI
internal import Tenancy

package struct KeyID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The statements with which admins manage API keys. Revoked ones are excluded. With audit log entries, which hold no secrets.
package enum KeyStore {
    static let create = RowStatement<KeyRow>(
        """
        with made as (
            insert into api_keys (tenant_id, label, digest, prefix, scopes, networks, expires_at, created_at)
            values ($1, $2, $3, $4, $5::text[], $6::text[], $7::timestamptz, $8::timestamptz)
            returning
        """,
        KeyRow.stored,
        """
        ), logged as (
        """,
        Audit.insert(
            "'key.create'",
            on: ("'key'", "made.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'label', made.label, 'scopes', to_jsonb(made.scopes), 'expires_at', made.expires_at,
                    'networks', case when cardinality(made.networks) > 0 then to_jsonb(made.networks) end
                ))
                """,
            at: "$8",
            from: "made"
        ),
        ") select",
        KeyRow.columns,
        "from made k"
    )

    /// Newest first, after the id `$2`.
    static let page = RowStatement<KeyRow>(
        "select",
        KeyRow.columns,
        """
          from api_keys k
         where k.tenant_id = $1 and k.revoked_at is null and ($2::bigint is null or k.id < $2)
         order by k.id desc
         limit $3
        """
    )

    static let find = RowStatement<KeyRow>(
        "select",
        KeyRow.columns,
        "from api_keys k where k.tenant_id = $1 and k.id = $2 and k.revoked_at is null"
    )

    /// Null parameters change nothing, and the end `$8` counts if `$7`. With a version `$3`, only that version.
    static let change = RowStatement<KeyRow>(
        """
        with old as (
            select id as old_id, label as old_label, scopes as old_scopes, networks as old_networks, expires_at as old_end
              from api_keys
             where tenant_id = $1 and id = $2 and revoked_at is null
               for update
        ), changed as (
            update api_keys
               set label = coalesce($4, label), scopes = coalesce($5::text[], scopes),
                   networks = coalesce($6::text[], networks),
                   expires_at = case when $7::boolean then $8::timestamptz else expires_at end,
                   version = version + 1
              from old
             where tenant_id = $1 and id = old_id and ($3::bigint is null or version = $3)
            returning
        """,
        KeyRow.stored,
        """
        ), logged as (
        """,
        Audit.insert(
            "'key.change'",
            on: ("'key'", "n.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'label',
                    case when n.label <> o.old_label then jsonb_build_object('from', o.old_label, 'to', n.label) end,
                    'scopes',
                    case when n.scopes <> o.old_scopes
                         then jsonb_build_object('from', to_jsonb(o.old_scopes), 'to', to_jsonb(n.scopes)) end,
                    'networks',
                    case when n.networks <> o.old_networks
                         then jsonb_build_object('from', to_jsonb(o.old_networks), 'to', to_jsonb(n.networks)) end
                ))
                || case when n.expires_at is distinct from o.old_end
                        then jsonb_build_object('expires_at', jsonb_build_object('from', o.old_end, 'to', n.expires_at))
                        else '{}' end
                """,
            at: "$9",
            from: "changed n, old o"
        ),
        ") select",
        KeyRow.columns,
        "from changed k"
    )

    /// With a version `$3`, only that version. The row stays for the audit log; without its digest nobody can use it.
    static let revoke = RowStatement<KeyID>(
        """
        with gone as (
            update api_keys
               set digest = null, revoked_at = $4::timestamptz, version = version + 1
             where tenant_id = $1 and id = $2 and revoked_at is null and ($3::bigint is null or version = $3)
            returning id, label
        ), logged as (
        """,
        Audit.insert(
            "'key.revoke'",
            on: ("'key'", "gone.id"),
            details: "jsonb_build_object('label', gone.label)",
            at: "$4",
            from: "gone"
        ),
        ") select id from gone"
    )

    package static let statements = [
        create.statement, page.statement, find.statement, change.statement, revoke.statement,
    ]
}

/// A row of `api_keys`, called `k`.
package struct KeyRow: ColumnGroup {
    package static let columns: SQLFragment = [
        "k.id", "k.label", "k.prefix", "array_to_string(k.scopes, ',')", "array_to_string(k.networks, ',')",
        "k.created_at", "k.last_used_at", "k.expires_at", "k.version",
    ]
    /// The `returning` list of statements that write one.
    static let stored: SQLFragment = [
        "id", "label", "prefix", "scopes", "networks", "created_at", "last_used_at", "expires_at", "version",
    ]

    package let key: APIKey
    let version: Int64
    var tag: String { String(version) }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        key = APIKey(
            id: try columns.integer(),
            label: try columns.text(),
            prefix: try columns.text(),
            scopes: try columns.text().split(separator: ",").map { Extensible(rawValue: String($0)) },
            networks: try columns.text().split(separator: ",").map(String.init),
            createdAt: try columns.time(),
            lastUsedAt: try columns.optionalTime(),
            expiresAt: try columns.optionalTime()
        )
        version = try columns.integer()
    }
}
