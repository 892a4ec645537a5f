-- The schema as it is, for reading: what the migrations and the functions make. Written by `scripts/dump-schema`;
-- a test compares it with a migrated database. The bodies of functions stand in functions/, comments in
-- migrations/. `for` names the roles that may call a function; without it, every role may.

create type game_filter as (
    genre text,
    platform text,
    released_from date,
    min_rating double precision,
    min_votes integer
);

create type game_page as (
    tier integer,
    number double precision,
    game_id bigint,
    size integer
);

create type game_terms as (
    key text,
    words text[],
    genre_id bigint,
    platform_id bigint,
    released_from date,
    min_rating double precision,
    min_votes integer,
    keys text[],
    query tsquery,
    alike jsonb
);

create type wager_filter as (
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    lat double precision,
    lon double precision,
    radius_km double precision,
    at_time timestamptz
);

create type wager_page as (
    by_distance boolean,
    after_km double precision,
    before_id bigint,
    size integer
);

create table accounts (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    username text not null,
    username_key text not null generated always as (lower(username COLLATE "C")) stored,
    email text,
    first_name text,
    last_name text default '',
    bio text not null default '',
    venmo_username text,
    known_lang text,
    learn_lang text,
    password_hash text,
    role text not null default 'member',
    status text not null default 'active',
    settings jsonb not null default '{}'::jsonb,
    met_count integer not null default 0,
    no_show_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_active_at timestamptz not null default date_trunc('hour', now()),
    version bigint not null default 1,
    photo_version bigint,
    email_proof text,
    resumed_at timestamptz,
    hidden_parts smallint not null default 0,
    second_factor boolean not null default false,
    constraint accounts_pkey PRIMARY KEY (tenant_id, id),
    constraint accounts_email_key UNIQUE (tenant_id, email),
    constraint accounts_username_key UNIQUE (tenant_id, username_key),
    constraint accounts_bio_check CHECK (length(bio) <= 1000),
    constraint accounts_deleted_check CHECK (status <> 'deleted' OR password_hash IS NULL AND email IS NULL AND email_proof IS NULL AND photo_version IS NULL),
    constraint accounts_email_check CHECK (length(email) <= 254),
    constraint accounts_email_proof_check CHECK (email_proof = ANY (ARRAY['code', 'reset', 'id_token'])),
    constraint accounts_first_name_check CHECK (length(first_name) <= 50 AND is_name(first_name)),
    constraint accounts_hidden_parts_check CHECK (hidden_parts >= 0 AND hidden_parts <= 7),
    constraint accounts_languages_check CHECK (learn_lang <> known_lang),
    constraint accounts_last_name_check CHECK (length(last_name) <= 50 AND is_name(last_name)),
    constraint accounts_met_count_check CHECK (met_count >= 0),
    constraint accounts_no_show_count_check CHECK (no_show_count >= 0),
    constraint accounts_photo_version_check CHECK (photo_version > 0),
    constraint accounts_role_check CHECK (role = ANY (ARRAY['member', 'moderator', 'admin'])),
    constraint accounts_status_check CHECK (status = ANY (ARRAY['active', 'suspended', 'deleted'])),
    constraint accounts_username_check CHECK (username ~ '^[A-Za-z0-9._-]{3,30}$' OR status = 'deleted'),
    constraint accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=90);
call protect('accounts');
CREATE INDEX accounts_active_at_idx ON accounts USING btree (tenant_id, last_active_at, id) WHERE status <> 'deleted';
CREATE INDEX accounts_addressed_idx ON accounts USING btree (email, tenant_id) WHERE email IS NOT NULL;
CREATE INDEX accounts_created_at_idx ON accounts USING btree (tenant_id, created_at);
CREATE INDEX accounts_deleted_idx ON accounts USING btree (tenant_id, updated_at) WHERE status = 'deleted';
CREATE INDEX accounts_languages_idx ON accounts USING btree (tenant_id, known_lang, learn_lang, last_active_at DESC, id DESC) WHERE status = 'active';
CREATE INDEX accounts_name_idx ON accounts USING btree (tenant_id, COALESCE(NULLIF(btrim((COALESCE(first_name, '') || ' ') || COALESCE(last_name, '')), ''), username) COLLATE "und-x-icu", id) WHERE status <> 'deleted';
CREATE INDEX accounts_named_idx ON accounts USING btree (username_key, tenant_id);
CREATE INDEX accounts_text_idx ON accounts USING gin (tenant_id, username gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops) WITH (fastupdate=off);
CREATE TRIGGER accounts_resumed BEFORE UPDATE OF status ON accounts FOR EACH ROW WHEN (old.status = 'suspended' AND new.status = 'active') EXECUTE FUNCTION note_resumption();
CREATE TRIGGER accounts_role AFTER UPDATE OF role, status ON accounts FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION pass_role_to_tokens();
CREATE TRIGGER delete_email_verification AFTER UPDATE OF email ON accounts FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION delete_email_verification();
CREATE TRIGGER delete_identities AFTER UPDATE OF status ON accounts FOR EACH ROW WHEN (old.status <> 'deleted' AND new.status = 'deleted') EXECUTE FUNCTION delete_identities();
CREATE TRIGGER delete_passkeys AFTER UPDATE OF status ON accounts FOR EACH ROW WHEN (old.status <> 'deleted' AND new.status = 'deleted') EXECUTE FUNCTION delete_passkeys();
CREATE TRIGGER delete_sign_ins AFTER UPDATE OF status ON accounts FOR EACH ROW WHEN (old.status <> 'deleted' AND new.status = 'deleted') EXECUTE FUNCTION delete_sign_ins();
CREATE TRIGGER forget_email_proof BEFORE UPDATE OF email ON accounts FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION forget_email_proof();
CREATE TRIGGER forget_identities AFTER UPDATE OF email_proof ON accounts FOR EACH ROW WHEN (new.email_proof = 'reset' AND old.email_proof IS DISTINCT FROM 'reset' AND old.email_proof IS DISTINCT FROM 'id_token') EXECUTE FUNCTION delete_identities();
CREATE TRIGGER forget_passkeys AFTER UPDATE OF email_proof ON accounts FOR EACH ROW WHEN (new.email_proof = 'reset' AND old.email_proof IS DISTINCT FROM 'reset' AND old.email_proof IS DISTINCT FROM 'id_token') EXECUTE FUNCTION delete_passkeys();
CREATE TRIGGER keep_last_admin AFTER UPDATE OF role, status ON accounts FOR EACH ROW WHEN (old.role = 'admin' AND old.status = 'active' AND (new.role <> 'admin' OR new.status <> 'active')) EXECUTE FUNCTION keep_last_admin();
CREATE TRIGGER mail_old_address AFTER UPDATE OF email ON accounts FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email AND old.email IS NOT NULL AND new.status <> 'deleted') EXECUTE FUNCTION mail_old_address();
CREATE TRIGGER refuse_held_address AFTER UPDATE OF email ON accounts FOR EACH ROW WHEN (new.email IS NOT NULL AND old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION refuse_held_address();
CREATE TRIGGER refuse_held_address_made AFTER INSERT ON accounts FOR EACH ROW WHEN (new.email IS NOT NULL AND NOT in_transfer()) EXECUTE FUNCTION refuse_held_address();
CREATE CONSTRAINT TRIGGER tell_account AFTER UPDATE OF role, status ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT in_transfer() AND (old.role IS DISTINCT FROM new.role OR old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION tell_account();
grant delete, insert, select, update on accounts to parlay_front, parlay_worker;

create table active_days (
    tenant_id bigint not null,
    at timestamptz not null,
    id bigint not null generated always as identity,
    constraint active_days_pkey PRIMARY KEY (tenant_id, at, id)
);
alter table active_days alter column tenant_id set statistics 0;
call protect('active_days');
CREATE INDEX active_days_at_idx ON active_days USING btree (at);
grant insert, select on active_days to parlay_front;
grant delete, insert, select on active_days to parlay_worker;

create table api_keys (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    label text not null,
    digest bytea,
    prefix text not null,
    scopes text[] not null,
    networks text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz,
    version bigint not null default 1,
    constraint api_keys_pkey PRIMARY KEY (tenant_id, id),
    constraint api_keys_digest_key UNIQUE (tenant_id, digest),
    constraint api_keys_digest_check CHECK (length(digest) = 32),
    constraint api_keys_revoked_check CHECK ((digest IS NULL) = (revoked_at IS NOT NULL)),
    constraint api_keys_scopes_check CHECK (cardinality(scopes) > 0),
    constraint api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=90);
call protect('api_keys');
grant insert, select, update on api_keys to parlay_front;
grant select on api_keys to parlay_worker;

create table audit (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint,
    action text not null,
    subject_type text,
    subject_id bigint,
    details jsonb not null default '{}'::jsonb,
    created_at timestamptz not null default now(),
    key_id bigint,
    constraint audit_pkey PRIMARY KEY (tenant_id, id),
    constraint audit_details_check CHECK (jsonb_typeof(details) = 'object'),
    constraint audit_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint audit_key_fkey FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys(tenant_id, id) ON DELETE CASCADE,
    constraint audit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('audit');
CREATE INDEX audit_account_idx ON audit USING btree (tenant_id, account_id, id DESC);
CREATE INDEX audit_action_idx ON audit USING btree (tenant_id, action, id DESC);
CREATE INDEX audit_created_at_idx ON audit USING btree (tenant_id, created_at, id);
CREATE INDEX audit_key_idx ON audit USING btree (tenant_id, key_id, id DESC) WHERE key_id IS NOT NULL;
CREATE INDEX audit_newest_idx ON audit USING btree (id DESC);
CREATE INDEX audit_newest_of_action_idx ON audit USING btree (action, id DESC);
CREATE INDEX audit_subject_idx ON audit USING btree (tenant_id, subject_type, subject_id, id DESC);
grant insert, select on audit to parlay_front, parlay_worker;

create table backups (
    is_only boolean not null default true,
    name text not null,
    ended_at timestamptz not null,
    constraint backups_pkey PRIMARY KEY (is_only),
    constraint backups_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
    constraint backups_only_check CHECK (is_only)
);
grant select on backups to parlay_worker;

create table bet_legs (
    tenant_id bigint not null,
    bet_id bigint not null,
    number smallint not null,
    account_id bigint not null,
    event_id bigint not null,
    outcome_id bigint not null,
    price integer not null,
    constraint bet_legs_pkey PRIMARY KEY (tenant_id, bet_id, number),
    constraint bet_legs_event_key UNIQUE (tenant_id, bet_id, event_id),
    constraint bet_legs_number_check CHECK (number >= 1 AND number <= 12),
    constraint bet_legs_price_check CHECK (abs(price) >= 100 AND abs(price) <= 1000000),
    constraint bet_legs_bet_fkey FOREIGN KEY (tenant_id, bet_id) REFERENCES bets(tenant_id, id) ON DELETE CASCADE,
    constraint bet_legs_event_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES events(tenant_id, id),
    constraint bet_legs_outcome_fkey FOREIGN KEY (tenant_id, outcome_id) REFERENCES outcomes(tenant_id, id)
);
alter table bet_legs alter column tenant_id set statistics 0;
call protect('bet_legs');
CREATE INDEX bet_legs_event_idx ON bet_legs USING btree (tenant_id, event_id, account_id, bet_id);
CREATE INDEX bet_legs_outcome_idx ON bet_legs USING btree (tenant_id, outcome_id, account_id);
grant insert, select on bet_legs to parlay_front, parlay_worker;

create table bets (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    stake_cents bigint not null,
    potential_payout_cents bigint not null,
    payout_cents bigint,
    status text not null default 'open',
    step integer not null default 0,
    placed_at timestamptz not null default now(),
    settled_at timestamptz,
    run_event_id bigint,
    run_version integer,
    constraint bets_pkey PRIMARY KEY (tenant_id, id),
    constraint bets_payout_check CHECK (payout_cents >= 0),
    constraint bets_potential_payout_check CHECK (potential_payout_cents >= stake_cents),
    constraint bets_settled_check CHECK (is_bet_state(status, stake_cents, payout_cents, settled_at)),
    constraint bets_stake_check CHECK (stake_cents > 0),
    constraint bets_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=75);
alter table bets alter column tenant_id set statistics 0;
call protect('bets');
CREATE INDEX bets_account_idx ON bets USING btree (tenant_id, account_id, id DESC);
CREATE INDEX bets_placed_at_idx ON bets USING btree (tenant_id, placed_at) INCLUDE (stake_cents);
CREATE CONSTRAINT TRIGGER check_bet_ledger AFTER INSERT OR UPDATE ON bets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_bet_ledger();
CREATE TRIGGER guard_bet_terms BEFORE UPDATE OF account_id, stake_cents, potential_payout_cents, placed_at ON bets FOR EACH ROW EXECUTE FUNCTION guard_bet_terms();
grant insert, select, update on bets to parlay_front, parlay_worker;

create table blocks (
    tenant_id bigint not null,
    account_id bigint not null,
    blocked_id bigint not null,
    created_at timestamptz not null default now(),
    constraint blocks_pkey PRIMARY KEY (tenant_id, account_id, blocked_id),
    constraint blocks_oneself_check CHECK (account_id <> blocked_id),
    constraint blocks_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint blocks_blocked_fkey FOREIGN KEY (tenant_id, blocked_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('blocks');
CREATE INDEX blocks_blocked_idx ON blocks USING btree (tenant_id, blocked_id, account_id);
CREATE TRIGGER require_active_account AFTER INSERT ON blocks FOR EACH ROW EXECUTE FUNCTION require_active_account('account_id', 'blocked_id');
grant delete, insert, select, update on blocks to parlay_front, parlay_worker;

create table catalog_mean (
    is_only boolean not null default true,
    rating double precision not null,
    constraint catalog_mean_pkey PRIMARY KEY (is_only),
    constraint catalog_mean_only_check CHECK (is_only)
);
grant select on catalog_mean to parlay_front;
grant delete, insert, select, update on catalog_mean to parlay_worker;

create table cells (
    number integer not null,
    added_at timestamptz not null default now(),
    constraint cells_pkey PRIMARY KEY (number),
    constraint cells_number_check CHECK (number >= 1 AND number <= 1000)
);
grant select on cells to parlay_front, parlay_worker;

create table daily_figures (
    tenant_id bigint not null,
    day date not null,
    counted_at timestamptz not null,
    figures jsonb not null,
    constraint daily_figures_pkey PRIMARY KEY (tenant_id, day),
    constraint daily_figures_figures_check CHECK (jsonb_typeof(figures) = 'object')
) with (fillfactor=80);
call protect('daily_figures');
grant select on daily_figures to parlay_front;
grant delete, insert, select, update on daily_figures to parlay_worker;

create table dead_letters (
    tenant_id bigint not null,
    id bigint not null,
    kind text not null,
    payload jsonb not null,
    attempt smallint not null,
    max_attempts smallint not null,
    unique_key text,
    last_error text not null,
    stack text,
    created_at timestamptz not null,
    died_at timestamptz not null default now(),
    constraint dead_letters_pkey PRIMARY KEY (tenant_id, id)
);
call protect('dead_letters');
CREATE INDEX dead_letters_died_at_idx ON dead_letters USING btree (died_at);
CREATE INDEX dead_letters_kind_idx ON dead_letters USING btree (kind, died_at);
CREATE INDEX dead_letters_tenant_idx ON dead_letters USING btree (tenant_id, died_at, id);
grant delete, insert, select, update on dead_letters to parlay_worker;

create table email_verifications (
    tenant_id bigint not null,
    account_id bigint not null,
    mail_id bigint not null,
    selector text not null,
    digest bytea not null,
    recipient text not null,
    tries smallint not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    constraint email_verifications_pkey PRIMARY KEY (tenant_id, account_id),
    constraint email_verifications_digest_check CHECK (length(digest) = 32),
    constraint email_verifications_recipient_check CHECK (length(recipient) <= 254),
    constraint email_verifications_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('email_verifications');
CREATE INDEX email_verifications_expires_at_idx ON email_verifications USING btree (expires_at);
CREATE INDEX email_verifications_selector_idx ON email_verifications USING btree (tenant_id, selector);
grant delete, select, update on email_verifications to parlay_front;
grant delete, insert, select, update on email_verifications to parlay_worker;

create table events (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    tournament_id bigint not null,
    home text not null,
    away text not null,
    starts_at timestamptz not null,
    week smallint,
    status text not null default 'scheduled',
    home_score integer,
    away_score integer,
    result_version integer not null default 0,
    first_result_at timestamptz,
    postponed_at timestamptz,
    source text,
    external_id text,
    constraint events_pkey PRIMARY KEY (tenant_id, id),
    constraint events_external_key UNIQUE (tenant_id, source, external_id),
    constraint events_away_check CHECK (length(away) >= 1 AND length(away) <= 100 AND is_name(away)),
    constraint events_away_score_check CHECK (away_score >= 0 AND away_score <= 10000),
    constraint events_home_check CHECK (length(home) >= 1 AND length(home) <= 100 AND is_name(home)),
    constraint events_home_score_check CHECK (home_score >= 0 AND home_score <= 10000),
    constraint events_postponed_check CHECK ((status = 'postponed') = (postponed_at IS NOT NULL)),
    constraint events_result_check CHECK ((status = ANY (ARRAY['final', 'cancelled'])) = (first_result_at IS NOT NULL) AND (first_result_at IS NULL OR result_version > 0)),
    constraint events_scores_check CHECK ((home_score IS NULL) = (away_score IS NULL) AND (status <> 'final' OR home_score IS NOT NULL)),
    constraint events_source_check CHECK ((source IS NULL) = (external_id IS NULL)),
    constraint events_status_check CHECK (status = ANY (ARRAY['scheduled', 'live', 'final', 'postponed', 'cancelled'])),
    constraint events_teams_check CHECK (home <> away),
    constraint events_week_check CHECK (week >= 0 AND week <= 1000),
    constraint events_tournament_fkey FOREIGN KEY (tenant_id, tournament_id) REFERENCES tournaments(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=85);
alter table events alter column tenant_id set statistics 0;
call protect('events');
CREATE INDEX events_postponed_at_idx ON events USING btree (postponed_at) WHERE postponed_at IS NOT NULL;
CREATE INDEX events_starts_at_idx ON events USING btree (tenant_id, starts_at, id);
CREATE INDEX events_tournament_idx ON events USING btree (tenant_id, tournament_id, starts_at, id);
CREATE INDEX events_undecided_idx ON events USING btree (tenant_id, tournament_id, starts_at) WHERE status <> ALL (ARRAY['final', 'cancelled']);
CREATE TRIGGER note_changed_events AFTER UPDATE ON events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_events();
CREATE TRIGGER note_deleted_events AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION note_deleted_events();
CREATE TRIGGER note_new_events AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION note_new_events();
grant delete, insert, select, update on events to parlay_front, parlay_worker;

create table featured_games (
    tenant_id bigint not null,
    place integer not null,
    game_id bigint not null,
    constraint featured_games_pkey PRIMARY KEY (tenant_id, place),
    constraint featured_games_place_check CHECK (place >= 1 AND place <= 50),
    constraint featured_games_game_fkey FOREIGN KEY (game_id) REFERENCES games(id),
    constraint featured_games_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('featured_games');
grant delete, insert, select, update on featured_games to parlay_front, parlay_worker;

create table friendships (
    tenant_id bigint not null,
    account_a bigint not null,
    account_b bigint not null,
    asked_by bigint not null,
    created_at timestamptz not null default now(),
    accepted_at timestamptz,
    constraint friendships_pkey PRIMARY KEY (tenant_id, account_a, account_b),
    constraint friendships_asked_by_check CHECK (asked_by = account_a OR asked_by = account_b),
    constraint friendships_order_check CHECK (account_a < account_b),
    constraint friendships_account_a_fkey FOREIGN KEY (tenant_id, account_a) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint friendships_account_b_fkey FOREIGN KEY (tenant_id, account_b) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=90);
call protect('friendships');
CREATE INDEX friendships_other_idx ON friendships USING btree (tenant_id, account_b, account_a);
CREATE TRIGGER refuse_blocked_friendship AFTER INSERT ON friendships FOR EACH ROW WHEN (current_account_id() IS NOT NULL) EXECUTE FUNCTION refuse_blocked_friendship();
CREATE TRIGGER require_active_account AFTER INSERT ON friendships FOR EACH ROW EXECUTE FUNCTION require_active_account('account_a', 'account_b');
grant delete, insert, select, update on friendships to parlay_front, parlay_worker;

create table game_genres (
    game_id bigint not null,
    genre_id bigint not null,
    constraint game_genres_pkey PRIMARY KEY (game_id, genre_id),
    constraint game_genres_game_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
    constraint game_genres_genre_fkey FOREIGN KEY (genre_id) REFERENCES genres(id)
);
CREATE INDEX game_genres_genre_idx ON game_genres USING btree (genre_id, game_id);
grant select on game_genres to parlay_front;
grant delete, insert, select, update on game_genres to parlay_worker;

create table game_platforms (
    game_id bigint not null,
    platform_id bigint not null,
    constraint game_platforms_pkey PRIMARY KEY (game_id, platform_id),
    constraint game_platforms_game_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
    constraint game_platforms_platform_fkey FOREIGN KEY (platform_id) REFERENCES platforms(id)
);
CREATE INDEX game_platforms_platform_idx ON game_platforms USING btree (platform_id, game_id);
grant select on game_platforms to parlay_front;
grant delete, insert, select, update on game_platforms to parlay_worker;

create table game_ratings (
    game_id bigint not null,
    has_few_votes boolean not null,
    weighted double precision,
    constraint game_ratings_pkey PRIMARY KEY (game_id),
    constraint game_ratings_game_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX game_ratings_top_idx ON game_ratings USING btree (has_few_votes, (- COALESCE(weighted, '-1'::integer::double precision)), game_id);
CREATE INDEX game_ratings_weighted_idx ON game_ratings USING btree ((- COALESCE(weighted, '-1'::integer::double precision)), game_id);
grant select on game_ratings to parlay_front;
grant delete, insert, select, update on game_ratings to parlay_worker;

create table game_searches (
    key text collate "C" not null,
    asked_at timestamptz not null,
    status text not null,
    running_until timestamptz,
    finished bigint not null default 0,
    constraint game_searches_pkey PRIMARY KEY (key),
    constraint game_searches_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
    constraint game_searches_running_check CHECK ((status = 'running') = (running_until IS NOT NULL)),
    constraint game_searches_status_check CHECK (status = ANY (ARRAY['running', 'done', 'failed']))
);
CREATE INDEX game_searches_asked_at_idx ON game_searches USING btree (asked_at);
grant delete, insert, select, update on game_searches to parlay_worker;

create table game_words (
    word text collate "C" not null,
    games integer not null,
    constraint game_words_pkey PRIMARY KEY (word)
);
CREATE INDEX game_words_part_idx ON game_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX game_words_spelling_idx ON game_words USING gin (game_deletions(word)) WITH (fastupdate=off);
grant select on game_words to parlay_front;
grant insert, select, update on game_words to parlay_worker;

create table games (
    id bigint not null generated always as identity,
    igdb_id bigint,
    source text,
    source_id bigint,
    name text not null,
    key text collate "C" not null generated always as (game_key(name)) stored,
    rating double precision,
    rating_count integer not null default 0,
    summary text,
    release_date date,
    cover_image_id text,
    cover_url text,
    updated_at timestamptz not null,
    is_hidden boolean,
    screenshots text[] not null default '{}'[],
    constraint games_pkey PRIMARY KEY (id),
    constraint games_igdb_id_key UNIQUE (igdb_id),
    constraint games_source_key UNIQUE (source, source_id),
    constraint games_cover_check CHECK ((cover_image_id IS NULL) = (cover_url IS NULL)),
    constraint games_cover_image_id_check CHECK (length(cover_image_id) >= 1 AND length(cover_image_id) <= 200),
    constraint games_cover_url_check CHECK (cover_url ~ '^https?://' AND length(cover_url) <= 2000),
    constraint games_identity_check CHECK (igdb_id IS NOT NULL OR source IS NOT NULL),
    constraint games_name_check CHECK (length(name) >= 1 AND length(name) <= 500),
    constraint games_rating_check CHECK (rating >= 0::double precision AND rating <= 100::double precision),
    constraint games_rating_count_check CHECK (rating_count >= 0),
    constraint games_release_date_check CHECK (release_date >= '0001-01-01'::date AND release_date <= '9999-12-31'::date),
    constraint games_screenshots_check CHECK (cardinality(screenshots) <= 10 AND array_position(screenshots, NULL::text) IS NULL),
    constraint games_source_check CHECK ((source IS NULL) = (source_id IS NULL)),
    constraint games_source_length_check CHECK (length(source) >= 1 AND length(source) <= 50),
    constraint games_summary_check CHECK (length(summary) <= 20000)
);
CREATE INDEX games_famous_key_idx ON games USING btree (key) WHERE rating_count >= 4096;
CREATE INDEX games_famous_words_idx ON games USING gin (array_to_tsvector(string_to_array(key, ' '))) WITH (fastupdate=off) WHERE rating_count >= 4096;
CREATE INDEX games_key_idx ON games USING btree (key, id);
CREATE INDEX games_known_key_idx ON games USING btree (key) WHERE rating_count >= 256 AND rating_count < 4096;
CREATE INDEX games_known_words_idx ON games USING gin (array_to_tsvector(string_to_array(key, ' '))) WITH (fastupdate=off) WHERE rating_count >= 256 AND rating_count < 4096;
CREATE INDEX games_other_key_idx ON games USING btree (key) WHERE rating_count < 256;
CREATE INDEX games_other_words_idx ON games USING gin (array_to_tsvector(string_to_array(key, ' '))) WITH (fastupdate=off) WHERE rating_count < 256;
CREATE INDEX games_rating_idx ON games USING btree ((- COALESCE(rating, '-1'::integer::double precision)), id);
CREATE INDEX games_release_date_idx ON games USING btree (COALESCE('1970-01-01'::date - release_date, 1000000), id);
CREATE INDEX games_votes_idx ON games USING btree ((- rating_count), id);
CREATE TRIGGER count_changed_words AFTER UPDATE ON games REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_game_words();
CREATE TRIGGER count_deleted_words AFTER DELETE ON games REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_game_words();
CREATE TRIGGER count_new_words AFTER INSERT ON games REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_game_words();
CREATE TRIGGER rate_changed_games AFTER UPDATE ON games REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rate_games();
CREATE TRIGGER rate_new_games AFTER INSERT ON games REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rate_games();
grant select on games to parlay_front;
grant delete, insert, select, update on games to parlay_worker;

create table genres (
    id bigint not null generated always as identity,
    name text not null,
    game_count integer not null default 0,
    constraint genres_pkey PRIMARY KEY (id),
    constraint genres_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
CREATE UNIQUE INDEX genres_name_key ON genres USING btree (lower(name));
grant select on genres to parlay_front;
grant delete, insert, select, update on genres to parlay_worker;

create table hidden_content (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    moderator_id bigint not null,
    subject_type text not null,
    subject_id bigint not null,
    part text not null,
    reason text not null,
    created_at timestamptz not null default now(),
    constraint hidden_content_pkey PRIMARY KEY (tenant_id, id),
    constraint hidden_content_subject_key UNIQUE (tenant_id, subject_type, subject_id, part),
    constraint hidden_content_part_check CHECK (length(part) <= 40),
    constraint hidden_content_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
    constraint hidden_content_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint hidden_content_moderator_fkey FOREIGN KEY (tenant_id, moderator_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('hidden_content');
CREATE INDEX hidden_content_account_idx ON hidden_content USING btree (tenant_id, account_id);
CREATE INDEX hidden_content_moderator_idx ON hidden_content USING btree (tenant_id, moderator_id);
grant delete, insert, select, update on hidden_content to parlay_front, parlay_worker;

create table hourly_figures (
    tenant_id bigint not null,
    hour timestamptz not null,
    figures jsonb not null,
    constraint hourly_figures_pkey PRIMARY KEY (tenant_id, hour),
    constraint hourly_figures_figures_check CHECK (jsonb_typeof(figures) = 'object')
) with (fillfactor=80);
call protect('hourly_figures');
CREATE INDEX hourly_figures_hour_idx ON hourly_figures USING btree (hour);
grant delete, insert, select, update on hourly_figures to parlay_worker;

create table idempotency_keys (
    tenant_id bigint not null,
    account_id bigint not null,
    key text not null,
    fingerprint bytea not null,
    status integer not null,
    headers text not null,
    body bytea not null,
    created_at timestamptz not null,
    constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, account_id, key),
    constraint idempotency_keys_fingerprint_check CHECK (length(fingerprint) = 32),
    constraint idempotency_keys_key_check CHECK (key ~ '^[!-~]{1,255}$'),
    constraint idempotency_keys_status_check CHECK (status >= 200 AND status <= 299),
    constraint idempotency_keys_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('idempotency_keys');
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);
grant delete, insert, select, update on idempotency_keys to parlay_front, parlay_worker;

create table identities (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    issuer text not null,
    subject text not null,
    email text,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    constraint identities_pkey PRIMARY KEY (tenant_id, id),
    constraint identities_subject_key UNIQUE (tenant_id, issuer, subject),
    constraint identities_email_check CHECK (length(email) <= 254),
    constraint identities_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 300),
    constraint identities_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 255),
    constraint identities_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('identities');
CREATE INDEX identities_account_idx ON identities USING btree (tenant_id, account_id, id DESC);
CREATE TRIGGER require_active_account AFTER INSERT ON identities FOR EACH ROW EXECUTE FUNCTION require_active_account();
grant delete, insert, select, update on identities to parlay_front, parlay_worker;

create table igdb_places (
    kind text not null,
    number smallint not null,
    free_at timestamptz not null default '-infinity'::timestamptz,
    held_by bigint,
    constraint igdb_places_pkey PRIMARY KEY (kind, number),
    constraint igdb_places_kind_check CHECK (kind = ANY (ARRAY['start', 'open']))
);
grant select, update on igdb_places to parlay_worker;

create table igdb_state (
    is_only boolean not null default true,
    failures integer not null default 0,
    paused_until timestamptz not null default '-infinity'::timestamptz,
    last_error text,
    last_error_at timestamptz,
    sync_id bigint not null default 0,
    sync_until timestamptz not null default '-infinity'::timestamptz,
    last_sync_at timestamptz,
    synced_until timestamptz,
    top_count integer,
    top_votes integer,
    constraint igdb_state_pkey PRIMARY KEY (is_only),
    constraint igdb_state_last_error_check CHECK (length(last_error) <= 500),
    constraint igdb_state_only_check CHECK (is_only)
);
grant select, update on igdb_state to parlay_worker;

create table igdb_tokens (
    client_id text not null,
    access_token text,
    issued_at timestamptz,
    renew_at timestamptz,
    expires_at timestamptz,
    is_proven boolean not null default false,
    renewing_until timestamptz not null default '-infinity'::timestamptz,
    constraint igdb_tokens_pkey PRIMARY KEY (client_id),
    constraint igdb_tokens_access_token_check CHECK (length(access_token) >= 1 AND length(access_token) <= 1000),
    constraint igdb_tokens_client_id_check CHECK (length(client_id) >= 1 AND length(client_id) <= 200)
);
grant delete, insert, select, update on igdb_tokens to parlay_worker;

create table installation_audit (
    id bigint not null default nextval('audit_id_seq'::regclass),
    action text not null,
    subject_type text not null,
    subject text not null,
    details jsonb not null default '{}'::jsonb,
    created_at timestamptz not null default now(),
    constraint installation_audit_pkey PRIMARY KEY (id),
    constraint installation_audit_details_check CHECK (jsonb_typeof(details) = 'object')
);

create table invites (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    digest bytea not null,
    prefix text not null,
    uses integer not null,
    used integer not null default 0,
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    constraint invites_pkey PRIMARY KEY (tenant_id, id),
    constraint invites_digest_key UNIQUE (tenant_id, digest),
    constraint invites_digest_check CHECK (length(digest) = 32),
    constraint invites_used_check CHECK (used >= 0 AND used <= uses),
    constraint invites_uses_check CHECK (uses > 0),
    constraint invites_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('invites');
CREATE INDEX invites_account_idx ON invites USING btree (tenant_id, account_id);
grant delete, insert, select, update on invites to parlay_front, parlay_worker;

create table issuer_keys (
    issuer text not null,
    keys text,
    fresh_until timestamptz,
    asked_at timestamptz not null,
    answered_at timestamptz,
    has_failed boolean not null default false,
    constraint issuer_keys_pkey PRIMARY KEY (issuer),
    constraint issuer_keys_fresh_until_check CHECK ((keys IS NULL) = (fresh_until IS NULL)),
    constraint issuer_keys_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 300),
    constraint issuer_keys_keys_check CHECK (octet_length(keys) <= 65536)
);
grant select on issuer_keys to parlay_front;
grant delete, select on issuer_keys to parlay_worker;

create table jobs (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    kind text not null,
    payload jsonb not null,
    state text not null default 'available',
    run_at timestamptz not null default clock_timestamp(),
    attempt smallint not null default 0,
    max_attempts smallint not null default 10,
    unique_key text,
    worker_id bigint,
    last_error text,
    created_at timestamptz not null default now(),
    deaths smallint not null default 0,
    constraint jobs_pkey PRIMARY KEY (tenant_id, id),
    constraint jobs_attempt_check CHECK (attempt >= 0),
    constraint jobs_deaths_check CHECK (deaths >= 0 AND deaths <= 1),
    constraint jobs_kind_check CHECK (kind ~ '^[a-z][a-z0-9_.]{0,62}$'),
    constraint jobs_max_attempts_check CHECK (max_attempts >= 1 AND max_attempts <= 100),
    constraint jobs_payload_check CHECK (pg_column_size(payload) <= 65536),
    constraint jobs_state_check CHECK (state = ANY (ARRAY['available', 'running'])),
    constraint jobs_unique_key_check CHECK (length(unique_key) <= 200),
    constraint jobs_worker_check CHECK ((state = 'running') = (worker_id IS NOT NULL))
) with (fillfactor=50, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_threshold=50000, autovacuum_analyze_scale_factor=0);
call protect('jobs');
CREATE INDEX jobs_ready_idx ON jobs USING btree (tenant_id, kind, run_at, id) WHERE state = 'available';
CREATE INDEX jobs_running_idx ON jobs USING btree (worker_id) WHERE state = 'running';
CREATE INDEX jobs_suspects_idx ON jobs USING btree (run_at, id) WHERE state = 'available' AND deaths > 0;
CREATE UNIQUE INDEX jobs_unique_key ON jobs USING btree (tenant_id, kind, unique_key) WHERE state = 'available' AND unique_key IS NOT NULL;
CREATE TRIGGER jobs_added AFTER INSERT ON jobs REFERENCING NEW TABLE AS new_jobs FOR EACH STATEMENT EXECUTE FUNCTION jobs_added();
grant insert, select on jobs to parlay_front;
grant delete, insert, select, update on jobs to parlay_worker;

create table known_devices (
    tenant_id bigint not null,
    account_id bigint not null,
    device text not null,
    network text not null,
    last_at timestamptz not null,
    constraint known_devices_pkey PRIMARY KEY (tenant_id, account_id, device, network),
    constraint known_devices_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('known_devices');
CREATE INDEX known_devices_last_at_idx ON known_devices USING btree (last_at);
grant delete, insert, select, update on known_devices to parlay_front, parlay_worker;

create table leadership (
    name text not null,
    term bigint not null,
    worker text not null,
    since timestamptz not null default now(),
    constraint leadership_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on leadership to parlay_worker;

create table ledger (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    number bigint not null,
    kind text not null,
    bet_id bigint,
    step integer,
    wallet_cents bigint not null default 0,
    debt_cents bigint not null default 0,
    pool_cents bigint not null default 0,
    house_cents bigint not null default 0,
    balance_after_cents bigint not null,
    reason text,
    created_at timestamptz not null default now(),
    constraint ledger_pkey PRIMARY KEY (tenant_id, id),
    constraint ledger_number_key UNIQUE (tenant_id, account_id, number),
    constraint ledger_step_key UNIQUE (tenant_id, bet_id, step),
    constraint ledger_balance_check CHECK (balance_after_cents >= 0),
    constraint ledger_bet_check CHECK (step IS NULL OR bet_id IS NOT NULL),
    constraint ledger_kind_check CHECK (is_ledger_entry(kind, wallet_cents, pool_cents, house_cents, bet_id, step)),
    constraint ledger_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 200),
    constraint ledger_sum_check CHECK ((wallet_cents + debt_cents + pool_cents + house_cents) = 0),
    constraint ledger_bet_fkey FOREIGN KEY (tenant_id, bet_id) REFERENCES bets(tenant_id, id) ON DELETE CASCADE,
    constraint ledger_wallet_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES wallets(tenant_id, account_id) ON DELETE CASCADE
);
alter table ledger alter column tenant_id set statistics 0;
call protect('ledger');
CREATE CONSTRAINT TRIGGER check_ledger_bet AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.step IS NOT NULL) EXECUTE FUNCTION check_ledger_bet();
CREATE TRIGGER check_ledger_wallet BEFORE INSERT ON ledger FOR EACH ROW WHEN (new.tenant_id::text IS DISTINCT FROM current_setting('parlay.tenant_id', true) AND NOT in_transfer()) EXECUTE FUNCTION check_ledger_wallet();
CREATE TRIGGER post_to_wallet BEFORE INSERT ON ledger FOR EACH ROW WHEN (NOT in_transfer()) EXECUTE FUNCTION post_to_wallet();
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_wallet_change();
CREATE TRIGGER repay_debt AFTER INSERT ON ledger FOR EACH ROW WHEN (new.wallet_cents > 0 AND NOT in_transfer()) EXECUTE FUNCTION repay_debt();
grant insert, select on ledger to parlay_front, parlay_worker;

create table ledger_checks (
    tenant_id bigint not null,
    checked_at timestamptz not null,
    differences bigint not null,
    constraint ledger_checks_pkey PRIMARY KEY (tenant_id),
    constraint ledger_checks_differences_check CHECK (differences >= 0),
    constraint ledger_checks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('ledger_checks');
grant delete, insert, select, update on ledger_checks to parlay_worker;

create unlogged table live_changes (
    tenant_id bigint not null,
    transaction xid8 not null default pg_current_xact_id(),
    id bigint not null generated always as identity,
    kind text not null,
    row_id bigint,
    parent_id bigint,
    is_new boolean not null default false,
    is_deleted boolean not null default false,
    with_status boolean not null default false,
    tournament_id bigint,
    event_id bigint,
    is_first boolean not null,
    constraint live_changes_pkey PRIMARY KEY (tenant_id, transaction, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
alter table live_changes alter column tenant_id set statistics 0;
alter table live_changes alter column transaction set statistics 0;
call protect('live_changes');
CREATE CONSTRAINT TRIGGER number_live_changes AFTER INSERT ON live_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_first) EXECUTE FUNCTION number_live_changes();

create table live_counters (
    tenant_id bigint not null,
    seq bigint not null default 0,
    pruned bigint not null default 0,
    notified_at timestamptz not null default '-infinity'::timestamptz,
    constraint live_counters_pkey PRIMARY KEY (tenant_id),
    constraint live_counters_pruned_check CHECK (pruned >= 0 AND pruned <= seq),
    constraint live_counters_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=20);
call protect('live_counters');
grant select on live_counters to parlay_front;
grant select, update (pruned) on live_counters to parlay_worker;

create table live_tickets (
    tenant_id bigint not null,
    digest bytea not null,
    account_id bigint not null,
    token_id bigint not null,
    expires_at timestamptz not null,
    constraint live_tickets_pkey PRIMARY KEY (tenant_id, digest),
    constraint live_tickets_digest_check CHECK (length(digest) = 32),
    constraint live_tickets_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint live_tickets_token_fkey FOREIGN KEY (tenant_id, token_id) REFERENCES tokens(tenant_id, id) ON DELETE CASCADE
);
call protect('live_tickets');
CREATE INDEX live_tickets_account_idx ON live_tickets USING btree (tenant_id, account_id);
CREATE INDEX live_tickets_expires_at_idx ON live_tickets USING btree (expires_at);
CREATE INDEX live_tickets_token_idx ON live_tickets USING btree (tenant_id, token_id);
grant delete, insert, select on live_tickets to parlay_front;
grant delete, select on live_tickets to parlay_worker;

create table live_updates (
    tenant_id bigint not null,
    seq bigint not null,
    kind text not null,
    tournament_id bigint,
    event_id bigint,
    row_id bigint,
    starts_at timestamptz,
    status text,
    home_score integer,
    away_score integer,
    price integer,
    created_at timestamptz not null,
    constraint live_updates_pkey PRIMARY KEY (tenant_id, seq),
    constraint live_updates_kind_check CHECK (kind = ANY (ARRAY['start', 'event', 'market', 'outcome', 'tree'])),
    constraint live_updates_price_check CHECK ((kind = 'outcome') = (price IS NOT NULL)),
    constraint live_updates_row_check CHECK ((kind = 'tree') = (row_id IS NULL)),
    constraint live_updates_start_check CHECK ((kind = 'start') = (starts_at IS NOT NULL)),
    constraint live_updates_status_check CHECK ((kind <> ALL (ARRAY['event', 'market'])) OR status IS NOT NULL),
    constraint live_updates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.05);
alter table live_updates alter column tenant_id set statistics 0;
call protect('live_updates');
CREATE INDEX live_updates_created_at_idx ON live_updates USING brin (created_at) WITH (pages_per_range='16');
grant select on live_updates to parlay_front;
grant delete, select on live_updates to parlay_worker;

create table markets (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    event_id bigint not null,
    kind text not null,
    line_quarters smallint,
    period text not null default 'full',
    status text not null default 'open',
    status_by text,
    prices text not null default 'quoted',
    constraint markets_pkey PRIMARY KEY (tenant_id, id),
    constraint markets_key UNIQUE NULLS NOT DISTINCT (tenant_id, event_id, kind, period, line_quarters),
    constraint markets_kind_check CHECK (kind = ANY (ARRAY['moneyline', 'match_result', 'spread', 'total'])),
    constraint markets_line_check CHECK (line_quarters >= '-4000'::integer AND line_quarters <= 4000),
    constraint markets_line_kind_check CHECK ((kind = ANY (ARRAY['spread', 'total'])) = (line_quarters IS NOT NULL)),
    constraint markets_period_check CHECK (period = 'full'),
    constraint markets_prices_check CHECK (prices = ANY (ARRAY['quoted', 'assumed', 'made_up'])),
    constraint markets_status_by_check CHECK (status_by = ANY (ARRAY['admin', 'feed', 'line', 'event', 'simulation'])),
    constraint markets_status_check CHECK (status = ANY (ARRAY['open', 'suspended', 'settled', 'void'])),
    constraint markets_who_check CHECK ((status = ANY (ARRAY['suspended', 'void'])) = (status_by IS NOT NULL)),
    constraint markets_event_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES events(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=85);
alter table markets alter column tenant_id set statistics 0;
call protect('markets');
CREATE TRIGGER note_changed_markets AFTER UPDATE ON markets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_markets();
CREATE TRIGGER note_deleted_markets AFTER DELETE ON markets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION note_deleted_markets();
CREATE TRIGGER note_new_markets AFTER INSERT ON markets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION note_new_markets();
grant delete, insert, select, update on markets to parlay_front, parlay_worker;

create table match_moves (
    tenant_id bigint not null,
    match_id bigint not null,
    version bigint not null,
    account_id bigint not null,
    kind text not null,
    time_1 timestamptz,
    location text,
    created_at timestamptz not null default now(),
    constraint match_moves_pkey PRIMARY KEY (tenant_id, match_id, version),
    constraint match_moves_kind_check CHECK (kind = ANY (ARRAY['proposed', 'accepted', 'cancelled'])),
    constraint match_moves_plan_check CHECK ((kind = 'cancelled') = (time_1 IS NULL) AND (time_1 IS NULL) = (location IS NULL)),
    constraint match_moves_match_fkey FOREIGN KEY (tenant_id, match_id) REFERENCES matches(tenant_id, id) ON DELETE CASCADE
);
call protect('match_moves');
grant delete, insert, select, update on match_moves to parlay_front, parlay_worker;

create table matches (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    user_id1 bigint not null,
    user_id2 bigint not null,
    low_id bigint not null generated always as (LEAST(user_id1, user_id2)) stored,
    high_id bigint not null generated always as (GREATEST(user_id1, user_id2)) stored,
    status_code smallint not null default 0,
    time_1 timestamptz,
    location text,
    plans integer not null default 0,
    version bigint not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint matches_pkey PRIMARY KEY (tenant_id, id),
    constraint matches_pair_key UNIQUE (tenant_id, low_id, high_id),
    constraint matches_location_check CHECK (length(location) >= 1 AND length(location) <= 200),
    constraint matches_oneself_check CHECK (user_id1 <> user_id2),
    constraint matches_plan_check CHECK ((status_code = 0) = (time_1 IS NULL) AND (time_1 IS NULL) = (location IS NULL)),
    constraint matches_plans_check CHECK (plans >= 0),
    constraint matches_status_code_check CHECK (status_code >= 0 AND status_code <= 3),
    constraint matches_user1_fkey FOREIGN KEY (tenant_id, user_id1) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint matches_user2_fkey FOREIGN KEY (tenant_id, user_id2) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=85);
call protect('matches');
CREATE INDEX matches_time_1_idx ON matches USING btree (time_1) WHERE time_1 IS NOT NULL;
CREATE INDEX matches_user1_idx ON matches USING btree (tenant_id, user_id1, id DESC);
CREATE INDEX matches_user2_idx ON matches USING btree (tenant_id, user_id2, id DESC);
CREATE TRIGGER refuse_blocked_match AFTER INSERT ON matches FOR EACH ROW WHEN (current_account_id() IS NOT NULL) EXECUTE FUNCTION refuse_blocked_match();
CREATE TRIGGER require_active_account AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION require_active_account('user_id1', 'user_id2');
grant delete, insert, select, update on matches to parlay_front, parlay_worker;

create table meetup_feedback (
    tenant_id bigint not null,
    meetup_id bigint not null,
    account_id bigint not null,
    met boolean not null,
    created_at timestamptz not null default now(),
    constraint meetup_feedback_pkey PRIMARY KEY (tenant_id, meetup_id, account_id),
    constraint meetup_feedback_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint meetup_feedback_meetup_fkey FOREIGN KEY (tenant_id, meetup_id) REFERENCES meetups(tenant_id, id) ON DELETE CASCADE
);
call protect('meetup_feedback');
CREATE INDEX meetup_feedback_account_idx ON meetup_feedback USING btree (tenant_id, account_id);
grant delete, insert, select, update on meetup_feedback to parlay_front, parlay_worker;

create table meetups (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    match_id bigint not null,
    held_at timestamptz not null,
    created_at timestamptz not null default now(),
    constraint meetups_pkey PRIMARY KEY (tenant_id, id),
    constraint meetups_match_key UNIQUE (tenant_id, match_id, held_at),
    constraint meetups_match_fkey FOREIGN KEY (tenant_id, match_id) REFERENCES matches(tenant_id, id) ON DELETE CASCADE
);
call protect('meetups');
CREATE INDEX meetups_held_at_idx ON meetups USING btree (tenant_id, held_at);
grant delete, insert, select, update on meetups to parlay_front, parlay_worker;

create table move_marks (
    tenant_id bigint not null,
    number bigint not null,
    constraint move_marks_pkey PRIMARY KEY (tenant_id),
    constraint move_marks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('move_marks');

create table moves (
    tenant bigint not null,
    slug text not null,
    source integer not null,
    target integer not null,
    phase text not null,
    started_at timestamptz not null default now(),
    verified_at timestamptz,
    rows bigint not null default 0,
    constraint moves_pkey PRIMARY KEY (tenant),
    constraint moves_cells_check CHECK (source <> target),
    constraint moves_phase_check CHECK (phase = ANY (ARRAY['copying', 'following', 'switching', 'switched', 'completing', 'cancelling']))
);

create table notice_outbox (
    tenant_id bigint not null,
    change xid8 not null,
    notice_id bigint not null,
    constraint notice_outbox_pkey PRIMARY KEY (tenant_id, change, notice_id)
) with (autovacuum_vacuum_threshold=10000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_threshold=50000, autovacuum_analyze_scale_factor=0);
call protect('notice_outbox');
grant insert on notice_outbox to parlay_front;
grant delete, insert, select on notice_outbox to parlay_worker;

create table notices (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    kind text not null,
    title text not null,
    text text not null,
    subject_type text,
    subject_id bigint,
    unique_key text,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    person_id bigint default current_account_id(),
    recalled_at timestamptz,
    link text,
    arguments jsonb,
    constraint notices_pkey PRIMARY KEY (tenant_id, id),
    constraint notices_unique_key UNIQUE (tenant_id, account_id, unique_key),
    constraint notices_link_check CHECK (link ~~ 'https://%'),
    constraint notices_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('notices');
CREATE INDEX notices_created_at_idx ON notices USING btree (created_at);
CREATE INDEX notices_inbox_idx ON notices USING btree (tenant_id, account_id, id DESC);
CREATE INDEX notices_person_idx ON notices USING btree (tenant_id, person_id) WHERE person_id IS NOT NULL;
CREATE TRIGGER post_notices AFTER INSERT ON notices REFERENCING NEW TABLE AS new_notices FOR EACH STATEMENT WHEN (posts_by_trigger()) EXECUTE FUNCTION post_notices();
grant delete, insert, select, update on notices to parlay_front, parlay_worker;

create table odds_feed_keys (
    tenant_id bigint not null,
    feed_id bigint not null,
    key text not null,
    constraint odds_feed_keys_pkey PRIMARY KEY (tenant_id, feed_id),
    constraint odds_feed_keys_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
    constraint odds_feed_keys_feed_fkey FOREIGN KEY (tenant_id, feed_id) REFERENCES odds_feeds(tenant_id, id) ON DELETE CASCADE
);
call protect('odds_feed_keys');
grant delete, insert, select (feed_id), select (tenant_id), update (key) on odds_feed_keys to parlay_front;
grant delete, select on odds_feed_keys to parlay_worker;

create table odds_feeds (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    source text not null,
    name text not null,
    url text,
    options jsonb not null,
    enabled boolean not null default true,
    schedule text not null default 'auto',
    key_set boolean not null default false,
    status text not null default 'ok',
    odds_due_at timestamptz not null,
    scores_due_at timestamptz,
    silent_at timestamptz not null,
    failures integer not null default 0,
    is_reported boolean not null default false,
    quota_remaining integer,
    quota_used integer,
    last_run_at timestamptz,
    last_success_at timestamptz,
    last_error text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version bigint not null default 1,
    constraint odds_feeds_pkey PRIMARY KEY (tenant_id, id),
    constraint odds_feeds_last_error_check CHECK (length(last_error) <= 500),
    constraint odds_feeds_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
    constraint odds_feeds_options_check CHECK (jsonb_typeof(options) = 'object'),
    constraint odds_feeds_schedule_check CHECK (length(schedule) >= 1 AND length(schedule) <= 200),
    constraint odds_feeds_source_check CHECK (source = ANY (ARRAY['html', 'odds_api'])),
    constraint odds_feeds_status_check CHECK (status = ANY (ARRAY['ok', 'failing', 'silent'])),
    constraint odds_feeds_url_check CHECK (length(url) >= 1 AND length(url) <= 2000 AND (source = 'html') = (url IS NOT NULL)),
    constraint odds_feeds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=70);
call protect('odds_feeds');
CREATE TRIGGER limit_odds_feeds AFTER INSERT ON odds_feeds FOR EACH ROW EXECUTE FUNCTION limit_odds_feeds();
grant delete, insert, select, update on odds_feeds to parlay_front, parlay_worker;

create table outcomes (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    market_id bigint not null,
    side text not null,
    name text not null,
    price integer not null,
    status text not null default 'active',
    constraint outcomes_pkey PRIMARY KEY (tenant_id, id),
    constraint outcomes_side_key UNIQUE (tenant_id, market_id, side),
    constraint outcomes_name_check CHECK (length(name) >= 1 AND length(name) <= 120 AND is_name(name)),
    constraint outcomes_price_check CHECK (abs(price) >= 100 AND abs(price) <= 1000000),
    constraint outcomes_side_check CHECK (side = ANY (ARRAY['home', 'away', 'draw', 'over', 'under'])),
    constraint outcomes_status_check CHECK (status = ANY (ARRAY['active', 'suspended', 'won', 'lost', 'pushed', 'half_won', 'half_lost', 'void'])),
    constraint outcomes_market_fkey FOREIGN KEY (tenant_id, market_id) REFERENCES markets(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=85);
alter table outcomes alter column tenant_id set statistics 0;
call protect('outcomes');
CREATE TRIGGER note_changed_outcomes AFTER UPDATE ON outcomes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_outcomes();
CREATE TRIGGER note_new_outcomes AFTER INSERT ON outcomes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION note_new_outcomes();
grant delete, insert, select, update on outcomes to parlay_front, parlay_worker;

create table outgoing_mails (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    kind text not null,
    account_id bigint,
    recipient text not null,
    created_at timestamptz not null default clock_timestamp(),
    detail text,
    constraint outgoing_mails_pkey PRIMARY KEY (tenant_id, id),
    constraint outgoing_mails_detail_check CHECK (length(detail) <= 300),
    constraint outgoing_mails_kind_check CHECK (kind = ANY (ARRAY['password_reset', 'email_changed', 'email_verification', 'identity_linked'])),
    constraint outgoing_mails_recipient_check CHECK (length(recipient) <= 254),
    constraint outgoing_mails_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint outgoing_mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('outgoing_mails');
CREATE INDEX outgoing_mails_account_idx ON outgoing_mails USING btree (tenant_id, account_id);
CREATE INDEX outgoing_mails_created_at_idx ON outgoing_mails USING btree (created_at);
grant delete, insert (account_id), insert (created_at), insert (detail), insert (kind), insert (recipient), insert (tenant_id), select (account_id), select (id), select (tenant_id) on outgoing_mails to parlay_front;
grant delete, insert, select, update on outgoing_mails to parlay_worker;

create table passkeys (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    credential_id bytea not null,
    user_handle bytea not null,
    relying_party text not null,
    algorithm integer not null,
    public_key bytea not null,
    counter bigint not null,
    can_be_backed_up boolean not null,
    is_backed_up boolean not null,
    transports text[] not null,
    label text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    constraint passkeys_pkey PRIMARY KEY (tenant_id, id),
    constraint passkeys_credential_key UNIQUE (tenant_id, credential_id),
    constraint passkeys_counter_check CHECK (counter >= 0 AND counter <= '4294967295'::bigint),
    constraint passkeys_credential_id_check CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1023),
    constraint passkeys_label_check CHECK (length(label) <= 100),
    constraint passkeys_public_key_check CHECK (length(public_key) >= 32 AND length(public_key) <= 600),
    constraint passkeys_relying_party_check CHECK (length(relying_party) >= 1 AND length(relying_party) <= 253),
    constraint passkeys_user_handle_check CHECK (length(user_handle) >= 16 AND length(user_handle) <= 64),
    constraint passkeys_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('passkeys');
CREATE INDEX passkeys_account_idx ON passkeys USING btree (tenant_id, account_id, id DESC);
CREATE TRIGGER require_active_account AFTER INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION require_active_account();
grant delete, insert, select, update on passkeys to parlay_front, parlay_worker;

create table password_costs (
    is_only boolean not null default true,
    memory_kib integer not null,
    iterations integer not null,
    parallelism integer not null,
    constraint password_costs_pkey PRIMARY KEY (is_only),
    constraint password_costs_check CHECK (is_only)
);

create table password_resets (
    tenant_id bigint not null,
    account_id bigint not null,
    mail_id bigint not null,
    selector text not null,
    digest bytea not null,
    tries smallint not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    recipient text,
    constraint password_resets_pkey PRIMARY KEY (tenant_id, account_id),
    constraint password_resets_digest_check CHECK (length(digest) = 32),
    constraint password_resets_recipient_check CHECK (length(recipient) <= 254),
    constraint password_resets_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('password_resets');
CREATE INDEX password_resets_expires_at_idx ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_selector_idx ON password_resets USING btree (tenant_id, selector);
grant delete, select, update on password_resets to parlay_front;
grant delete, insert, select, update on password_resets to parlay_worker;

create table paused_kinds (
    kind text not null,
    paused_at timestamptz not null default now(),
    constraint paused_kinds_pkey PRIMARY KEY (kind),
    constraint paused_kinds_kind_check CHECK (kind ~ '^[a-z][a-z0-9_.]{0,62}$')
);
grant select on paused_kinds to parlay_worker;

create table photos (
    tenant_id bigint not null,
    account_id bigint not null,
    version bigint not null,
    size smallint not null,
    format text not null,
    bytes bytea not null,
    created_at timestamptz not null default now(),
    constraint photos_pkey PRIMARY KEY (tenant_id, account_id, version, size, format),
    constraint photos_bytes_check CHECK (length(bytes) >= 1 AND length(bytes) <= 16777216),
    constraint photos_format_check CHECK (format = ANY (ARRAY['webp', 'jpeg'])),
    constraint photos_size_check CHECK (size = ANY (ARRAY[64, 256, 1024])),
    constraint photos_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table photos alter column bytes set storage external;
call protect('photos');
CREATE INDEX photos_created_at_idx ON photos USING btree (created_at);
CREATE TRIGGER require_active_account AFTER INSERT ON photos FOR EACH ROW EXECUTE FUNCTION require_active_account();
grant delete, insert, select, update on photos to parlay_front, parlay_worker;

create table platforms (
    id bigint not null generated always as identity,
    name text not null,
    game_count integer not null default 0,
    constraint platforms_pkey PRIMARY KEY (id),
    constraint platforms_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
CREATE UNIQUE INDEX platforms_name_key ON platforms USING btree (lower(name));
grant select on platforms to parlay_front;
grant delete, insert, select, update on platforms to parlay_worker;

create table process_counts (
    tenant_id bigint not null,
    hour timestamptz not null,
    name text not null,
    process bigint not null,
    count bigint not null,
    constraint process_counts_pkey PRIMARY KEY (tenant_id, hour, name, process)
) with (fillfactor=80);
call protect('process_counts');
CREATE INDEX process_counts_hour_idx ON process_counts USING btree (hour);
grant delete, select on process_counts to parlay_worker;

create table push_devices (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    token_id bigint not null,
    endpoint text not null,
    digest bytea not null,
    public_key bytea,
    secret bytea,
    label text not null,
    created_at timestamptz not null,
    platform text not null default 'web',
    constraint push_devices_pkey PRIMARY KEY (tenant_id, id),
    constraint push_devices_digest_key UNIQUE (tenant_id, digest),
    constraint push_devices_digest_check CHECK (length(digest) = 32),
    constraint push_devices_endpoint_check CHECK (length(endpoint) >= 1 AND length(endpoint) <= 2000),
    constraint push_devices_keys_check CHECK ((platform = 'web') = (public_key IS NOT NULL) AND (platform = 'web') = (secret IS NOT NULL)),
    constraint push_devices_label_check CHECK (length(label) <= 100),
    constraint push_devices_platform_check CHECK (platform = ANY (ARRAY['web', 'apns', 'fcm'])),
    constraint push_devices_public_key_check CHECK (length(public_key) = 65),
    constraint push_devices_secret_check CHECK (length(secret) = 16),
    constraint push_devices_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint push_devices_token_fkey FOREIGN KEY (tenant_id, token_id) REFERENCES tokens(tenant_id, id) ON DELETE CASCADE
);
call protect('push_devices');
CREATE INDEX push_devices_account_idx ON push_devices USING btree (tenant_id, account_id, id DESC);
CREATE INDEX push_devices_token_idx ON push_devices USING btree (tenant_id, token_id);
grant delete, insert, select, update on push_devices to parlay_front, parlay_worker;

create table recovery_codes (
    tenant_id bigint not null,
    account_id bigint not null,
    digest bytea not null,
    used_at timestamptz,
    constraint recovery_codes_pkey PRIMARY KEY (tenant_id, account_id, digest),
    constraint recovery_codes_digest_check CHECK (length(digest) = 32),
    constraint recovery_codes_factor_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES second_factors(tenant_id, account_id) ON DELETE CASCADE
);
call protect('recovery_codes');
grant delete, insert, select, update on recovery_codes to parlay_front, parlay_worker;

create table reports (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    subject_type text not null,
    subject_id bigint not null,
    reason text not null,
    text text not null default '',
    status text not null default 'open',
    note text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    person_id bigint,
    title text,
    subject_text text,
    subject_photo_version bigint,
    resolved_at timestamptz,
    constraint reports_pkey PRIMARY KEY (tenant_id, id),
    constraint reports_note_check CHECK (length(note) <= 2000),
    constraint reports_reason_check CHECK (reason = ANY (ARRAY['spam', 'abuse', 'fraud', 'other'])),
    constraint reports_status_check CHECK (status = ANY (ARRAY['open', 'resolved'])),
    constraint reports_subject_type_check CHECK (subject_type = ANY (ARRAY['account', 'match', 'wager'])),
    constraint reports_text_check CHECK (length(text) <= 2000),
    constraint reports_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint reports_person_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('reports');
CREATE INDEX reports_account_idx ON reports USING btree (tenant_id, account_id, id DESC);
CREATE INDEX reports_person_idx ON reports USING btree (tenant_id, person_id) WHERE person_id IS NOT NULL;
CREATE INDEX reports_resolved_at_idx ON reports USING btree (resolved_at) WHERE title IS NOT NULL;
CREATE INDEX reports_status_idx ON reports USING btree (tenant_id, status, id DESC);
CREATE INDEX reports_subject_idx ON reports USING btree (tenant_id, subject_type, subject_id);
grant delete, insert, select, update on reports to parlay_front, parlay_worker;

create table schedule_ticks (
    schedule text not null,
    tick_at timestamptz not null,
    term bigint not null,
    created_at timestamptz not null default now(),
    constraint schedule_ticks_pkey PRIMARY KEY (schedule, tick_at),
    constraint schedule_ticks_schedule_fkey FOREIGN KEY (schedule) REFERENCES schedules(name) ON DELETE CASCADE
);
CREATE INDEX schedule_ticks_created_at_idx ON schedule_ticks USING btree (created_at);
grant delete, insert, select, update on schedule_ticks to parlay_worker;

create table schedules (
    name text not null,
    kind text not null,
    payload jsonb not null default '{}'::jsonb,
    cron text not null,
    max_attempts smallint not null default 10,
    enabled boolean not null default true,
    last_tick timestamptz not null default now(),
    constraint schedules_pkey PRIMARY KEY (name)
) with (fillfactor=50);
grant delete, insert, select, update on schedules to parlay_worker;

create table schema_functions (
    name text not null,
    checksum text not null,
    is_present boolean not null,
    applied_at timestamptz not null default now(),
    constraint schema_functions_pkey PRIMARY KEY (name, checksum)
);
grant select on schema_functions to parlay_front, parlay_worker;

create table schema_migrations (
    version integer not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    compatible boolean not null default false,
    constraint schema_migrations_pkey PRIMARY KEY (version)
);
grant select on schema_migrations to parlay_front, parlay_worker;

create table second_factors (
    tenant_id bigint not null,
    account_id bigint not null,
    secret bytea not null,
    created_at timestamptz not null,
    proven_at timestamptz,
    last_step bigint not null default 0,
    reset_at timestamptz,
    constraint second_factors_pkey PRIMARY KEY (tenant_id, account_id),
    constraint second_factors_reset_check CHECK (reset_at IS NULL OR proven_at IS NOT NULL),
    constraint second_factors_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('second_factors');
grant delete, insert, select, update on second_factors to parlay_front, parlay_worker;

create table security_notices (
    tenant_id bigint not null,
    notice_id bigint not null,
    account_id bigint not null,
    old_email text,
    created_at timestamptz not null,
    denied_at timestamptz,
    constraint security_notices_pkey PRIMARY KEY (tenant_id, notice_id),
    constraint security_notices_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('security_notices');
CREATE INDEX security_notices_account_idx ON security_notices USING btree (tenant_id, account_id, created_at);
CREATE INDEX security_notices_created_at_idx ON security_notices USING btree (created_at);
CREATE INDEX security_notices_old_email_idx ON security_notices USING btree (tenant_id, old_email) WHERE old_email IS NOT NULL;
grant delete, insert, select, update on security_notices to parlay_front, parlay_worker;

create table shelf_games (
    tenant_id bigint not null,
    account_id bigint not null,
    game_id bigint not null,
    is_wish boolean not null,
    status smallint,
    rating smallint,
    hour_tenths integer not null default 0,
    note text,
    started_on date,
    finished_on date,
    added_at timestamptz not null,
    updated_at timestamptz not null,
    constraint shelf_games_pkey PRIMARY KEY (tenant_id, account_id, game_id),
    constraint shelf_games_dates_check CHECK (finished_on >= started_on),
    constraint shelf_games_hours_check CHECK (hour_tenths >= 0 AND hour_tenths <= 1000000),
    constraint shelf_games_note_check CHECK (length(note) >= 1 AND length(note) <= 4000),
    constraint shelf_games_rating_check CHECK (rating >= 0 AND rating <= 100),
    constraint shelf_games_status_check CHECK (status >= 0 AND status <= 4),
    constraint shelf_games_wish_check CHECK (
CASE
    WHEN is_wish THEN status IS NULL AND rating IS NULL AND hour_tenths = 0 AND note IS NULL AND started_on IS NULL AND finished_on IS NULL
    ELSE status IS NOT NULL
END),
    constraint shelf_games_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint shelf_games_game_fkey FOREIGN KEY (game_id) REFERENCES games(id),
    constraint shelf_games_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=90);
alter table shelf_games alter column tenant_id set statistics 0;
call protect('shelf_games');
CREATE INDEX shelf_games_added_at_idx ON shelf_games USING btree (tenant_id, added_at) WHERE NOT is_wish;
CREATE INDEX shelf_games_added_idx ON shelf_games USING btree (tenant_id, account_id, is_wish, added_at, game_id);
CREATE TRIGGER count_added_games AFTER INSERT ON shelf_games REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('parlay.transfer', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_added_games();
CREATE TRIGGER count_changed_games AFTER UPDATE ON shelf_games REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_games();
CREATE TRIGGER count_removed_games AFTER DELETE ON shelf_games REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('parlay.transfer', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_removed_games();
CREATE TRIGGER require_active_account AFTER INSERT ON shelf_games FOR EACH ROW EXECUTE FUNCTION require_active_account();
grant delete, insert, select, update on shelf_games to parlay_front, parlay_worker;

create table shelves (
    tenant_id bigint not null,
    account_id bigint not null,
    games integer not null,
    updated_at timestamptz not null,
    constraint shelves_pkey PRIMARY KEY (tenant_id, account_id),
    constraint shelves_games_check CHECK (games >= 0),
    constraint shelves_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint shelves_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=90);
call protect('shelves');
CREATE INDEX shelves_updated_idx ON shelves USING btree (tenant_id, updated_at, account_id);
grant delete, insert, select, update on shelves to parlay_front, parlay_worker;

create table sign_in_tickets (
    tenant_id bigint not null,
    digest bytea not null,
    account_id bigint not null,
    password bytea not null,
    label text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    used_at timestamptz,
    constraint sign_in_tickets_pkey PRIMARY KEY (tenant_id, digest),
    constraint sign_in_tickets_digest_check CHECK (length(digest) = 32),
    constraint sign_in_tickets_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('sign_in_tickets');
CREATE INDEX sign_in_tickets_account_idx ON sign_in_tickets USING btree (tenant_id, account_id);
CREATE INDEX sign_in_tickets_expires_at_idx ON sign_in_tickets USING btree (expires_at);
grant delete, insert, select, update on sign_in_tickets to parlay_front, parlay_worker;

create table sign_ins (
    tenant_id bigint not null,
    account_id bigint not null,
    network text not null,
    last_at timestamptz not null,
    constraint sign_ins_pkey PRIMARY KEY (tenant_id, account_id, network),
    constraint sign_ins_network_check CHECK (length(network) >= 1 AND length(network) <= 45),
    constraint sign_ins_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('sign_ins');
CREATE INDEX sign_ins_last_at_idx ON sign_ins USING btree (last_at);
grant delete, insert, select, update on sign_ins to parlay_front, parlay_worker;

create table signing_keys (
    name text not null,
    key bytea not null,
    created_at timestamptz not null default now(),
    constraint signing_keys_pkey PRIMARY KEY (name),
    constraint signing_keys_key_check CHECK (length(key) >= 32)
);
grant select on signing_keys to parlay_front, parlay_worker;

create table stored_mails (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    message_id text not null,
    recipient text not null,
    subject text not null,
    text text,
    source text,
    secret_until timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    kind text,
    constraint stored_mails_pkey PRIMARY KEY (tenant_id, id),
    constraint stored_mails_text_check CHECK ((text IS NULL) = (source IS NULL)),
    constraint stored_mails_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
call protect('stored_mails');
CREATE INDEX stored_mails_account_idx ON stored_mails USING btree (tenant_id, account_id);
CREATE INDEX stored_mails_created_at_idx ON stored_mails USING btree (created_at);
grant delete, select (account_id), select (tenant_id) on stored_mails to parlay_front;
grant delete, insert, select, update on stored_mails to parlay_worker;

create table stream_events (
    tenant_id bigint not null,
    account_id bigint not null,
    number bigint not null,
    type text not null,
    subject_type text not null,
    subject_id bigint not null,
    token_id bigint,
    created_at timestamptz not null,
    change xid8 not null default pg_current_xact_id(),
    constraint stream_events_pkey PRIMARY KEY (tenant_id, account_id, number)
) with (autovacuum_vacuum_scale_factor=0.05);
alter table stream_events alter column tenant_id set statistics 0;
call protect('stream_events');
CREATE INDEX stream_events_change_idx ON stream_events USING btree (tenant_id, change);
grant delete, insert, select on stream_events to parlay_front, parlay_worker;

create table streams (
    tenant_id bigint not null,
    account_id bigint not null,
    number bigint not null,
    pruned bigint not null default 0,
    constraint streams_pkey PRIMARY KEY (tenant_id, account_id),
    constraint streams_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
alter table streams alter column tenant_id set statistics 0;
call protect('streams');
grant insert, select, update (number) on streams to parlay_front;
grant insert, select, update (number), update (pruned) on streams to parlay_worker;

create table tenants (
    id bigint not null generated always as identity (increment by 1000),
    slug text not null,
    name text not null,
    status text not null default 'active',
    modules text[] not null default '{}'[],
    settings jsonb not null default '{}'::jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    hosts text[] not null default '{}'[],
    state text not null default 'open',
    epoch bigint not null default 1,
    cell integer not null default 1,
    held_until timestamptz,
    constraint tenants_pkey PRIMARY KEY (id),
    constraint tenants_slug_key UNIQUE (slug),
    constraint tenants_cell_check CHECK (cell >= 1 AND cell <= 1000),
    constraint tenants_epoch_check CHECK (epoch >= 1),
    constraint tenants_hosts_check CHECK (cardinality(hosts) <= 10 AND array_position(hosts, NULL::text) IS NULL AND cardinality(hosts) = cardinality(string_to_array(array_to_string(hosts, ' '), ' ')) AND length(array_to_string(hosts, ' ')) <= 2500 AND array_to_string(hosts, ' ') ~ '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?( [a-z0-9]([a-z0-9.-]*[a-z0-9])?)*)?$'),
    constraint tenants_modules_check CHECK (modules <@ ARRAY['meetups', 'wagers', 'sportsbook', 'shelf']),
    constraint tenants_name_check CHECK (length(name) >= 1 AND length(name) <= 200 AND is_name(name)),
    constraint tenants_settings_check CHECK (jsonb_typeof(settings) = 'object'),
    constraint tenants_slug_check CHECK (slug ~ '^[a-z][a-z0-9-]{1,30}$'),
    constraint tenants_state_check CHECK (state = ANY (ARRAY['open', 'fenced', 'away', 'arriving'])),
    constraint tenants_status_check CHECK (status = ANY (ARRAY['active', 'suspended', 'deleting']))
);
CREATE INDEX tenants_closed_idx ON tenants USING btree (id) WHERE state <> 'open';
CREATE TRIGGER delete_tenant_jobs AFTER DELETE ON tenants REFERENCING OLD TABLE AS deleted_tenants FOR EACH STATEMENT EXECUTE FUNCTION delete_tenant_jobs();
CREATE TRIGGER keep_hosts_unique AFTER INSERT OR UPDATE OF hosts ON tenants FOR EACH ROW WHEN (new.hosts <> '{}'[]) EXECUTE FUNCTION keep_hosts_unique();
CREATE TRIGGER tenants_changed AFTER INSERT OR DELETE OR UPDATE ON tenants FOR EACH STATEMENT EXECUTE FUNCTION tenants_changed();
grant select on tenants to parlay_front, parlay_worker;

create table throttles (
    tenant_id bigint not null,
    kind text not null,
    subject text not null,
    window_started_at timestamptz not null,
    count integer not null,
    blocked_until timestamptz,
    constraint throttles_pkey PRIMARY KEY (tenant_id, kind, subject),
    constraint throttles_subject_check CHECK (length(subject) <= 400),
    constraint throttles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=70);
call protect('throttles');
CREATE INDEX throttles_window_idx ON throttles USING btree (window_started_at);
grant delete, insert, select, update on throttles to parlay_front, parlay_worker;

create table tokens (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    account_id bigint not null,
    digest bytea not null,
    prefix text not null,
    label text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz not null,
    role text default 'member',
    kind text not null default 'app',
    factors smallint not null default 1,
    constraint tokens_pkey PRIMARY KEY (tenant_id, id),
    constraint tokens_digest_key UNIQUE (tenant_id, digest),
    constraint tokens_digest_check CHECK (length(digest) = 32),
    constraint tokens_factors_check CHECK (factors = ANY (ARRAY[1, 2])),
    constraint tokens_kind_check CHECK (kind = ANY (ARRAY['app', 'browser'])),
    constraint tokens_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=90);
call protect('tokens');
CREATE INDEX tokens_account_idx ON tokens USING btree (tenant_id, account_id, id DESC);
CREATE INDEX tokens_expires_at_idx ON tokens USING btree (expires_at);
CREATE CONSTRAINT TRIGGER tell_ended_devices AFTER DELETE ON tokens DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT in_transfer() AND old.expires_at > now() AND old.role IS NOT NULL) EXECUTE FUNCTION tell_devices();
CREATE CONSTRAINT TRIGGER tell_new_devices AFTER INSERT ON tokens DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT in_transfer()) EXECUTE FUNCTION tell_devices();
CREATE CONSTRAINT TRIGGER tell_refused_devices AFTER UPDATE OF role ON tokens DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT in_transfer() AND old.role IS NOT NULL AND new.role IS NULL) EXECUTE FUNCTION tell_devices();
CREATE TRIGGER tokens_role BEFORE INSERT OR UPDATE OF tenant_id, account_id, role ON tokens FOR EACH ROW EXECUTE FUNCTION fill_token_role();
grant delete, insert, select, update on tokens to parlay_front, parlay_worker;

create table tournaments (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    sport text not null,
    name text not null,
    season text,
    status text not null default 'open',
    source text,
    external_id text,
    icon_url text,
    constraint tournaments_pkey PRIMARY KEY (tenant_id, id),
    constraint tournaments_external_key UNIQUE (tenant_id, source, external_id),
    constraint tournaments_icon_url_check CHECK (length(icon_url) >= 1 AND length(icon_url) <= 500 AND icon_url ~~ 'https://%'),
    constraint tournaments_name_check CHECK (length(name) >= 1 AND length(name) <= 100 AND is_name(name)),
    constraint tournaments_season_check CHECK (length(season) >= 1 AND length(season) <= 40 AND is_name(season)),
    constraint tournaments_source_check CHECK ((source IS NULL) = (external_id IS NULL)),
    constraint tournaments_sport_check CHECK (length(sport) >= 1 AND length(sport) <= 50 AND is_name(sport)),
    constraint tournaments_status_check CHECK (status = ANY (ARRAY['open', 'closed'])),
    constraint tournaments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table tournaments alter column tenant_id set statistics 0;
call protect('tournaments');
CREATE TRIGGER note_changed_tournaments AFTER UPDATE ON tournaments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tournaments();
grant delete, insert, select, update on tournaments to parlay_front, parlay_worker;

create table used_proofs (
    tenant_id bigint not null,
    digest bytea not null,
    expires_at timestamptz not null,
    constraint used_proofs_pkey PRIMARY KEY (tenant_id, digest),
    constraint used_proofs_digest_check CHECK (length(digest) = 32),
    constraint used_proofs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('used_proofs');
CREATE INDEX used_proofs_expires_at_idx ON used_proofs USING btree (expires_at);
grant insert, select on used_proofs to parlay_front;
grant delete, insert, select on used_proofs to parlay_worker;

create table wager_figures (
    tenant_id bigint not null,
    account_id bigint not null,
    pnl_cents bigint not null default 0,
    won integer not null default 0,
    lost integer not null default 0,
    rating_sum bigint not null default 0,
    rating_count integer not null default 0,
    constraint wager_figures_pkey PRIMARY KEY (tenant_id, account_id),
    constraint wager_figures_lost_check CHECK (lost >= 0),
    constraint wager_figures_won_check CHECK (won >= 0),
    constraint wager_figures_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=80);
call protect('wager_figures');
grant delete, insert, select, update on wager_figures to parlay_front, parlay_worker;

create table wager_ratings (
    tenant_id bigint not null,
    wager_id bigint not null,
    account_id bigint not null,
    rated_id bigint not null,
    rating smallint not null,
    comment text,
    created_at timestamptz not null default now(),
    constraint wager_ratings_pkey PRIMARY KEY (tenant_id, wager_id, account_id),
    constraint wager_ratings_comment_check CHECK (length(comment) >= 1 AND length(comment) <= 500),
    constraint wager_ratings_oneself_check CHECK (account_id <> rated_id),
    constraint wager_ratings_rating_check CHECK (rating >= 1 AND rating <= 5),
    constraint wager_ratings_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wager_ratings_rated_fkey FOREIGN KEY (tenant_id, rated_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wager_ratings_wager_fkey FOREIGN KEY (tenant_id, wager_id) REFERENCES wagers(tenant_id, id) ON DELETE CASCADE
);
call protect('wager_ratings');
CREATE INDEX wager_ratings_account_idx ON wager_ratings USING btree (tenant_id, account_id);
CREATE INDEX wager_ratings_rated_idx ON wager_ratings USING btree (tenant_id, rated_id);
CREATE TRIGGER count_wager_rating AFTER INSERT ON wager_ratings FOR EACH ROW WHEN (NOT in_transfer()) EXECUTE FUNCTION count_wager_rating();
grant delete, insert, select, update on wager_ratings to parlay_front, parlay_worker;

create table wagers (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    challenger_id bigint not null,
    challengee_id bigint,
    name text not null,
    description text not null default '',
    amount_cents bigint not null,
    category text not null,
    status text not null default 'open',
    audience text not null default 'public',
    addressee_id bigint,
    lat double precision,
    lon double precision,
    closes_at timestamptz,
    opened_at timestamptz not null default now(),
    edited_at timestamptz,
    taken_at timestamptz,
    completed_at timestamptz,
    confirmed_at timestamptz,
    disputed_at timestamptz,
    winner text,
    claimed_by text,
    claimed_winner text,
    claimed_at timestamptz,
    cancel_requested_by text,
    challenger_arbiter_id bigint,
    challengee_arbiter_id bigint,
    arbiter_id bigint,
    payment_method text,
    remind_at timestamptz,
    reminders_since timestamptz,
    reminder_round smallint not null default 0,
    reminder_step smallint not null default 0,
    version bigint not null default 1,
    updated_at timestamptz not null default now(),
    second_category text,
    third_category text,
    is_hidden boolean not null default false,
    decided_by text,
    decision_reason text,
    ended_at timestamptz,
    cancel_requested_at timestamptz,
    payment_said_at timestamptz,
    constraint wagers_pkey PRIMARY KEY (tenant_id, id),
    constraint wagers_addressee_check CHECK ((audience = 'account') = (addressee_id IS NOT NULL) AND addressee_id <> challenger_id),
    constraint wagers_addressee_takes_check CHECK (addressee_id IS NULL OR challengee_id IS NULL OR challengee_id = addressee_id),
    constraint wagers_agreed_arbiter_check CHECK ((challenger_arbiter_id = challengee_arbiter_id) IS NOT TRUE OR NOT arbiter_id IS DISTINCT FROM challenger_arbiter_id),
    constraint wagers_amount_check CHECK (amount_cents >= 1 AND amount_cents <= 100000000),
    constraint wagers_arbiter_check CHECK (challenger_arbiter_id <> challenger_id AND challenger_arbiter_id <> challengee_id AND challengee_arbiter_id <> challenger_id AND challengee_arbiter_id <> challengee_id AND arbiter_id <> challenger_id AND arbiter_id <> challengee_id),
    constraint wagers_audience_check CHECK (audience = ANY (ARRAY['public', 'friends', 'account'])),
    constraint wagers_cancel_check CHECK (cancel_requested_by IS NULL OR (status = ANY (ARRAY['active', 'cancelled']))),
    constraint wagers_cancel_requested_by_check CHECK (cancel_requested_by = ANY (ARRAY['challenger', 'challengee'])),
    constraint wagers_categories_check CHECK ((third_category IS NULL OR second_category IS NOT NULL) AND category IS DISTINCT FROM second_category AND category IS DISTINCT FROM third_category AND (second_category IS NULL OR second_category IS DISTINCT FROM third_category)),
    constraint wagers_category_check CHECK (length(category) >= 1 AND length(category) <= 50),
    constraint wagers_claim_check CHECK ((claimed_by IS NULL) = (claimed_winner IS NULL) AND (claimed_by IS NULL) = (claimed_at IS NULL)),
    constraint wagers_claimed_by_check CHECK (claimed_by = ANY (ARRAY['challenger', 'challengee'])),
    constraint wagers_claimed_winner_check CHECK (claimed_winner = ANY (ARRAY['challenger', 'challengee'])),
    constraint wagers_confirmed_check CHECK ((confirmed_at IS NOT NULL) = (status = 'confirmed')),
    constraint wagers_decided_by_check CHECK (decided_by = ANY (ARRAY['arbiter', 'moderator', 'operator', 'silence'])),
    constraint wagers_decided_check CHECK ((winner IS NOT NULL) = (status = ANY (ARRAY['completed', 'confirmed'])) AND (completed_at IS NOT NULL) = (status = ANY (ARRAY['completed', 'confirmed']))),
    constraint wagers_decision_reason_check CHECK (decision_reason IS NULL OR decided_by IS NOT NULL AND length(decision_reason) >= 1 AND length(decision_reason) <= 500),
    constraint wagers_declined_check CHECK (status <> 'declined' OR addressee_id IS NOT NULL),
    constraint wagers_description_check CHECK (length(description) <= 2000),
    constraint wagers_disputed_check CHECK (status <> 'disputed' OR disputed_at IS NOT NULL AND claimed_by IS NOT NULL),
    constraint wagers_expired_check CHECK (status <> 'expired' OR closes_at IS NOT NULL),
    constraint wagers_lat_check CHECK (lat >= '-90'::integer::double precision AND lat <= 90::double precision),
    constraint wagers_lon_check CHECK (lon >= '-180'::integer::double precision AND lon <= 180::double precision),
    constraint wagers_name_check CHECK (length(name) >= 3 AND length(name) <= 80 AND is_name(name)),
    constraint wagers_oneself_check CHECK (challengee_id <> challenger_id),
    constraint wagers_payment_check CHECK (payment_method IS NULL OR (status = ANY (ARRAY['completed', 'confirmed']))),
    constraint wagers_payment_method_check CHECK (payment_method = ANY (ARRAY['venmo', 'cash'])),
    constraint wagers_place_check CHECK ((lat IS NULL) = (lon IS NULL)),
    constraint wagers_reminders_check CHECK ((remind_at IS NULL OR status = 'completed' AND payment_method IS DISTINCT FROM 'cash') AND (reminders_since IS NOT NULL) = (status = ANY (ARRAY['completed', 'confirmed'])) AND reminder_round >= 0 AND reminder_step >= 0),
    constraint wagers_second_category_check CHECK (length(second_category) >= 1 AND length(second_category) <= 50),
    constraint wagers_status_check CHECK (status = ANY (ARRAY['open', 'active', 'completed', 'disputed', 'confirmed', 'cancelled', 'expired', 'declined'])),
    constraint wagers_taken_check CHECK ((challengee_id IS NULL) = (taken_at IS NULL) AND
CASE status
    WHEN 'open' THEN taken_at IS NULL
    WHEN 'expired' THEN taken_at IS NULL
    WHEN 'declined' THEN taken_at IS NULL
    WHEN 'cancelled' THEN true
    ELSE taken_at IS NOT NULL
END),
    constraint wagers_third_category_check CHECK (length(third_category) >= 1 AND length(third_category) <= 50),
    constraint wagers_under_way_check CHECK (taken_at IS NOT NULL OR claimed_by IS NULL AND cancel_requested_by IS NULL AND challenger_arbiter_id IS NULL AND challengee_arbiter_id IS NULL AND arbiter_id IS NULL),
    constraint wagers_winner_check CHECK (winner = ANY (ARRAY['challenger', 'challengee'])),
    constraint wagers_addressee_fkey FOREIGN KEY (tenant_id, addressee_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wagers_arbiter_fkey FOREIGN KEY (tenant_id, arbiter_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wagers_challengee_arbiter_fkey FOREIGN KEY (tenant_id, challengee_arbiter_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wagers_challengee_fkey FOREIGN KEY (tenant_id, challengee_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wagers_challenger_arbiter_fkey FOREIGN KEY (tenant_id, challenger_arbiter_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
    constraint wagers_challenger_fkey FOREIGN KEY (tenant_id, challenger_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=85);
call protect('wagers');
CREATE INDEX wagers_addressee_idx ON wagers USING btree (tenant_id, addressee_id) WHERE addressee_id IS NOT NULL;
CREATE INDEX wagers_arbiter_idx ON wagers USING btree (tenant_id, arbiter_id, id DESC) WHERE arbiter_id IS NOT NULL;
CREATE INDEX wagers_category_idx ON wagers USING btree (tenant_id, status, category, id);
CREATE INDEX wagers_challengee_arbiter_idx ON wagers USING btree (tenant_id, challengee_arbiter_id) WHERE challengee_arbiter_id IS NOT NULL;
CREATE INDEX wagers_challengee_idx ON wagers USING btree (tenant_id, challengee_id, id DESC) WHERE challengee_id IS NOT NULL;
CREATE INDEX wagers_challenger_arbiter_idx ON wagers USING btree (tenant_id, challenger_arbiter_id) WHERE challenger_arbiter_id IS NOT NULL;
CREATE INDEX wagers_challenger_idx ON wagers USING btree (tenant_id, challenger_id, id DESC);
CREATE INDEX wagers_claimed_at_idx ON wagers USING btree (claimed_at, tenant_id, id) WHERE status = 'active' AND claimed_at IS NOT NULL;
CREATE INDEX wagers_closes_at_idx ON wagers USING btree (closes_at) WHERE status = 'open' AND closes_at IS NOT NULL;
CREATE INDEX wagers_disputed_idx ON wagers USING btree (tenant_id, id DESC) WHERE status = 'disputed';
CREATE INDEX wagers_ended_idx ON wagers USING btree (tenant_id, updated_at) WHERE taken_at IS NULL AND (status = ANY (ARRAY['cancelled', 'expired', 'declined']));
CREATE INDEX wagers_hidden_idx ON wagers USING btree (tenant_id, id) WHERE is_hidden;
CREATE INDEX wagers_opened_at_idx ON wagers USING btree (tenant_id, opened_at);
CREATE INDEX wagers_place_idx ON wagers USING gist (tenant_id, status, point(lon, lat)) WHERE lat IS NOT NULL;
CREATE INDEX wagers_remind_at_idx ON wagers USING btree (remind_at, tenant_id, id) WHERE remind_at IS NOT NULL;
CREATE INDEX wagers_second_category_idx ON wagers USING btree (tenant_id, status, second_category, id) WHERE second_category IS NOT NULL;
CREATE INDEX wagers_status_idx ON wagers USING btree (tenant_id, status, id);
CREATE INDEX wagers_taken_at_idx ON wagers USING btree (tenant_id, taken_at) WHERE taken_at IS NOT NULL;
CREATE INDEX wagers_text_idx ON wagers USING gin (tenant_id, name gin_trgm_ops, description gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX wagers_third_category_idx ON wagers USING btree (tenant_id, status, third_category, id) WHERE third_category IS NOT NULL;
CREATE TRIGGER count_posed_wager_outcomes AFTER INSERT ON wagers REFERENCING NEW TABLE AS new_wagers FOR EACH STATEMENT WHEN (NOT in_transfer()) EXECUTE FUNCTION count_wager_outcomes();
CREATE TRIGGER count_wager_outcomes AFTER UPDATE ON wagers REFERENCING OLD TABLE AS old_wagers NEW TABLE AS new_wagers FOR EACH STATEMENT EXECUTE FUNCTION count_wager_outcomes();
CREATE TRIGGER guard_wager_moves AFTER UPDATE OF status ON wagers FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION guard_wager_moves();
CREATE TRIGGER guard_wager_terms BEFORE UPDATE OF name, description, amount_cents, category, second_category, third_category, audience, addressee_id, lat, lon, closes_at, challenger_id, challengee_id, winner ON wagers FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.amount_cents IS DISTINCT FROM new.amount_cents OR old.category IS DISTINCT FROM new.category OR old.second_category IS DISTINCT FROM new.second_category OR old.third_category IS DISTINCT FROM new.third_category OR old.audience IS DISTINCT FROM new.audience OR old.addressee_id IS DISTINCT FROM new.addressee_id OR old.lat IS DISTINCT FROM new.lat OR old.lon IS DISTINCT FROM new.lon OR old.closes_at IS DISTINCT FROM new.closes_at OR old.challenger_id IS DISTINCT FROM new.challenger_id) AND (old.status <> 'open' OR old.challenger_id <> new.challenger_id) OR old.challengee_id <> new.challengee_id OR old.challengee_id IS NOT NULL AND new.challengee_id IS NULL OR old.winner <> new.winner) EXECUTE FUNCTION guard_wager_terms();
grant delete, insert, select, update on wagers to parlay_front, parlay_worker;

create table wallets (
    tenant_id bigint not null,
    account_id bigint not null,
    balance_cents bigint not null default 0,
    open_stakes_cents bigint not null default 0,
    debt_cents bigint not null default 0,
    transactions bigint not null default 0,
    opened_at timestamptz not null default now(),
    constraint wallets_pkey PRIMARY KEY (tenant_id, account_id),
    constraint wallets_balance_check CHECK (balance_cents >= 0),
    constraint wallets_debt_check CHECK (debt_cents >= 0),
    constraint wallets_open_stakes_check CHECK (open_stakes_cents >= 0),
    constraint wallets_account_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=70);
alter table wallets alter column tenant_id set statistics 0;
call protect('wallets');
CREATE TRIGGER refuse_full_wallet BEFORE INSERT ON wallets FOR EACH ROW WHEN ((new.balance_cents <> 0 OR new.open_stakes_cents <> 0 OR new.debt_cents <> 0 OR new.transactions <> 0) AND NOT in_transfer()) EXECUTE FUNCTION refuse_wallet_change();
CREATE TRIGGER refuse_wallet_change BEFORE UPDATE ON wallets FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_wallet_change();
grant insert (account_id), insert (opened_at), insert (tenant_id), select, update (opened_at) on wallets to parlay_front, parlay_worker;

create table webhook_deliveries (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    webhook_id bigint not null,
    event_id bigint not null,
    attempt smallint not null default 1,
    status text not null default 'pending',
    scheduled_at timestamptz not null,
    finished_at timestamptz,
    duration_ms integer,
    response_status integer,
    response text,
    error text,
    request_body text,
    constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
    constraint webhook_deliveries_error_check CHECK (length(error) <= 500),
    constraint webhook_deliveries_finished_check CHECK ((status = 'pending') = (finished_at IS NULL)),
    constraint webhook_deliveries_response_check CHECK (length(response) <= 1000),
    constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending', 'delivered', 'failed', 'cancelled'])),
    constraint webhook_deliveries_event_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES webhook_events(tenant_id, id) ON DELETE CASCADE,
    constraint webhook_deliveries_webhook_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=70);
call protect('webhook_deliveries');
CREATE INDEX webhook_deliveries_body_idx ON webhook_deliveries USING btree (finished_at) WHERE request_body IS NOT NULL;
CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries USING btree (tenant_id, event_id);
CREATE INDEX webhook_deliveries_webhook_idx ON webhook_deliveries USING btree (tenant_id, webhook_id, id DESC);
grant delete, insert, select, update on webhook_deliveries to parlay_front, parlay_worker;

create table webhook_events (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type text not null,
    key text not null,
    data json not null,
    created_at timestamptz not null,
    constraint webhook_events_pkey PRIMARY KEY (tenant_id, id),
    constraint webhook_events_key UNIQUE (tenant_id, key),
    constraint webhook_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
call protect('webhook_events');
CREATE INDEX webhook_events_created_at_idx ON webhook_events USING btree (created_at);
grant delete, insert, select, update on webhook_events to parlay_front, parlay_worker;

create table webhook_secrets (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    webhook_id bigint not null,
    key bytea not null,
    expires_at timestamptz,
    constraint webhook_secrets_pkey PRIMARY KEY (tenant_id, id),
    constraint webhook_secrets_key_check CHECK (length(key) >= 24 AND length(key) <= 64),
    constraint webhook_secrets_webhook_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE
);
call protect('webhook_secrets');
CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets USING btree (tenant_id, webhook_id);
grant delete, insert, select (expires_at), select (id), select (tenant_id), select (webhook_id), update (expires_at) on webhook_secrets to parlay_front;
grant delete, select on webhook_secrets to parlay_worker;

create table webhooks (
    tenant_id bigint not null,
    id bigint not null generated always as identity,
    url text not null,
    events text[] not null,
    enabled boolean not null default true,
    disabled_reason text,
    failing_since timestamptz,
    failures integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version bigint not null default 1,
    constraint webhooks_pkey PRIMARY KEY (tenant_id, id),
    constraint webhooks_disabled_reason_check CHECK (disabled_reason IS NULL OR (disabled_reason = ANY (ARRAY['gone', 'failing'])) AND NOT enabled),
    constraint webhooks_events_check CHECK (cardinality(events) > 0),
    constraint webhooks_url_check CHECK (length(url) >= 1 AND length(url) <= 2000),
    constraint webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
) with (fillfactor=80);
call protect('webhooks');
CREATE TRIGGER limit_webhooks AFTER INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION limit_webhooks();
grant delete, insert, select, update on webhooks to parlay_front, parlay_worker;

create table workers (
    id bigint not null generated always as identity,
    name text not null,
    leased_until timestamptz not null,
    started_at timestamptz not null default now(),
    constraint workers_pkey PRIMARY KEY (id)
) with (fillfactor=50);
grant delete, insert, select, update on workers to parlay_worker;

create sequence igdb_permits;
grant usage on sequence igdb_permits to parlay_worker;

create view wager_cards with (security_invoker=true) as  -- functions/wager_cards.sql
    tenant_id bigint,
    id bigint,
    name text,
    description text,
    amount_cents bigint,
    category text,
    status text,
    winner text,
    claimed_by text,
    claimed_winner text,
    claimed_at timestamptz,
    cancel_requested_by text,
    lat double precision,
    lon double precision,
    opened_at timestamptz,
    taken_at timestamptz,
    completed_at timestamptz,
    confirmed_at timestamptz,
    closes_at timestamptz,
    disputed_at timestamptz,
    audience text,
    payment_method text,
    version bigint,
    is_edited boolean,
    challenger_id bigint,
    challengee_id bigint,
    addressee_id bigint,
    arbiter_id bigint,
    challenger_arbiter_id bigint,
    challengee_arbiter_id bigint,
    remind_at timestamptz,
    reminders_since timestamptz,
    reminder_round smallint,
    reminder_step smallint,
    challenger_username text,
    challenger_first_name text,
    challenger_last_name text,
    challenger_photo_version bigint,
    challenger_version bigint,
    challengee_username text,
    challengee_first_name text,
    challengee_last_name text,
    challengee_photo_version bigint,
    challengee_version bigint,
    arbiter_username text,
    arbiter_first_name text,
    arbiter_last_name text,
    arbiter_photo_version bigint,
    arbiter_version bigint,
    addressee_username text,
    my_rating smallint,
    is_visible boolean,
    is_moderated boolean,
    second_category text,
    third_category text,
    addressee_first_name text,
    is_available boolean,
    caller_name text,
    decided_by text,
    decision_reason text,
    ended_at timestamptz,
    cancel_requested_at timestamptz,
    payment_said_at timestamptz;
grant select on wager_cards to parlay_front, parlay_worker;

function allow_password_cost(INOUT memory_kib integer, INOUT iterations integer, INOUT parallelism integer) returns record
    plpgsql security definer set search_path=parlay, pg_temp for parlay_front;

function append_event(for_tenant bigint, for_account bigint, event_type text, subject_type text, subject_id bigint) returns void
    plpgsql set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function authenticate(for_tenant bigint, token_digest bytea, at_time timestamptz, OUT token_id bigint, OUT account_id bigint, OUT role text, OUT username text, OUT is_stale boolean) returns SETOF record
    sql stable;

function authenticate_key(for_tenant bigint, key_digest bytea, at_time timestamptz, from_address inet, OUT token_id bigint, OUT account_id bigint, OUT role text, OUT is_stale boolean, OUT scopes text) returns SETOF record
    sql stable;

function begin_issuer_fetch(for_issuer text, at_time timestamptz) returns boolean
    sql security definer set search_path=parlay, pg_temp for parlay_front;

function boxes_around(lat double precision, lon double precision, radius_km double precision) returns box[]
    plpgsql immutable strict parallel safe set search_path=parlay, pg_temp;

function can_view_wager(challenger bigint, challengee bigint, arbiter bigint, addressee bigint, audience text) returns boolean
    plpgsql stable;

function catalog_is_stale() returns boolean
    sql stable security definer set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function change_settings(expected jsonb, new_settings jsonb, at_time timestamptz) returns boolean
    plpgsql security definer set search_path=parlay, pg_temp for parlay_front;

function check_bet_ledger() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function check_ledger_bet() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function check_ledger_wallet() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function claim_idempotency_key(for_tenant bigint, for_key text, at_time timestamptz, OUT claimed boolean, OUT fingerprint bytea, OUT status integer, OUT headers text, OUT body bytea) returns record
    plpgsql set enable_seqscan=off;

function closed_tenants() returns bigint[]
    plpgsql stable set search_path=parlay, pg_temp;

function complete_job(for_tenant bigint, job_id bigint, of_attempt integer, of_worker bigint) returns void
    plpgsql set search_path=parlay, pg_temp;

function count_added_games() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function count_changed_games() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function count_game_words() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function count_removed_games() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function count_wager_outcomes() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function count_wager_rating() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function current_account_id() returns bigint
    sql stable parallel safe;

function current_key_id() returns bigint
    sql stable parallel safe;

function current_tenant_id() returns bigint
    sql stable parallel safe;

function current_token_id() returns bigint
    sql stable parallel safe;

function date_format(locale text) returns text
    sql immutable parallel safe;

function date_formats() returns jsonb
    sql immutable parallel safe;

function delete_email_verification() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function delete_identities() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function delete_passkeys() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function delete_sign_ins() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function delete_tenant_jobs() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function end_issuer_fetch(for_issuer text, at_time timestamptz, found text, fresh_seconds bigint) returns void
    sql security definer set search_path=parlay, pg_temp for parlay_front;

function fill_token_role() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function filtered_wagers(filter wager_filter) returns TABLE(id bigint, challenger_id bigint, challengee_id bigint, arbiter_id bigint, addressee_id bigint, audience text, status text, category text, second_category text, third_category text, lat double precision, lon double precision, km double precision)
    sql stable;

function find_games(q text, sort text, filter game_filter, page game_page, first bigint[]) returns TABLE(place bigint, game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function find_people(expression text, patterns text[], before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable security definer set search_path=parlay, pg_temp for parlay_front;

function find_people_between(expression text, patterns text[], from_id bigint, before_id bigint, page_size integer) returns SETOF bigint
    sql stable for the owner;

function find_people_by_age(expression text, patterns text[], from_id bigint, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off for the owner;

function find_people_by_index(expression text, patterns text[], before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_indexscan=off set plan_cache_mode=force_custom_plan for the owner;

function finish_igdb_request(of_permit bigint, outcome text, error text, pause_ms bigint) returns void
    plpgsql set search_path=parlay, pg_temp for parlay_worker;

function forget_email_proof() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function format_local_time(moment timestamptz, settings jsonb) returns text
    plpgsql;

function format_meeting_time(moment timestamptz, settings jsonb) returns text
    sql;

function from_local_time(local timestamp without time zone, zone text) returns timestamptz
    plpgsql stable set search_path=parlay, pg_temp;

function game_deletions(word text) returns text[]
    plpgsql immutable parallel safe set search_path=parlay, pg_temp;

function game_key(name text) returns text
    sql immutable parallel safe;

function game_number(ordering text, rating double precision, rating_count integer, release_date date) returns double precision
    sql immutable parallel safe;

function game_numeral(word text) returns text
    sql immutable parallel safe;

function game_patterns(word text, errors integer) returns text[]
    plpgsql immutable parallel safe set search_path=parlay, pg_temp;

function game_search_key(q text) returns text
    sql immutable parallel safe set search_path=parlay, pg_temp;

function game_search_state(q text) returns TABLE(key text, status text, finished bigint, is_unavailable boolean)
    sql stable security definer set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function game_spellings(words text[]) returns TABLE(place integer, word text, second text, cost integer, games integer)
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set enable_nestloop=on set jit=off set plan_cache_mode=force_generic_plan;

function game_terms_of(q text, filter game_filter) returns SETOF game_terms
    plpgsql stable set search_path=parlay, pg_temp;

function games_alike(terms game_terms) returns game_terms
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_nestloop=off set jit=off set plan_cache_mode=force_generic_plan;

function games_among(ids bigint[], ordering text, terms game_terms, page game_page) returns TABLE(game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set jit=off set plan_cache_mode=force_generic_plan;

function games_are_few() returns integer
    sql immutable parallel safe;

function games_behind(id bigint, ordering text, size integer) returns game_page
    sql stable set search_path=parlay, pg_temp;

function games_by_closeness(terms game_terms, page game_page) returns TABLE(game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp;

function games_by_name(votes integer, keys text[], beginning text, query tsquery, most integer) returns bigint[]
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_indexscan=off set jit=off set plan_cache_mode=force_generic_plan;

function games_by_order(ordering text, terms game_terms, page game_page) returns TABLE(game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp;

function games_by_tiers(terms game_terms, page game_page) returns TABLE(game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp;

function games_by_words(keys text[], beginning text, query tsquery, most integer) returns bigint[]
    plpgsql stable set search_path=parlay, pg_temp;

function games_in_order(ordering text, page game_page) returns bigint[]
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off set plan_cache_mode=force_generic_plan;

function games_listed(ordering text, terms game_terms, page game_page) returns TABLE(game_id bigint, tier integer, number double precision)
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set jit=off set plan_cache_mode=force_generic_plan;

function games_ranked() returns integer
    sql immutable parallel safe;

function games_read(is_first_page boolean) returns integer
    sql immutable parallel safe;

function great_circle_km(lat double precision, lon double precision, other_lat double precision, other_lon double precision) returns double precision
    sql immutable strict parallel safe;

function guard_bet_terms() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function guard_wager_moves() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function guard_wager_terms() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function igdb_token(client text, refused text, OUT step text, OUT token text, OUT wait_ms bigint) returns record
    plpgsql set search_path=parlay, pg_temp for parlay_worker;

function in_transfer() returns boolean
    plpgsql stable parallel safe;

function is_bet_state(status text, stake_cents bigint, payout_cents bigint, settled_at timestamptz) returns boolean
    plpgsql immutable parallel safe;

function is_blocked_pair(tenant bigint, one bigint, other bigint) returns boolean
    sql stable;

function is_held_address(tenant bigint, address text, account bigint) returns boolean
    sql;

function is_hidden_part(author bigint, type text, subject bigint, hidden_part text) returns boolean
    plpgsql stable set search_path=parlay, pg_temp;

function is_ledger_entry(kind text, wallet_cents bigint, pool_cents bigint, house_cents bigint, bet_id bigint, step integer) returns boolean
    plpgsql immutable parallel safe;

function is_listed_wager(wager bigint, status text, challenger bigint) returns boolean
    plpgsql stable;

function is_name(text) returns boolean
    sql immutable parallel safe;

function is_searchable(settings jsonb) returns boolean
    sql immutable parallel safe;

function job_counts(per_lane bigint) returns TABLE(kind text, state text, count bigint)
    sql stable security definer set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function job_oldest_seconds() returns double precision
    sql stable security definer set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function jobs_added() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function keep_hosts_unique() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function keep_last_admin() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function limit_odds_feeds() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function limit_webhooks() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function local_time(moment timestamptz, zone text) returns timestamp without time zone
    plpgsql stable set search_path=parlay, pg_temp;

function lock_pair(tenant bigint, one bigint, other bigint) returns void
    sql set search_path=parlay, pg_temp;

function mail_old_address() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function mails_of_account(for_tenant bigint, for_account bigint, before bigint, most bigint, OUT state text, OUT kind text, OUT subject text, OUT created_at timestamptz, OUT recipient text) returns SETOF record
    sql stable security definer set search_path=parlay, pg_temp for parlay_front;

function name_tier(name_key text, key text, keys text[], words text[]) returns integer
    sql immutable parallel safe;

function note_changed_events() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp set enable_nestloop=off for the owner;

function note_changed_markets() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp set enable_nestloop=off for the owner;

function note_changed_outcomes() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp set enable_nestloop=off for the owner;

function note_changed_tournaments() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp set enable_nestloop=off for the owner;

function note_deleted_events() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function note_deleted_markets() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function note_new_events() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function note_new_markets() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function note_new_outcomes() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function note_resumption() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

procedure number_cell(IN cell integer)
    plpgsql set search_path=parlay, pg_temp for the owner;

function number_live_changes() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function own_stored_mails(for_tenant bigint, OUT id bigint, OUT recipient text, OUT subject text, OUT text text, OUT created_at timestamptz) returns SETOF record
    sql stable security definer set search_path=parlay, pg_temp for parlay_front;

function page_face(for_tenant bigint, for_account bigint, OUT last_name text, OUT photo_version bigint) returns SETOF record
    sql stable;

function page_viewer(for_tenant bigint, for_account bigint, OUT username text, OUT first_name text, OUT locale text, OUT time_zone text, OUT unread bigint) returns SETOF record
    sql stable;

function pass_role_to_tokens() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function password_cost(hash text) returns integer[]
    sql immutable parallel safe set search_path=parlay, pg_temp for the owner;

function post_notices() returns trigger
    plpgsql;

function post_to_wallet() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function posts_by_trigger() returns boolean
    plpgsql stable parallel safe;

procedure protect(IN protected regclass)
    plpgsql set search_path=parlay, pg_temp for the owner;

function rate_games() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function record_backup(backup text, backup_ended_at timestamptz) returns void
    sql security definer set search_path=parlay, pg_temp for pg_monitor;

function record_counts(writer bigint, figure text, hours bigint[], tenant_ids bigint[], totals bigint[]) returns void
    sql security definer set search_path=parlay, pg_temp for parlay_front, parlay_worker;

function refresh_catalog() returns void
    plpgsql set search_path=parlay, pg_temp for parlay_worker;

function refuse_blocked_friendship() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function refuse_blocked_match() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function refuse_held_address() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function refuse_tenant(state text) returns text
    plpgsql set search_path=parlay, pg_temp;

function refuse_wallet_change() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function relay_notices(for_tenant bigint, batch bigint) returns bigint
    plpgsql set search_path=parlay, pg_temp set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off for parlay_worker;

function release_jobs(for_tenant bigint) returns void
    plpgsql set search_path=parlay, pg_temp for the owner;

function repay_debt() returns trigger
    plpgsql security definer set search_path=parlay, pg_temp for the owner;

function require_active_account() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function sees_hidden(author bigint) returns boolean
    plpgsql stable set search_path=parlay, pg_temp;

function sees_suspension(account bigint) returns boolean
    plpgsql stable set search_path=parlay, pg_temp;

function shown_bio(account accounts) returns text
    sql stable;

function shown_first_name(account accounts) returns text
    sql stable;

function shown_last_name(account accounts) returns text
    sql stable;

function shown_name(account accounts) returns text
    sql immutable parallel safe;

function shown_photo_version(account accounts) returns bigint
    sql stable;

function shown_status(account accounts) returns text
    sql stable;

function shown_username(account accounts) returns text
    sql stable;

function stored_answer(for_tenant bigint, for_key text, at_time timestamptz, OUT fingerprint bytea, OUT status integer, OUT headers text, OUT body bytea) returns SETOF record
    plpgsql stable set enable_seqscan=off;

function take_igdb_permit(OUT permit bigint, OUT wait_ms bigint, OUT is_paused boolean) returns record
    plpgsql set search_path=parlay, pg_temp for parlay_worker;

function tell_account() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function tell_devices() returns trigger
    plpgsql set search_path=parlay, pg_temp for the owner;

function tenants_changed() returns trigger
    plpgsql set search_path=parlay, pg_temp;

function tenants_with_events(tenants bigint[], seen pg_snapshot) returns SETOF bigint
    sql stable security definer set search_path=parlay, pg_temp set enable_seqscan=off for parlay_front;

function tenants_with_notices() returns SETOF bigint
    sql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_bitmapscan=off for parlay_worker;

function valid_expression_length(expression text) returns integer
    plpgsql stable set search_path=parlay, pg_temp;

function wager_matches_filter(status text, categories text[], amount_cents bigint, closes_at timestamptz, km double precision, filter wager_filter) returns boolean
    sql stable;

function wagers_feed(is_mine boolean, of_friends boolean, filter wager_filter, page wager_page, OUT wager_id bigint, OUT km double precision) returns SETOF record
    plpgsql stable set search_path=parlay, pg_temp;

function wagers_matching(expression text, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable security definer set search_path=parlay, pg_temp for parlay_front;

function wagers_matching_between(expression text, from_id bigint, before_id bigint, page_size integer) returns SETOF bigint
    sql stable for the owner;

function wagers_matching_by_age(expression text, from_id bigint, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off for the owner;

function wagers_matching_by_index(expression text, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable set search_path=parlay, pg_temp set enable_seqscan=off set enable_indexscan=off set plan_cache_mode=force_custom_plan for the owner;

function wagers_nearby(filter wager_filter, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable security definer set search_path=parlay, pg_temp for parlay_front;

function wagers_nearest(filter wager_filter, after_km double precision, before_id bigint, page_size integer, OUT wager_id bigint, OUT km double precision) returns SETOF record
    plpgsql stable security definer set search_path=parlay, pg_temp set plan_cache_mode=force_generic_plan for parlay_front;

function wagers_newest(filter wager_filter, before_id bigint, page_size integer) returns SETOF bigint
    plpgsql stable set search_path=parlay, pg_temp set enable_sort=off set enable_incremental_sort=off set jit=off set plan_cache_mode=force_generic_plan;

function wagers_within(filter wager_filter) returns TABLE(id bigint, challenger_id bigint, challengee_id bigint, arbiter_id bigint, addressee_id bigint, audience text, status text, km double precision)
    sql stable;

function weighted_rating(rating double precision, votes integer, mean double precision) returns double precision
    sql immutable parallel safe;

function write_games(records jsonb, written_at timestamptz, OUT created integer, OUT updated integer, OUT unchanged integer) returns record
    plpgsql set search_path=parlay, pg_temp set plan_cache_mode=force_custom_plan for parlay_worker;
