-- compatible: no
-- Counts behind the throttles.

create table throttles (
    tenant_id bigint not null references tenants on delete cascade,
    -- What is counted: 'login_pair', 'login_address', 'login_account', 'register', 'reset'.
    kind text not null,
    subject text not null constraint throttles_subject_check check (length(subject) <= 400),
    window_started_at timestamptz not null,
    count integer not null,
    blocked_until timestamptz,
    primary key (tenant_id, kind, subject)
) with (fillfactor = 70);
call protect('throttles');
create index throttles_window_idx on throttles (window_started_at);

grant select, insert, update, delete on throttles to parlay_front, parlay_worker;
