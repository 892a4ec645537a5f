-- Whether no sync has succeeded for two days.
create or replace function catalog_is_stale() returns boolean
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    select coalesce(last_sync_at < clock_timestamp() - interval '48 hours', true) from igdb_state
$$;
revoke all on function catalog_is_stale from public;
grant execute on function catalog_is_stale to parlay_front, parlay_worker;
