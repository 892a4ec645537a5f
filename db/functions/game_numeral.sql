-- The number that a word stands for, as other names have it: `iv` for `4`, and `4` for `iv`. Null for words that are no
-- number from 1 to 39, and for single letters, which often are none.
create or replace function game_numeral(word text) returns text
    language sql immutable parallel safe
    return case
        when word ~ '^([1-9]|[12][0-9]|3[0-9])$' then btrim(lower(to_char(word::integer, 'RN')))
        when word ~ '^[ivx]{2,}$' then array_position(
            array['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi', 'xvii',
                  'xviii', 'xix', 'xx', 'xxi', 'xxii', 'xxiii', 'xxiv', 'xxv', 'xxvi', 'xxvii', 'xxviii', 'xxix', 'xxx', 'xxxi',
                  'xxxii', 'xxxiii', 'xxxiv', 'xxxv', 'xxxvi', 'xxxvii', 'xxxviii', 'xxxix'],
            word
        )::text
    end;
