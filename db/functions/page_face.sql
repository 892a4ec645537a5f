-- The face of the person who looks at a page, for its frame: the last name for the initials, and the version of the photo. Called as
-- page_viewer() is; PostgreSQL inlines it.
create or replace function page_face(
    for_tenant bigint,
    for_account bigint,
    out last_name text,
    out photo_version bigint
) returns setof record
    language sql stable
    as $$
    select a.last_name, a.photo_version
      from parlay.accounts a
     where a.tenant_id = for_tenant and a.id = for_account
$$;
