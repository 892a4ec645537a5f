internal import Administration
internal import Database
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// Feedback on meetups.
enum FeedbackStore {
    /// Records the caller's feedback on the latest meetup of a match since $4, and counts it for the other person unless
    /// the caller's feedback on this match is hidden. No row if there was no meetup; `false` if feedback was already given.
    static let give = RowStatement<Bool>(
        """
        with latest as (
            select u.id, case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end as other_id,
                   exists (
                       select from hidden_content h
                        where h.tenant_id = $1 and h.subject_type = 'match' and h.subject_id = m.id
                          and h.part = case when m.user_id1 = current_account_id() then 'user_id1_feedback'
                                            else 'user_id2_feedback' end
                   ) as is_hidden
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
        ), rated as (
            update accounts a
               set met_count = a.met_count + case when $3 then 1 else 0 end,
                   no_show_count = a.no_show_count + case when $3 then 0 else 1 end,
                   version = a.version + 1
              from given, latest
             where a.tenant_id = $1 and a.id = latest.other_id and not latest.is_hidden
        ),
        """,
        Events.append(
            to: ["current_account_id()"],
            type: "'feedback.given'",
            about: ("'match'", "$2::bigint"),
            from: "given"
        ),
        "select exists (select from given) from latest"
    )
    /// See `HideableSubject.mark`: what is hidden no longer counts for the other person.
    static let hide = RowStatement<HideableRow>(
        """
        with given as (
            select m.id, f.account_id,
                   case when f.account_id = m.user_id1 then m.user_id2 else m.user_id1 end as other_id,
                   count(*) filter (where f.met) as met, count(*) filter (where not f.met) as no_shows
              from matches m
              join meetups u on u.tenant_id = m.tenant_id and u.match_id = m.id
              join meetup_feedback f
                on f.tenant_id = u.tenant_id and f.meetup_id = u.id
               and f.account_id = case $3 when 'user_id1_feedback' then m.user_id1 else m.user_id2 end
             where m.tenant_id = $1 and m.id = $2
             group by m.id, m.user_id1, m.user_id2, f.account_id
        ), counted as (
            update accounts a
               set met_count = greatest(0, a.met_count + case when $4::boolean then -g.met else g.met end),
                   no_show_count
                       = greatest(0, a.no_show_count + case when $4::boolean then -g.no_shows else g.no_shows end),
                   version = a.version + 1, updated_at = $5
              from given g
             where a.tenant_id = $1 and a.id = g.other_id
        )
        select g.account_id, 'your feedback on a meetup' from given g
        """
    )

    static let statements = [give.statement]

    static let window: Int64 = 14 * 86_400

    static func give(met: Bool, on match: MatchID, in tenant: TenantID, now: Timestamp) -> RowQuery<Bool> {
        give(.id(tenant), .id(match), .boolean(met), .time(now.adding(seconds: -window)), .time(now))
    }
}
