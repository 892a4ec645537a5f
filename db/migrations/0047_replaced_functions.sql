-- compatible: yes
-- with the functions
-- Functions of 0.1.0 that only functions called. All that called them change in the same transaction.

-- The filter of wagers knows several categories, and has other columns and arguments.
drop function wagers_within(wager_filter);
drop function filtered_wagers(wager_filter);
drop function wager_matches_filter(text, text, bigint, timestamptz, double precision, wager_filter);

-- One search for people by expressions and by parts of names; see find_people.
drop function people_matching_by_age(text, bigint, bigint, integer);
drop function people_matching_by_index(text, bigint, integer);
drop function people_matching_between(text, bigint, bigint, integer);
