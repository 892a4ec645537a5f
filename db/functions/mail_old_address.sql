-- Tells the old address that it was changed, and voids codes that were sent there. Where a tenant requires verified addresses,
-- an unproven one gets no such mail.
create or replace function mail_old_address() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from password_resets where tenant_id = old.tenant_id and account_id = old.id;
    with mail as (
        insert into outgoing_mails (tenant_id, kind, account_id, recipient)
        select old.tenant_id, 'email_changed', old.id, old.email
         where old.email_proof is not null
            or not exists (
                   select from tenants
                    where id = old.tenant_id and settings -> 'require_verified_email' = 'true'::jsonb
               )
        returning tenant_id, id
    )
    insert into jobs (tenant_id, kind, payload, max_attempts)
    select tenant_id, 'send_mail', jsonb_build_object('mail', id), 30
      from mail;
    return null;
end
$$;

create or replace trigger mail_old_address after update of email on accounts
    for each row
    when (old.email is distinct from new.email and old.email is not null and new.status <> 'deleted')
    execute function mail_old_address();
