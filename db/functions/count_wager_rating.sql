-- Adds a rating to the figures of the person who is rated.
create or replace function count_wager_rating() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into wager_figures as f (tenant_id, account_id, rating_sum, rating_count)
    values (new.tenant_id, new.rated_id, new.rating, 1)
    on conflict (tenant_id, account_id) do update
       set rating_sum = f.rating_sum + excluded.rating_sum, rating_count = f.rating_count + 1;
    return null;
end
$$;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger count_wager_rating after insert on wager_ratings
    for each row
    when (not in_transfer())
    execute function count_wager_rating();
