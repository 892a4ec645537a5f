-- compatible: yes
-- Screenshots of games, in the order of their source: names of IGDB's pictures, or https addresses.
alter table games
    add column screenshots text[] not null default '{}'
        constraint games_screenshots_check
        check (cardinality(screenshots) <= 10 and array_position(screenshots, null) is null);
