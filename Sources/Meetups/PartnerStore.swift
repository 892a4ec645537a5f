internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The people the caller could match with.
enum PartnerStore {
    /// The languages are scalar subqueries, so that the index gives the order and the limit ends the scan early. Hidden names
    /// are left out inside of the search, because the planner takes a bit test for rare and would then plan each call again.
    static let page = RowStatement<Partner>(
        "select",
        Partner.columnsOfMany,
        """
          from accounts p
         where p.tenant_id = $1 and p.status = 'active'
           and p.known_lang = (select learn_lang from accounts where tenant_id = $1 and id = current_account_id())
           and p.learn_lang = (select known_lang from accounts where tenant_id = $1 and id = current_account_id())
           and p.id <> current_account_id()
           and (p.last_active_at, p.id) < ($2::timestamptz, $3::bigint)
           and not exists (select from matches m
                            where m.tenant_id = $1 and m.low_id = least(p.id, current_account_id())
                              and m.high_id = greatest(p.id, current_account_id()))
           and
        """,
        Visibility.notBlocked("p.id"),
        """
           and ($5::text is null
                or strpos(case when p.hidden_parts & 4 = 0
                               then lower(concat_ws(' ', p.first_name, p.last_name) || E'\\n' || p.username) else '' end,
                          lower($5)) > 0)
         order by p.last_active_at desc, p.id desc
         limit $4
        """
    )
    static let statements = [page.statement]

    /// - Parameters:
    ///   - after: `last_active_at` in milliseconds and the id of the last person of the previous page.
    ///   - name: part of a name or username; case does not matter.
    static func page(in tenant: TenantID, after: [Int64]?, limit: Int, name: String?) -> RowQuery<Partner> {
        let start: Parameter
        let id: Int64
        if let after, after.count == 2 {
            start = .time(Timestamp(milliseconds: after[0]))
            id = after[1]
        } else {
            start = "infinity"
            id = .max
        }
        return page(.id(tenant), start, .integer(id), .integer(limit), .text(name))
    }
}
