-- compatible: yes
-- The audit log is read from one time to another, however long it is.
create index audit_created_at_idx on audit (tenant_id, created_at, id);
