-- compatible: yes
-- with the functions
-- The filter of wagers knows several categories. These functions have other columns or arguments than in 0.1.0; all that call them
-- change in the same transaction.
drop function wagers_within(wager_filter);
drop function filtered_wagers(wager_filter);
drop function wager_matches_filter(text, text, bigint, timestamptz, double precision, wager_filter);
