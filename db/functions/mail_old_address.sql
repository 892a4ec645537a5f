-- Tells the old address that it was changed, with a link to undo it, and voids codes that were sent there. Where a tenant requires
-- verified addresses, an unproven one gets no such mail. Nothing is told of a change that is being undone.
create or replace function mail_old_address() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from password_resets where tenant_id = old.tenant_id and account_id = old.id;
    if current_setting('parlay.undoing', true) = 'on' then
        return null;
    end if;
    with notified as (
        insert into notices (tenant_id, account_id, kind, title, text, subject_type, subject_id, created_at, arguments)
        values (
            old.tenant_id, old.id, 'account_security', 'Your email address was changed',
            'The email address of your account was changed. Mail now goes to the new address.', 'account', old.id,
            clock_timestamp(), jsonb_build_object('text', 'securityEmail')
        )
        returning tenant_id, id, account_id, created_at
    ), posted as (
        insert into notice_outbox (tenant_id, change, notice_id)
        select n.tenant_id, pg_current_xact_id(), n.id from notified n
         -- Until 0.4.0: then the trigger of the notices does it.
         where not posts_by_trigger()
    ), noted as (
        insert into security_notices (tenant_id, notice_id, account_id, old_email, created_at)
        select n.tenant_id, n.id, n.account_id, old.email, n.created_at from notified n
    )
    -- The attempts are those of SendMailJob.
    insert into jobs (tenant_id, kind, payload, max_attempts)
    select n.tenant_id, 'send_security_mail', jsonb_build_object('notice', n.id), 30
      from notified n
     where old.email_proof is not null
        or not exists (
               select from tenants
                where id = old.tenant_id and settings -> 'require_verified_email' = 'true'::jsonb
           );
    return null;
end
$$;

create or replace trigger mail_old_address after update of email on accounts
    for each row
    when (old.email is distinct from new.email and old.email is not null and new.status <> 'deleted')
    execute function mail_old_address();
