-- compatible: yes
-- The catalog of video games. Reference data that all tenants share: platform tables without a tenant, which the front may
-- only read and workers and the operator write (docs/decisions/0094-a-catalog-for-all-tenants.md,
-- 0096-games-by-name.md, 0158-weighted-ratings.md).

-- In its first form, for the generated column.
create function game_key(name text) returns text
    language sql immutable parallel safe
    return btrim(regexp_replace(
        lower(regexp_replace(normalize(translate(name, '™®©', ''), NFKD), '[\u0300-\u036f''’]', '', 'g')),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u20a0-\u2bff\u3000-\u303f]+', ' ', 'g'));

create table games (
    id bigint generated always as identity primary key,
    -- At IGDB; or where else the row comes from, with its id there.
    igdb_id bigint constraint games_igdb_id_key unique,
    source text constraint games_source_length_check check (length(source) between 1 and 50),
    source_id bigint,
    name text not null constraint games_name_check check (length(name) between 1 and 500),
    key text collate "C" not null generated always as (game_key(name)) stored,
    -- 0 to 100.
    rating double precision constraint games_rating_check check (rating between 0 and 100),
    rating_count integer not null default 0 constraint games_rating_count_check check (rating_count >= 0),
    summary text constraint games_summary_check check (length(summary) <= 20000),
    release_date date constraint games_release_date_check check (release_date between '0001-01-01' and '9999-12-31'),
    cover_image_id text constraint games_cover_image_id_check check (length(cover_image_id) between 1 and 200),
    cover_url text constraint games_cover_url_check check (cover_url ~ '^https?://' and length(cover_url) <= 2000),
    -- When anything of the game last changed here, its genres and platforms included.
    updated_at timestamptz not null,
    -- True: in no list and no search. False: the operator shows it, whatever an import says. Null: neither.
    is_hidden boolean,
    constraint games_source_key unique (source, source_id),
    constraint games_source_check check ((source is null) = (source_id is null)),
    constraint games_identity_check check (igdb_id is not null or source is not null),
    constraint games_cover_check check ((cover_image_id is null) = (cover_url is null))
);

-- The orders of lists: by rating, by date, by name, and by votes. All ascending, so that a key is one row to compare with.
create index games_rating_idx on games ((-coalesce(rating, -1)), id);
create index games_release_date_idx on games ((coalesce(date '1970-01-01' - release_date, 1000000)), id);
create index games_key_idx on games (key, id);
create index games_votes_idx on games ((-rating_count), id);

create table genres (
    id bigint generated always as identity primary key,
    name text not null constraint genres_name_check check (length(name) between 1 and 200),
    -- How many games that are not hidden have it; kept by `refresh_catalog`.
    game_count integer not null default 0
);
create unique index genres_name_key on genres (lower(name));

create table platforms (
    id bigint generated always as identity primary key,
    name text not null constraint platforms_name_check check (length(name) between 1 and 200),
    game_count integer not null default 0
);
create unique index platforms_name_key on platforms (lower(name));

create table game_genres (
    game_id bigint not null constraint game_genres_game_fkey references games on delete cascade,
    genre_id bigint not null constraint game_genres_genre_fkey references genres,
    primary key (game_id, genre_id)
);
create index game_genres_genre_idx on game_genres (genre_id, game_id);

create table game_platforms (
    game_id bigint not null constraint game_platforms_game_fkey references games on delete cascade,
    platform_id bigint not null constraint game_platforms_platform_fkey references platforms,
    primary key (game_id, platform_id)
);
create index game_platforms_platform_idx on game_platforms (platform_id, game_id);

grant select on games, genres, platforms, game_genres, game_platforms to parlay_front;
grant select, insert, update, delete on games, genres, platforms, game_genres, game_platforms to parlay_worker;

-- Names, their words, and what they are similar to, in three parts by votes: most pages end among games that many people
-- rated. GIN without a list of pending entries, because every search would read it.
create index games_famous_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count >= 4096;
create index games_known_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count >= 256 and rating_count < 4096;
create index games_other_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count < 256;
create index games_famous_key_idx on games (key) where rating_count >= 4096;
create index games_known_key_idx on games (key) where rating_count >= 256 and rating_count < 4096;
create index games_other_key_idx on games (key) where rating_count < 256;

-- What a list of games is restricted to; null does not restrict.
create type game_filter as (
    genre text,
    platform text,
    released_from date,
    min_rating double precision,
    min_votes integer
);

-- A page of a list of games: the sort key of the last game of the page before, all null for the first page, and how many.
create type game_page as (
    tier integer,
    number double precision,
    game_id bigint,
    size integer
);

-- What games are compared with: `key` and `words` null for all, the rest as in `game_filter`.
create type game_terms as (
    key text,
    words text[],
    genre_id bigint,
    platform_id bigint,
    released_from date,
    min_rating double precision,
    min_votes integer
);

-- The mean rating of the games that are rated and not hidden, with which `game_ratings.weighted` is computed.
create table catalog_mean (
    is_only boolean primary key default true constraint catalog_mean_only_check check (is_only),
    rating double precision not null
);
insert into catalog_mean (rating) values (0);

-- The place of each game in the lists by rating. In a table of its own, because all rows are computed again when the mean
-- moves: two narrow indexes are rewritten then, and not those of names.
create table game_ratings (
    game_id bigint primary key constraint game_ratings_game_fkey references games on delete cascade,
    has_few_votes boolean not null,
    -- Null if it is not rated.
    weighted double precision
);
create index game_ratings_top_idx on game_ratings (has_few_votes, (-coalesce(weighted, -1)), game_id);
create index game_ratings_weighted_idx on game_ratings ((-coalesce(weighted, -1)), game_id);

grant select on catalog_mean, game_ratings to parlay_front;
grant select, insert, update, delete on catalog_mean, game_ratings to parlay_worker;
