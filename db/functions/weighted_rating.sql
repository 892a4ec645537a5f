-- Few votes count little: 250 votes of the mean are added.
create or replace function weighted_rating(rating double precision, votes integer, mean double precision) returns double precision
    language sql immutable parallel safe
    return (votes * rating + 250 * mean) / (votes + 250);
