-- What is known of a search: its key, its status (null if it was not asked within a day), how often it finished, and
-- whether IGDB cannot be asked now.
create or replace function game_search_state(q text)
    returns table (key text, status text, finished bigint, is_unavailable boolean)
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    select k.key,
           case
               when s.status = 'running' then case when s.running_until > clock_timestamp() then s.status end
               when s.asked_at > clock_timestamp() - interval '24 hours' then s.status
           end,
           coalesce(s.finished, 0),
           i.paused_until > clock_timestamp() + interval '2 seconds'
               and i.paused_until <= clock_timestamp() + interval '1 hour'
      from igdb_state i
     cross join game_search_key(q) as k (key)
      left join game_searches s on s.key = k.key
$$;
revoke all on function game_search_state from public;
grant execute on function game_search_state to parlay_front, parlay_worker;
