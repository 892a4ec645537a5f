-- compatible: yes
-- The audit log is read by what was done and by whom it was done to, newest first, however long it is.
create index audit_action_idx on audit (tenant_id, action, id desc);
create index audit_subject_idx on audit (tenant_id, subject_type, subject_id, id desc);
