internal import Database
internal import Transfer

/// Shelves name games of the catalog, whose ids differ from installation to installation.
enum ShelfTransfer {
    static let rules = TransferRules(
        columns: [
            game(of: "shelf_games"),
            game(of: "featured_games"),
        ],
        shared: [
            .init("games", of: "shelf_games", columns: ["game"], leaving: leavingShelves, arriving: arriving),
            .init(
                "games_featured",
                of: "featured_games",
                columns: ["game"],
                leaving: leavingFeatured,
                arriving: arriving
            ),
        ],
        arrivals: [Statement("select refresh_catalog() where $1::bigint is not null")]
    )

    private static func game(of table: String) -> TransferRules.ChangedColumn {
        .init(
            table,
            "game_id",
            leaving: """
                (select json_build_array(g.igdb_id, g.source, g.source_id)
                   from parlay.games g where g.id = t.game_id)
                """,
            arriving: """
                coalesce(
                    (select g.id from parlay.games g where g.igdb_id = ({value} ->> 0)::bigint),
                    (select g.id from parlay.games g
                      where g.source = {value} ->> 1 and g.source_id = ({value} ->> 2)::bigint))
                """,
            "the catalog belongs to the installation"
        )
    }

    private static let leavingShelves = Statement(
        leaving,
        "where g.id in (select s.game_id from parlay.shelf_games s where s.tenant_id = $1) order by g.id"
    )
    private static let leavingFeatured = Statement(
        leaving,
        "where g.id in (select f.game_id from parlay.featured_games f where f.tenant_id = $1) order by g.id"
    )

    private static let leaving: SQLFragment = """
        select json_build_array(json_build_object(
                   'igdb_id', g.igdb_id, 'source', g.source, 'source_id', g.source_id, 'name', g.name,
                   'rating', g.rating, 'rating_count', g.rating_count, 'summary', g.summary,
                   'release_date', g.release_date, 'cover_image_id', g.cover_image_id, 'cover_url', g.cover_url,
                   'screenshots', g.screenshots, 'is_hidden', g.is_hidden,
                   'genres', array(
                       select n.name from parlay.game_genres l join parlay.genres n on n.id = l.genre_id
                        where l.game_id = g.id order by n.name),
                   'platforms', array(
                       select n.name from parlay.game_platforms l join parlay.platforms n on n.id = l.platform_id
                        where l.game_id = g.id order by n.name)
               ))::text
          from parlay.games g
        """

    /// Games that are here, by their id at IGDB or in their source, stay as they are: they are every tenant's.
    private static let arriving = RowStatement<Int64>(
        """
        with input as materialized (
            select distinct on (i.igdb_id, i.source, i.source_id) i.*
              from jsonb_array_elements(convert_from($1::bytea, 'UTF8')::jsonb) as e (r)
             cross join jsonb_to_record(e.r -> 0) as i (
                       igdb_id bigint, source text, source_id bigint, name text, rating double precision,
                       rating_count integer, summary text, release_date date, cover_image_id text, cover_url text,
                       screenshots text[], is_hidden boolean, genres text[], platforms text[]
                   )
             where not exists (select from games g where g.igdb_id = i.igdb_id)
               and not exists (select from games g where g.source = i.source and g.source_id = i.source_id)
        ), made as (
            insert into games (igdb_id, source, source_id, name, rating, rating_count, summary, release_date,
                               cover_image_id, cover_url, screenshots, is_hidden, updated_at)
            select igdb_id, source, source_id, name, rating, rating_count, summary, release_date, cover_image_id,
                   cover_url, coalesce(screenshots, '{}'), is_hidden, now()
              from input
                on conflict do nothing
            returning id, igdb_id, source, source_id
        ), filled as materialized (
            select m.id, i.genres, i.platforms
              from made m
              join input i on i.igdb_id is not distinct from m.igdb_id and i.source is not distinct from m.source
                          and i.source_id is not distinct from m.source_id
        ), new_genres as (
            insert into genres (name)
            select distinct on (lower(n)) n from filled f, unnest(f.genres) as n
             where not exists (select from genres g where lower(g.name) = lower(n))
             order by lower(n), n
                on conflict do nothing
            returning id, name
        ), new_platforms as (
            insert into platforms (name)
            select distinct on (lower(n)) n from filled f, unnest(f.platforms) as n
             where not exists (select from platforms p where lower(p.name) = lower(n))
             order by lower(n), n
                on conflict do nothing
            returning id, name
        ), genre_links as (
            insert into game_genres (game_id, genre_id)
            select distinct f.id, g.id
              from filled f, unnest(f.genres) as n
              join (select id, name from genres union all select id, name from new_genres) g on lower(g.name) = lower(n)
        ), platform_links as (
            insert into game_platforms (game_id, platform_id)
            select distinct f.id, p.id
              from filled f, unnest(f.platforms) as n
              join (select id, name from platforms union all select id, name from new_platforms) p
                on lower(p.name) = lower(n)
        )
        select count(*) from made
        """
    )
}
