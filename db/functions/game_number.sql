-- By what games of a tier are sorted in the order `ordering` (top, votes, rating, release_date or name), the highest first.
create or replace function game_number(ordering text, rating double precision, rating_count integer, release_date date)
    returns double precision
    language sql immutable parallel safe
    return case ordering when 'votes' then rating_count
                         when 'release_date' then release_date - date '1970-01-01'
                         when 'name' then null
                         else rating
           end;
