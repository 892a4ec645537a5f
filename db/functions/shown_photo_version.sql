-- See shown_username.
create or replace function shown_photo_version(account accounts) returns bigint
    language sql stable
    return case when account.hidden_parts = 0 then account.photo_version
                when coalesce(account.hidden_parts, 0) & 1 = 0 then account.photo_version
                when sees_hidden(account.id) then account.photo_version end;
