-- compatible: yes
-- The modules that came after 0.1.0, and tenants that are being deleted.

alter table tenants drop constraint tenants_modules_check;
alter table tenants add constraint tenants_modules_check
    check (modules <@ array['meetups', 'wagers', 'sportsbook', 'shelf']);

-- A tenant whose rows are being deleted is offline for good. The previous version takes it for suspended.
alter table tenants drop constraint tenants_status_check;
alter table tenants add constraint tenants_status_check check (status in ('active', 'suspended', 'deleting'));
