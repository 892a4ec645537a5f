-- Gives a permit back, if there is one, and counts failures. `outcome`:
--   unsent    the request did not reach IGDB
--   good      an answer that proves that IGDB works
--   answered  any other answer
--   lost      no complete answer: IGDB may still be at it
-- With `error` it is a failure. After five failures in a row all requests pause for a minute, and after each for at least
-- `pause_ms`.
create or replace function finish_igdb_request(of_permit bigint, outcome text, error text, pause_ms bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    moment timestamptz;
begin
    perform from igdb_state for update;
    moment := clock_timestamp();
    update igdb_places p
       set held_by = null,
           free_at = case
               when outcome = 'unsent' then moment
               when p.kind = 'start' then least(p.free_at, moment + interval '1050 ms')
               when outcome = 'lost' then p.free_at
               else moment
           end
     where p.held_by = of_permit;
    if outcome = 'good' then
        update igdb_state set failures = 0 where failures <> 0;
    elsif error is not null then
        update igdb_state s
           set failures = s.failures + 1, last_error = left(error, 500), last_error_at = moment,
               paused_until = greatest(
                   s.paused_until,
                   moment + least(greatest(coalesce(pause_ms, 0), 0), 3600000) * interval '1 millisecond',
                   case when s.failures + 1 >= 5 then moment + interval '1 minute' end
               );
    end if;
end
$$;
revoke all on function finish_igdb_request from public;
grant execute on function finish_igdb_request to parlay_worker;
