internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads of matches. The caller is `current_account_id()`, so that they are sent together with the authentication.
enum MatchStore {
    /// A match by its id, for any caller.
    static let find = RowStatement<MatchRow>(
        "select",
        MatchRow.columns,
        """
          from matches m
          join accounts p on p.tenant_id = m.tenant_id
                         and p.id = case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end
         where m.tenant_id = $1 and m.id = $2
        """
    )

    /// The caller's match with another person.
    static let findByPartner = RowStatement<MatchRow>(
        "select",
        MatchRow.columns,
        """
          from matches m
          join accounts p on p.tenant_id = m.tenant_id and p.id = $2
         where m.tenant_id = $1
           and m.low_id = least($2, current_account_id()) and m.high_id = greatest($2, current_account_id())
        """
    )

    /// The caller's matches below the id $2, newest first; $4 is the current time and $5 the wanted states or null.
    static let list = RowStatement<MatchRow>(
        """
        with mine as (
            (select
        """,
        MatchRow.ownColumns,
        """
               from matches
              where tenant_id = $1 and user_id1 = current_account_id() and id < $2
                and ($5::smallint[] is null or case when time_1 <= $4 then 0 else status_code end = any ($5))
              order by id desc
              limit $3)
            union all
            (select
        """,
        MatchRow.ownColumns,
        """
               from matches
              where tenant_id = $1 and user_id2 = current_account_id() and id < $2
                and ($5::smallint[] is null or case when time_1 <= $4 then 0 else status_code end = any ($5))
              order by id desc
              limit $3)
            order by id desc
            limit $3
        )
        select
        """,
        MatchRow.columns,
        """
          from mine m
          join accounts p on p.tenant_id = $1
                         and p.id = case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end
         order by m.id desc
        """
    )

    static let isAccount = RowStatement<Bool>(
        "select exists (select from accounts where tenant_id = $1 and id = $2 and status <> 'deleted')"
    )

    static let statements = [
        isAccount.statement, find.statement, findByPartner.statement, list.statement, make.statement,
        makeRandom.statement,
        change.statement, remove.statement, history.statement, lapse, removeAll, removeBetween,
    ]

    /// The match that a path names.
    enum Address: Sendable {
        case id(MatchID)
        case partner(AccountID)
    }

    static func find(_ address: Address, in tenant: TenantID) -> RowQuery<MatchRow> {
        switch address {
        case .id(let id): find(.id(tenant), .id(id))
        case .partner(let partner): findByPartner(.id(tenant), .id(partner))
        }
    }

    /// - Parameter before: the id of the last match of the previous page.
    static func list(
        in tenant: TenantID,
        before: Int64?,
        limit: Int,
        statuses: [Int]?,
        now: Timestamp
    ) -> RowQuery<MatchRow> {
        let statuses = statuses.map { Parameter.integers($0.map(Int64.init)) } ?? .null
        return list(.id(tenant), .integer(before ?? .max), .integer(limit), .time(now), statuses)
    }
}
