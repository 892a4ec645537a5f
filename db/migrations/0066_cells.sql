-- compatible: yes
-- with the functions
-- Cells: an installation of several databases, each with the tenants that live in it. See docs/decisions/0203-cells-that-move.md.

-- Whether the tenant lives here. At any moment it is open in at most one cell.
alter table tenants add column state text not null default 'open'
    constraint tenants_state_check check (state in ('open', 'fenced', 'away', 'arriving'));
-- One higher after each switch: of two cells that have a row of the tenant, the higher is right.
alter table tenants add column epoch bigint not null default 1 constraint tenants_epoch_check check (epoch >= 1);
-- In cell 1, the directory: in which cell the tenant lives. In another cell its own number.
alter table tenants add column cell integer not null default 1
    constraint tenants_cell_check check (cell between 1 and 1000);
-- While it is fenced: until when its calls wait for the other cell.
alter table tenants add column held_until timestamptz;

-- What the fence asks in every statement; it is empty but during moves and after them.
create index tenants_closed_idx on tenants (id) where state <> 'open';

-- The cells of the installation, in cell 1; and in each other cell the cell itself.
create table cells (
    number integer primary key constraint cells_number_check check (number between 1 and 1000),
    added_at timestamptz not null default now()
);
grant select on cells to parlay_front, parlay_worker;

-- Moves of tenants, in both cells, until they are complete.
create table moves (
    tenant bigint primary key,
    slug text not null,
    source integer not null,
    target integer not null,
    -- In the order of a move. A move back is one whose cells have changed places.
    phase text not null constraint moves_phase_check
        check (phase in ('copying', 'following', 'switching', 'switched', 'completing', 'cancelling')),
    started_at timestamptz not null default now(),
    verified_at timestamptz,
    -- Rows that were copied.
    rows bigint not null default 0,
    constraint moves_cells_check check (source <> target)
);

-- The tenants that do not live here, or not now: their rows are the other cell's. Policies ask for it once in each statement.
create function closed_tenants() returns bigint[]
    language sql stable
    set search_path = parlay, pg_temp
    as $$
    select coalesce(array_agg(t.id), '{}') from tenants t where t.state <> 'open'
$$;

-- Written in the source and replicated: when a mark has arrived, so has everything before it.
create table move_marks (
    tenant_id bigint primary key references tenants on delete cascade,
    number bigint not null
);
call protect('move_marks');

-- The worker and the jobs see the tenants that live here; protect() makes such policies from now on.
do $$
declare
    policy record;
begin
    for policy in
        select c.oid::regclass as protected
          from pg_policy p
          join pg_class c on c.oid = p.polrelid
         where p.polname = 'worker_all' and c.relnamespace = 'parlay'::regnamespace
    loop
        execute format(
            'alter policy worker_all on %s
                 using (nullif(tenant_id = any ((select closed_tenants())::bigint[]), true) is not null)
                 with check (nullif(tenant_id = any ((select closed_tenants())::bigint[]), true) is not null)',
            policy.protected);
    end loop;
end
$$;
