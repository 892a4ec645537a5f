-- compatible: yes
-- What the operator did that is in no tenant's audit log: kinds of jobs that were paused, schedules that were run, tenants that were
-- deleted.
create table installation_audit (
    -- Of the same sequence as the entries of tenants, so that all are one list.
    id bigint not null default nextval('audit_id_seq') primary key,
    action text not null,
    subject_type text not null,
    -- The kind of a job, the number of a job without a tenant, or the slug of a tenant.
    subject text not null,
    details jsonb not null default '{}' constraint installation_audit_details_check check (jsonb_typeof(details) = 'object'),
    created_at timestamptz not null default now()
);
