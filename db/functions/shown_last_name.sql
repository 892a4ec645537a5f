-- See shown_username.
create or replace function shown_last_name(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.last_name
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.last_name
                when sees_hidden(account.id) then account.last_name end;
