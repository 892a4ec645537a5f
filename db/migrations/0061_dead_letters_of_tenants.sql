-- compatible: yes
-- The console lists the dead jobs of one tenant, newest first, beside a million of others.
create index dead_letters_tenant_idx on dead_letters (tenant_id, died_at, id);
