-- Gives a permit for one request, or says in how many milliseconds to ask again. `is_paused` if no request may start
-- until then.
--
-- A place of kind 'start' is free again 1,050 ms after its request was answered, because the answer proves that the
-- request has arrived: so any five requests are more than a second apart where they arrive, whatever the network does.
-- A request without an answer has arrived within five seconds (`IGDBPermits`).
create or replace function take_igdb_permit(out permit bigint, out wait_ms bigint, out is_paused boolean)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    pause timestamptz;
    moment timestamptz;
    start_number smallint;
    open_number smallint;
begin
    select s.paused_until into pause from igdb_state s for update;
    moment := clock_timestamp();
    -- No time here is far ahead, unless the clock was set back.
    is_paused := pause > moment and pause <= moment + interval '1 hour';
    if is_paused then
        wait_ms := ceil(extract(epoch from pause - moment) * 1000);
        return;
    end if;
    select p.number into start_number
      from igdb_places p
     where p.kind = 'start' and not (p.free_at > moment and p.free_at < moment + interval '1 minute')
     order by p.number
     limit 1;
    select p.number into open_number
      from igdb_places p
     where p.kind = 'open' and not (p.free_at > moment and p.free_at < moment + interval '1 minute')
     order by p.number
     limit 1;
    if start_number is null or open_number is null then
        select greatest(1, ceil(extract(epoch from max(next.free_at) - moment) * 1000))
          into wait_ms
          from (select min(p.free_at) as free_at from igdb_places p group by p.kind) next;
        return;
    end if;
    permit := nextval('igdb_permits');
    wait_ms := 0;
    update igdb_places p
       set held_by = permit,
           free_at = moment + case p.kind when 'start' then interval '6050 ms' else interval '15 s' end
     where (p.kind, p.number) in (('start', start_number), ('open', open_number));
end
$$;
revoke all on function take_igdb_permit from public;
grant execute on function take_igdb_permit to parlay_worker;
