-- compatible: yes
-- The module of paper money on real games.
alter table tenants drop constraint tenants_modules_check;
alter table tenants add constraint tenants_modules_check check (modules <@ array['meetups', 'wagers', 'sportsbook']);
