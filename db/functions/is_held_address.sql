-- Whether an account other than this one, or any if it is null, may still take the address back: for 24 hours after a change of it,
-- as *this was not me* does. The row of an erased account is gone.
create or replace function is_held_address(tenant bigint, address text, account bigint) returns boolean
    language sql volatile
begin atomic
    select exists (
        select from security_notices s
         where s.tenant_id = tenant and s.old_email = address and s.account_id is distinct from account
           and s.created_at > clock_timestamp() - interval '24 hours'
    );
end;
