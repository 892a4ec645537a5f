-- Creates and updates games from JSON objects in the shape of `CatalogRecord`, each with its `igdb_id` or with `source` and
-- `source_id`. Where two are the same game, the later wins. Null `genres`, `platforms`, `screenshots` and `keeps_cover` leave
-- what is there. Writing the same again changes nothing. One writer at a time, so that two cannot create a game, a genre or a
-- platform twice.
create or replace function write_games(
    records jsonb, written_at timestamptz, out created integer, out updated integer, out unchanged integer
)
    language plpgsql
    set search_path = parlay, pg_temp
    -- The first plans of a session, for a table that is still small, would read all of it ever after.
    set plan_cache_mode = force_custom_plan
    as $$
declare
    known bigint[];
    made bigint[];
    changed bigint[];
    relinked bigint[];
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.games', 0));

    -- A game that IGDB brings, and that one row alone of another source has by name and year, is that row.
    with brought as (
        select distinct on (r.igdb_id) r.igdb_id, game_key(r.name) as key, extract(year from r.release_date) as year
          from jsonb_to_recordset(records) as r (igdb_id bigint, name text, release_date date)
         where r.igdb_id is not null and not exists (select from games g where g.igdb_id = r.igdb_id)
    ), found as (
        select b.igdb_id, min(g.id) as id
          from brought b
          join games g on g.key = b.key and g.igdb_id is null and b.key <> ''
                       and extract(year from g.release_date) is not distinct from b.year
         group by b.igdb_id
        having count(*) = 1
    )
    update games g
       set igdb_id = f.igdb_id
      from (select distinct on (id) id, igdb_id from found order by id, igdb_id) f
     where g.id = f.id;

    insert into genres (name)
    select distinct on (lower(n)) n
      from jsonb_to_recordset(records) as r (genres text[]), unnest(r.genres) as n
     where not exists (select from genres where lower(name) = lower(n))
     order by lower(n), n
        on conflict do nothing;
    insert into platforms (name)
    select distinct on (lower(n)) n
      from jsonb_to_recordset(records) as r (platforms text[]), unnest(r.platforms) as n
     where not exists (select from platforms where lower(name) = lower(n))
     order by lower(n), n
        on conflict do nothing;

    with input as (
        select distinct on (r.igdb_id, r.source, r.source_id) r.*
          from jsonb_array_elements(records) with ordinality as e (object, position)
          cross join jsonb_to_record(e.object) as r (
              igdb_id bigint, source text, source_id bigint, name text, rating double precision, rating_count integer,
              summary text, release_date date, cover_image_id text, cover_url text, keeps_cover boolean, screenshots text[]
          )
         order by r.igdb_id, r.source, r.source_id, e.position desc
    ), matched as (
        select i.*, coalesce(a.id, b.id) as id,
               -- What IGDB says of a game is better than what a file says.
               i.igdb_id is null and b.igdb_id is not null as is_settled
          from input i
          left join games a on a.igdb_id = i.igdb_id
          left join games b on i.igdb_id is null and b.source = i.source and b.source_id = i.source_id
    ), inserted as (
        insert into games (igdb_id, source, source_id, name, rating, rating_count, summary, release_date, cover_image_id,
                           cover_url, screenshots, updated_at)
        select igdb_id, source, source_id, name, rating, rating_count, summary, release_date, cover_image_id, cover_url,
               coalesce(screenshots, '{}'), written_at
          from matched
         where id is null
        returning id
    ), revised as (
        update games g
           set name = m.name, rating = m.rating, rating_count = m.rating_count, summary = m.summary,
               release_date = m.release_date,
               cover_image_id = case when m.keeps_cover then g.cover_image_id else m.cover_image_id end,
               cover_url = case when m.keeps_cover then g.cover_url else m.cover_url end,
               screenshots = coalesce(m.screenshots, g.screenshots),
               updated_at = written_at
          from matched m
         where g.id = m.id and not m.is_settled
           and ((g.name, g.rating, g.rating_count, g.summary, g.release_date)
                    is distinct from (m.name, m.rating, m.rating_count, m.summary, m.release_date)
                or m.screenshots <> g.screenshots
                or not coalesce(m.keeps_cover, false)
                   and (g.cover_image_id, g.cover_url) is distinct from (m.cover_image_id, m.cover_url))
        returning g.id
    )
    select array(select id from matched where id is not null), array(select id from inserted),
           array(select id from revised)
      into known, made, changed;

    with input as (
        select distinct on (coalesce(a.id, b.id)) coalesce(a.id, b.id) as id, r.genres, r.platforms
          from jsonb_array_elements(records) with ordinality as e (object, position)
          cross join jsonb_to_record(e.object) as r (
              igdb_id bigint, source text, source_id bigint, genres text[], platforms text[]
          )
          left join games a on a.igdb_id = r.igdb_id
          left join games b on r.igdb_id is null and b.source = r.source and b.source_id = r.source_id and b.igdb_id is null
         where coalesce(a.id, b.id) is not null
         order by coalesce(a.id, b.id), e.position desc
    ), genre_links as (
        select distinct i.id as game_id, g.id as genre_id
          from input i, unnest(i.genres) as n
          join genres g on lower(g.name) = lower(n)
    ), platform_links as (
        select distinct i.id as game_id, p.id as platform_id
          from input i, unnest(i.platforms) as n
          join platforms p on lower(p.name) = lower(n)
    ), lost_genres as (
        delete from game_genres l
         using input i
         where l.game_id = i.id and i.genres is not null
           and not exists (select from genre_links n where (n.game_id, n.genre_id) = (l.game_id, l.genre_id))
        returning l.game_id
    ), new_genres as (
        insert into game_genres (game_id, genre_id)
        select game_id, genre_id from genre_links
            on conflict do nothing
        returning game_id
    ), lost_platforms as (
        delete from game_platforms l
         using input i
         where l.game_id = i.id and i.platforms is not null
           and not exists (select from platform_links n where (n.game_id, n.platform_id) = (l.game_id, l.platform_id))
        returning l.game_id
    ), new_platforms as (
        insert into game_platforms (game_id, platform_id)
        select game_id, platform_id from platform_links
            on conflict do nothing
        returning game_id
    )
    select array(
        select game_id from lost_genres union select game_id from new_genres
        union select game_id from lost_platforms union select game_id from new_platforms
    ) into relinked;

    update games set updated_at = written_at
     where id = any (relinked) and id <> all (changed || made);

    created := cardinality(made);
    updated := (select count(distinct id) from unnest(changed || relinked) as id where id = any (known));
    unchanged := cardinality(known) - updated;
end
$$;
revoke all on function write_games from public;
grant execute on function write_games to parlay_worker;
