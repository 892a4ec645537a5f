-- compatible: yes
-- with the functions
-- Names are compared by words instead of trigrams. What called these functions and read these indexes changes in the same
-- transaction.
drop function if exists name_tier(text, boolean, game_terms);
drop function if exists games_among(bigint[], boolean, text, game_terms, game_page);
drop function if exists games_by_name(game_terms, integer, integer);
drop index games_famous_name_idx, games_known_name_idx, games_other_name_idx;
