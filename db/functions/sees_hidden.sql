-- Whether the caller sees what is hidden of this author: the author, moderators and admins, and API keys.
create or replace function sees_hidden(author bigint) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    caller constant bigint := current_account_id();
begin
    return caller = author or caller < 0 or exists (
        select from accounts c where c.tenant_id = here and c.id = caller and c.role in ('moderator', 'admin')
    );
end
$$;
