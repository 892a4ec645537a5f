-- compatible: yes
-- An icon of a tournament, for clients that show one.

alter table tournaments add column icon_url text
    constraint tournaments_icon_url_check check (length(icon_url) between 1 and 500 and icon_url like 'https://%');

create or replace function note_changed_tournaments() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, tournament_id, is_first)
    select n.tenant_id, 'tree', n.id, row_number() over (partition by n.tenant_id) = 1
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
     where (n.sport, n.name, n.season, n.status, n.icon_url)
           is distinct from (o.sport, o.name, o.season, o.status, o.icon_url);
    return null;
end
$$;
