-- Whether one of two people has blocked the other.
create or replace function is_blocked_pair(tenant bigint, one bigint, other bigint) returns boolean
    language sql stable
begin atomic
    select exists (
        select from blocks b
         where b.tenant_id = tenant and (b.account_id, b.blocked_id) in ((one, other), (other, one))
    );
end;
