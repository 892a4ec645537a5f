-- Whether the person with these settings may be found by searches.
create or replace function is_searchable(settings jsonb) returns boolean
    language sql immutable parallel safe
    return settings -> 'searchable' is distinct from 'false'::jsonb;
