-- Whether a part of a subject is hidden from the caller, for parts that have no column of their own.
create or replace function is_hidden_part(author bigint, type text, subject bigint, hidden_part text) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return exists (
        select from hidden_content h
         where h.tenant_id = current_tenant_id() and h.subject_type = type and h.subject_id = subject
           and h.part = hidden_part
    ) and not sees_hidden(author);
end
$$;
