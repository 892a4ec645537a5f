-- What to call a person in a text for others: the first name, or else the username.
create or replace function shown_name(account accounts) returns text
    language sql immutable parallel safe
    return case when coalesce(account.hidden_parts, 0) & 4 = 0 then coalesce(account.first_name, account.username)
                else 'hidden' end;
