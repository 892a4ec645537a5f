-- compatible: no
-- The tenants of this installation.

-- Whether a text can name a person, a tenant or a wager: no control characters, line separators or bidirectional controls,
-- and not only zero-width characters. Bodies are checked by the same rule first; see `NameRule`.
create function is_name(text) returns boolean
    language sql immutable parallel safe
    return $1 !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
        and $1 !~ '^[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+$';

create table tenants (
    -- Unique over all cells of an installation: cell n gives the ids n, n + 1000, n + 2000 and so on. See `number_cell`.
    id bigint generated always as identity (increment by 1000) primary key,
    slug text not null
        constraint tenants_slug_key unique
        constraint tenants_slug_check check (slug ~ '^[a-z][a-z0-9-]{1,30}$'),
    name text not null constraint tenants_name_check check (length(name) between 1 and 200 and is_name(name)),
    status text not null default 'active' constraint tenants_status_check check (status in ('active', 'suspended')),
    modules text[] not null default '{}'
        constraint tenants_modules_check check (modules <@ array['meetups', 'wagers']),
    settings jsonb not null default '{}' constraint tenants_settings_check check (jsonb_typeof(settings) = 'object'),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- Says which cell of an installation this database is, from 1 to 1000. Call it before the first tenant is created; a
-- database of which nobody says so is cell 1.
create procedure number_cell(cell integer)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if cell not between 1 and 1000 then
        raise exception 'a cell has a number from 1 to 1000, not %', cell using errcode = 'invalid_parameter_value';
    end if;
    if exists (select from tenants) then
        raise exception 'this database has tenants already' using errcode = 'object_not_in_prerequisite_state';
    end if;
    execute format('alter table tenants alter column id restart with %s', cell);
end
$$;
revoke all on procedure number_cell(integer) from public;

-- Fronts keep the tenants in memory and read them again on this notification.
create function tenants_changed() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_tenants', '');
    return null;
end
$$;

create trigger tenants_changed after insert or update or delete on tenants
    for each statement execute function tenants_changed();

grant select on tenants to parlay_front, parlay_worker;
