-- compatible: yes
-- What processes count themselves because it leaves no rows: requests and runs of jobs. Each process has rows of its own, so it writes
-- totals and no differences.
create table process_counts (
    -- 0 for the whole installation.
    tenant_id bigint not null,
    hour timestamptz not null,
    -- That of the figure, such as http_requests.
    name text not null,
    -- A random number.
    process bigint not null,
    count bigint not null,
    primary key (tenant_id, hour, name, process)
) with (fillfactor = 80);
call protect('process_counts');
create index process_counts_hour_idx on process_counts (hour);

-- Processes write by record_counts.
grant select, delete on process_counts to parlay_worker;
