-- A page of matches from the id `from_id` to before the id `before_id`, newest first. The planner inlines the function, so
-- that the settings of its caller choose the plan.
create or replace function wagers_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select w.id
      from (
           select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience,
                  n.status
             from wagers n
            where n.tenant_id = current_tenant_id() and (n.name ~* expression or n.description ~* expression)
              and n.id >= from_id and n.id < before_id
            order by n.id desc
           offset 0
           ) w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
       and is_listed_wager(w.id, w.status, w.challenger_id)
     limit page_size;
end;
revoke all on function wagers_matching_between from public;
