-- What games are compared with for a text and a filter; no row if no game can fit.
create or replace function game_terms_of(q text, filter game_filter) returns setof game_terms
    language plpgsql stable rows 1
    set search_path = parlay, pg_temp
    as $$
declare
    terms game_terms;
begin
    terms.key := game_key(q);
    terms.words := string_to_array(terms.key, ' ');
    terms.genre_id := (select n.id from genres n where lower(n.name) = lower(filter.genre));
    terms.platform_id := (select n.id from platforms n where lower(n.name) = lower(filter.platform));
    terms.released_from := filter.released_from;
    terms.min_rating := filter.min_rating;
    terms.min_votes := filter.min_votes;
    if terms.key = '' or (terms.genre_id is null) <> (filter.genre is null)
        or (terms.platform_id is null) <> (filter.platform is null) then
        return;
    end if;
    select array[string_agg(case when w ~ '[0-9]' then w else coalesce(n, w) end, ' ' order by i),
                 string_agg(case when w ~ '[0-9]' then coalesce(n, w) else w end, ' ' order by i)],
           string_agg(format('''%s''', w), '&')::tsquery
      into terms.keys, terms.query
      from unnest(terms.words) with ordinality as u (w, i)
      cross join game_numeral(w) as n;
    return next terms;
end
$$;
