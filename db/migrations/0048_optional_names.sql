-- compatible: yes
-- A tenant decides what people give when they register: names may be missing, as addresses could be already.

alter table accounts alter column first_name drop not null, alter column last_name drop not null;

-- What to call a person in a text: the first name, or else the username.
create function shown_name(account accounts) returns text
    language sql immutable parallel safe
    return coalesce(account.first_name, account.username);
