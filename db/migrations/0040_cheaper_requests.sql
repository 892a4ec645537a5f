-- compatible: yes
-- The statements that nearly every request sends, with less work for the server (docs/decisions/0119-what-a-write-costs.md).

-- Finds the account of a token and scopes the transaction to its tenant and account, in one statement. Returns no row if
-- the token is unknown or expired, or its account is not active. It always sets both settings, and on a refusal to values
-- that match nothing, because reads of other requests may follow in the same transaction. It runs with the rights of its
-- caller and qualifies every name.
--
-- PostgreSQL inlines it into the statement that calls it, whose plan each connection keeps. For that it must be SQL and called
-- stable, although it has the effect of its set_config(). The order in which its parts run is fixed: `found` refers to `scope`
-- and so runs behind it, and `offset 0` keeps them apart. The token is at most one row for the planner too (`limit 1`), so that
-- the account is looked up by its key even before there are statistics.
create or replace function authenticate(
    for_tenant bigint,
    token_digest bytea,
    at_time timestamptz,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out username text,
    out is_stale boolean
) returns setof record
    language sql stable
    as $$
    select known.token_id, known.account_id, known.role, known.username, known.is_stale
      from (
           select found.token_id, found.account_id, found.role, found.username, found.is_stale,
                  set_config('parlay.account_id', coalesce(found.account_id::text, ''), true),
                  case when found.account_id is null then set_config('parlay.tenant_id', '', true) end
             from (select set_config('parlay.tenant_id', for_tenant::text, true) as tenant offset 0) as scope
             left join lateral (
                  select token.id as token_id, a.id as account_id, a.role, a.username, token.is_stale
                    from (
                         select t.id, t.account_id,
                                t.last_used_at is null or t.last_used_at < at_time - interval '1 hour' as is_stale
                           from parlay.tokens t
                          where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time
                          limit 1
                         ) as token
                    join parlay.accounts a
                      on a.tenant_id = for_tenant and a.id = token.account_id and a.status = 'active'
                   where scope.tenant is not null
                  offset 0
                  ) as found on true
           offset 0
           ) as known
     where known.account_id is not null
$$;

-- How notices write the time of a meetup. What they say is as before. A function of PL/pgSQL is started anew in each transaction, each `set`
-- of a function costs as much, and so does an expression with many parts, even where they are not reached.

-- Templates of to_char() by language and region, `en-` for English without a region, and by language for all other regions.
create function date_formats() returns jsonb
    language sql immutable parallel safe
    return '{
        "en-": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-us": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-ca": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-ph": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-pr": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-au": "Dy, FMDD Mon YYYY, FMHH12:MI AM", "en-nz": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en-in": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en": "Dy, FMDD Mon YYYY, HH24:MI",
        "fr-ca": "YYYY-MM-DD HH24:MI",
        "fr-ch": "DD.MM.YYYY HH24:MI", "it-ch": "DD.MM.YYYY HH24:MI",
        "nl-be": "DD/MM/YYYY HH24:MI",
        "az": "DD.MM.YYYY HH24:MI", "be": "DD.MM.YYYY HH24:MI", "bg": "DD.MM.YYYY HH24:MI", "bs": "DD.MM.YYYY HH24:MI",
        "cs": "DD.MM.YYYY HH24:MI", "da": "DD.MM.YYYY HH24:MI", "de": "DD.MM.YYYY HH24:MI", "et": "DD.MM.YYYY HH24:MI",
        "fi": "DD.MM.YYYY HH24:MI", "hr": "DD.MM.YYYY HH24:MI", "hy": "DD.MM.YYYY HH24:MI", "is": "DD.MM.YYYY HH24:MI",
        "ka": "DD.MM.YYYY HH24:MI", "kk": "DD.MM.YYYY HH24:MI", "lv": "DD.MM.YYYY HH24:MI", "mk": "DD.MM.YYYY HH24:MI",
        "nb": "DD.MM.YYYY HH24:MI", "nn": "DD.MM.YYYY HH24:MI", "no": "DD.MM.YYYY HH24:MI", "pl": "DD.MM.YYYY HH24:MI",
        "ro": "DD.MM.YYYY HH24:MI", "ru": "DD.MM.YYYY HH24:MI", "sk": "DD.MM.YYYY HH24:MI", "sl": "DD.MM.YYYY HH24:MI",
        "sr": "DD.MM.YYYY HH24:MI", "tr": "DD.MM.YYYY HH24:MI", "uk": "DD.MM.YYYY HH24:MI",
        "ca": "DD/MM/YYYY HH24:MI", "cy": "DD/MM/YYYY HH24:MI", "el": "DD/MM/YYYY HH24:MI", "es": "DD/MM/YYYY HH24:MI",
        "fr": "DD/MM/YYYY HH24:MI", "ga": "DD/MM/YYYY HH24:MI", "gl": "DD/MM/YYYY HH24:MI", "he": "DD/MM/YYYY HH24:MI",
        "id": "DD/MM/YYYY HH24:MI", "it": "DD/MM/YYYY HH24:MI", "ms": "DD/MM/YYYY HH24:MI", "pt": "DD/MM/YYYY HH24:MI",
        "sw": "DD/MM/YYYY HH24:MI", "vi": "DD/MM/YYYY HH24:MI",
        "ar": "DD/MM/YYYY FMHH12:MI AM", "bn": "DD/MM/YYYY FMHH12:MI AM", "hi": "DD/MM/YYYY FMHH12:MI AM",
        "ta": "DD/MM/YYYY FMHH12:MI AM", "te": "DD/MM/YYYY FMHH12:MI AM", "ur": "DD/MM/YYYY FMHH12:MI AM",
        "nl": "DD-MM-YYYY HH24:MI",
        "ja": "YYYY/MM/DD HH24:MI", "zh": "YYYY/MM/DD HH24:MI",
        "hu": "YYYY. MM. DD. HH24:MI", "ko": "YYYY. MM. DD. HH24:MI"
    }'::jsonb;

-- See 0019_meeting_times.sql.
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

-- The time in a person's zone and format. to_char() knows the abbreviation of the session's zone only, so the zone is set
-- meanwhile. All names are qualified, because a search_path would cost time at each call.
create function format_local_time(moment timestamptz, settings jsonb) returns text
    language plpgsql
    as $$
declare
    before constant text := current_setting('TimeZone');
    shown text;
begin
    begin
        perform set_config('TimeZone', coalesce(settings ->> 'time_zone', 'UTC'), true);
    exception when invalid_parameter_value then
        perform set_config('TimeZone', 'UTC', true);  -- an unknown zone counts as UTC
    end;
    -- Many zones have only an offset for an abbreviation.
    shown := to_char(moment, parlay.date_format(coalesce(settings ->> 'locale', 'en'))) || ' '
        || case when to_char(moment, 'TZ') ~ '^[+-]' then to_char(moment, '"UTC"TZH:TZM') else to_char(moment, 'TZ') end;
    perform set_config('TimeZone', before, true);
    return shown;
end
$$;

-- PostgreSQL inlines it.
create or replace function format_meeting_time(moment timestamptz, settings jsonb) returns text
    language sql
    return case
        when coalesce(settings ->> 'time_zone', 'UTC') = 'UTC' and coalesce(settings ->> 'locale', 'en') in ('en', 'en-US')
            then to_char(moment at time zone 'UTC', 'Dy, Mon FMDD, YYYY, FMHH12:MI AM') || ' UTC'
        else format_local_time(moment, settings)
    end;
