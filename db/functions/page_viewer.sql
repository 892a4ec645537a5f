-- What every page shows about the person who looks at it: names, language, time zone, and how many of the last hundred notices
-- are unread. Called in the statement that authenticates, after authenticate(); PostgreSQL inlines it.
create or replace function page_viewer(
    for_tenant bigint,
    for_account bigint,
    out username text,
    out first_name text,
    out locale text,
    out time_zone text,
    out unread bigint
) returns setof record
    language sql stable
    as $$
    select a.username, a.first_name, a.settings ->> 'locale', a.settings ->> 'time_zone',
           (
               select count(*) filter (where latest.read_at is null and latest.recalled_at is null)
                 from (
                      select n.read_at, n.recalled_at
                        from parlay.notices n
                       where n.tenant_id = for_tenant and n.account_id = for_account
                       order by n.id desc
                       limit 100
                      ) as latest
           )
      from parlay.accounts a
     where a.tenant_id = for_tenant and a.id = for_account
$$;
