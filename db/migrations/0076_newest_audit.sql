-- compatible: yes
-- The operator reads the newest entries of all tenants, or those about one action.
create index audit_newest_idx on audit (id desc);
create index audit_newest_of_action_idx on audit (action, id desc);
