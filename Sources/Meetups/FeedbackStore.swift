internal import Database
internal import ParlayAPI
internal import Tenancy

/// Feedback on meetups.
enum FeedbackStore {
    /// Records the caller's feedback on the latest meetup of a match since $4, and counts it for the other person. No
    /// row if there was no meetup; `false` if feedback was already given.
    static let give = RowStatement<Bool>(
        """
        with latest as (
            select u.id, case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end as other_id
              from matches m
              join meetups u on u.tenant_id = m.tenant_id and u.match_id = m.id
             where m.tenant_id = $1 and m.id = $2 and u.held_at > $4
             order by u.held_at desc
             limit 1
        ), given as (
            insert into meetup_feedback (tenant_id, meetup_id, account_id, met, created_at)
            select $1, id, current_account_id(), $3, $5 from latest
            on conflict do nothing
            returning meetup_id
        ), counted as (
            update accounts a
               set met_count = a.met_count + case when $3 then 1 else 0 end,
                   no_show_count = a.no_show_count + case when $3 then 0 else 1 end,
                   version = a.version + 1
              from given, latest
             where a.tenant_id = $1 and a.id = latest.other_id
        )
        select exists (select from given) from latest
        """
    )
    static let statements = [give.statement]

    static let window: Int64 = 14 * 86_400

    static func give(met: Bool, on match: MatchID, in tenant: TenantID, now: Timestamp) -> RowQuery<Bool> {
        give(.id(tenant), .id(match), .boolean(met), .time(now.adding(seconds: -window)), .time(now))
    }
}
