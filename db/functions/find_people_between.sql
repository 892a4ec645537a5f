-- A page of find_people from the id `from_id` to before the id `before_id`, newest first, without blocked people, those who do not
-- want to be found, and those whose names are hidden: a hit would tell the name. The first pattern asks the index; accounts
-- without a first or last name have null there. The planner inlines the function, so that the settings of its caller choose the
-- plan, and drops what is null.
create or replace function find_people_between(
    expression text,
    patterns text[],
    from_id bigint,
    before_id bigint,
    page_size integer
) returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active' and is_searchable(a.settings)
       and a.hidden_parts & 4 = 0
       and (expression is null or a.username ~* expression or a.first_name ~* expression or a.last_name ~* expression)
       and (patterns is null
            or a.username ilike patterns[1] or a.first_name ilike patterns[1] or a.last_name ilike patterns[1])
       and not exists (
           select from unnest(patterns[2:]) p (pattern)
            where (a.username ilike p.pattern or a.first_name ilike p.pattern or a.last_name ilike p.pattern)
                  is not true
       )
       and a.id >= from_id and a.id < before_id
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.account_id = current_account_id() and b.blocked_id = a.id
       )
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.blocked_id = current_account_id() and b.account_id = a.id
       )
     order by a.id desc
     limit page_size;
end;
revoke all on function find_people_between from public;
