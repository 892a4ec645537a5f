-- See shown_username.
create or replace function shown_bio(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.bio
                when coalesce(account.hidden_parts, 0) & 2 = 0 then account.bio
                when sees_hidden(account.id) then account.bio else '' end;
