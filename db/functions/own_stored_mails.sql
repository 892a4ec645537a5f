-- The stored mail to the caller, for the export. Without the text while it holds a valid code: a stolen token must not be
-- enough for a new password. What a mail server took has no text either.
create or replace function own_stored_mails(
    for_tenant bigint,
    out id bigint,
    out recipient text,
    out subject text,
    out text text,
    out created_at timestamptz
) returns setof record
    language sql stable
    security definer
    set search_path = parlay, pg_temp
    as $$
    select m.id, m.recipient, m.subject, case when m.secret_until > now() then null else m.text end, m.created_at
      from stored_mails m
     where m.tenant_id = for_tenant and m.tenant_id = current_tenant_id() and m.account_id = current_account_id()
     order by m.id desc
$$;
revoke all on function own_stored_mails from public;
grant execute on function own_stored_mails to parlay_front;
