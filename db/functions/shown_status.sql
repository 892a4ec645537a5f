-- The status of an account as the caller sees it: `a.shown_status`. The planner inlines it.
create or replace function shown_status(account accounts) returns text
    language sql stable
    return case when account.status <> 'suspended' or sees_suspension(account.id) then account.status else 'active' end;
