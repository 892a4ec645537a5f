-- An account as the caller sees it: `a.shown_username`. The planner inlines these, so that an account of which nothing is
-- hidden costs a comparison, the first. Without an account, as in an outer join, they are null and ask nothing.
create or replace function shown_username(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.username
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.username
                when sees_hidden(account.id) then account.username else 'hidden' end;
