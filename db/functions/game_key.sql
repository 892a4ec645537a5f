-- A name as names are compared: without case, accents, punctuation and the signs ™ ® ©; words are separated by one blank.
-- Independent of the database's locale but for the case of letters beyond ASCII. Empty for a name of punctuation alone.
create or replace function game_key(name text) returns text
    language sql immutable parallel safe
    return btrim(regexp_replace(
        lower(regexp_replace(normalize(translate(name, '™®©', ''), NFKD), '[\u0300-\u036f''’]', '', 'g')),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u20a0-\u2bff\u3000-\u303f]+', ' ', 'g'));
