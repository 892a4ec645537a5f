-- See shown_username.
create or replace function shown_first_name(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.first_name
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.first_name
                when sees_hidden(account.id) then account.first_name else 'hidden' end;
