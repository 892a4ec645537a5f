-- Completes a job inside the transaction of its effect. Raises JB001 if the job no longer belongs to this worker, which
-- undoes the effect: the worker that has the job now will repeat it.
create or replace function complete_job(for_tenant bigint, job_id bigint, of_attempt integer, of_worker bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs
     where tenant_id = for_tenant and id = job_id
       -- A row with a worker is running. A condition on the state, or `worker_id` without `+ 0`, would make the planner
       -- use jobs_running_idx, where a worker has many rows.
       and attempt = of_attempt and worker_id + 0 = of_worker;
    if not found then
        raise exception 'job % is no longer of this worker', job_id using errcode = 'JB001';
    end if;
end
$$;
