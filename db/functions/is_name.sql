-- Whether a text can name a person, a tenant or a wager: no control characters, line separators or bidirectional controls,
-- and not only zero-width characters. Bodies are checked by the same rule first; see `NameRule`.
create or replace function is_name(text) returns boolean
    language sql immutable parallel safe
    return $1 !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
        and $1 !~ '^[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+$';
