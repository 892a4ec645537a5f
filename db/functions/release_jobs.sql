-- Makes the running jobs of a tenant available again, and their runs those of nobody: what they read under a fence was no row, so
-- they may neither complete nor be completed. Of several jobs with the same key, one is kept. What a transaction has locked is
-- older than the fence, and ends as if there were none.
create or replace function release_jobs(for_tenant bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    with lost as materialized (
        select job.id, job.kind, job.unique_key
          from jobs job
         where job.tenant_id = for_tenant and job.state = 'running'
         order by job.id
           for update skip locked
    ), judged as (
        select lost.id,
               lost.unique_key is not null
               and (row_number() over (partition by lost.kind, lost.unique_key order by lost.id) > 1
                    or exists (
                        select from jobs other
                         where other.tenant_id = for_tenant and other.kind = lost.kind
                           and other.unique_key = lost.unique_key and other.state = 'available'
                    )) as is_superseded
          from lost
    ), dropped as (
        delete from jobs
         using judged
         where jobs.tenant_id = for_tenant and jobs.id = judged.id and judged.is_superseded
    )
    update jobs
       set state = 'available', worker_id = null
      from judged
     where jobs.tenant_id = for_tenant and jobs.id = judged.id and not judged.is_superseded;
end
$$;
revoke all on function release_jobs from public;
