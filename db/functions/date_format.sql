-- The format of dates with times in a locale, as a template of to_char: by language, and by region where the formats of a
-- language differ. All others get ISO 8601. Months and weekdays are English, like the texts around them.
create or replace function date_format(locale text) returns text
    language sql immutable parallel safe
    return coalesce(
        date_formats() ->> (
            split_part(lower(locale), '-', 1) || '-'
            || coalesce((regexp_match(lower(locale), '^[a-z]+(?:-[a-z]{4})?-([a-z]{2}|[0-9]{3})(?:-|$)'))[1], '')
        ),
        date_formats() ->> split_part(lower(locale), '-', 1),
        'YYYY-MM-DD HH24:MI'
    );
