-- What to do to get a token for a client id. `refused` is a token that IGDB has just refused, or null. `step`:
--   use      `token`
--   renew    ask Twitch for one, within 15 seconds; `token`, if not null, works until then
--   wait     another process is asking
--   refused  even a new token was refused
--   paused   see `take_igdb_permit`
create or replace function igdb_token(client text, refused text, out step text, out token text, out wait_ms bigint)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    row igdb_tokens;
    pause timestamptz;
    moment timestamptz;
begin
    insert into igdb_tokens (client_id) values (client) on conflict do nothing;
    select * into row from igdb_tokens t where t.client_id = client for update;
    select s.paused_until into pause from igdb_state s;
    moment := clock_timestamp();
    if pause > moment and pause <= moment + interval '1 hour' then
        step := 'paused';
        wait_ms := ceil(extract(epoch from pause - moment) * 1000);
        return;
    end if;
    if row.access_token is distinct from refused and row.expires_at > moment + interval '10 s' then
        token := row.access_token;
    end if;
    if token is not null and row.renew_at > moment then
        step := 'use';
    elsif refused = row.access_token and not row.is_proven and row.issued_at > moment - interval '1 minute' then
        step := 'refused';
    elsif row.renewing_until > moment and row.renewing_until < moment + interval '2 minutes' then
        step := case when token is null then 'wait' else 'use' end;
        wait_ms := 100;
    else
        step := 'renew';
        update igdb_tokens t set renewing_until = moment + interval '15 s' where t.client_id = client;
    end if;
end
$$;
revoke all on function igdb_token from public;
grant execute on function igdb_token to parlay_worker;
