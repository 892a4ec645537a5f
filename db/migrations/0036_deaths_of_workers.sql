-- compatible: yes
-- How many workers died while they ran a job, in a row. Such jobs run one by one, and after the second death the job becomes a
-- dead letter: one that stops the process would otherwise stop every worker.
alter table jobs add column deaths smallint not null default 0
    constraint jobs_deaths_check check (deaths between 0 and 1);
create index jobs_suspects_idx on jobs (run_at, id) where state = 'available' and deaths > 0;
