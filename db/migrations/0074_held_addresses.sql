-- compatible: yes
-- For is_held_address, which asks for the address of each new account.
create index security_notices_old_email_idx on security_notices (tenant_id, old_email) where old_email is not null;
