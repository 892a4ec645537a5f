-- Until 0.4.0.
-- Whether notices of this session are posted by a trigger: those of version 0.2.0, whose sessions do not set
-- `parlay.posts`. Later versions post them in the statement that writes them. It qualifies every name.
create or replace function posts_by_trigger() returns boolean
    language plpgsql stable parallel safe
    as $$
begin
    return pg_catalog.current_setting('parlay.posts', true) operator(pg_catalog.=) 'itself' is not true
        and not parlay.in_transfer();
end
$$;
