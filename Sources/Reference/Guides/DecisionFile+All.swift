extension DecisionFile {
    /// Every decision, by its number. Written by `scripts/list-decisions`; a test compares it with the folder.
    static let all = [
        DecisionFile("0001-record-decisions", PackageResources._001_record_decisions_md),
        DecisionFile("0003-event-loop-as-executor", PackageResources._003_event_loop_as_executor_md),
        DecisionFile("0004-libpq-pipeline-shared-sync", PackageResources._004_libpq_pipeline_shared_sync_md),
        DecisionFile("0005-row-level-security", PackageResources._005_row_level_security_md),
        DecisionFile("0006-tenant-id-first", PackageResources._006_tenant_id_first_md),
        DecisionFile("0007-cube-and-pg-trgm", PackageResources._007_cube_and_pg_trgm_md),
        DecisionFile("0008-blocking-pool", PackageResources._008_blocking_pool_md),
        DecisionFile("0009-listen-as-wake-up", PackageResources._009_listen_as_wake_up_md),
        DecisionFile("0010-json-by-codable", PackageResources._010_json_by_codable_md),
        DecisionFile("0011-foundation-essentials", PackageResources._011_foundation_essentials_md),
        DecisionFile("0012-double-entry-ledger", PackageResources._012_double_entry_ledger_md),
        DecisionFile(
            "0013-json-parser-and-body-reader",
            PackageResources._013_json_parser_and_body_reader_md
        ),
        DecisionFile("0014-when-a-token-is-checked", PackageResources._014_when_a_token_is_checked_md),
        DecisionFile("0016-keys-in-the-database", PackageResources._016_keys_in_the_database_md),
        DecisionFile("0017-command-line", PackageResources._017_command_line_md),
        DecisionFile("0020-idempotency-by-transaction", PackageResources._020_idempotency_by_transaction_md),
        DecisionFile("0021-budgets-and-encodings", PackageResources._021_budgets_and_encodings_md),
        DecisionFile("0022-people-and-moderation", PackageResources._022_people_and_moderation_md),
        DecisionFile("0023-administration", PackageResources._023_administration_md),
        DecisionFile("0024-mail-is-left-by-triggers", PackageResources._024_mail_is_left_by_triggers_md),
        DecisionFile("0026-webhook-events-by-trigger", PackageResources._026_webhook_events_by_trigger_md),
        DecisionFile("0027-outbound-http", PackageResources._027_outbound_http_md),
        DecisionFile(
            "0028-photos-in-a-process-of-their-own",
            PackageResources._028_photos_in_a_process_of_their_own_md
        ),
        DecisionFile("0030-reference-from-routes", PackageResources._030_reference_from_routes_md),
        DecisionFile("0032-values-that-may-grow", PackageResources._032_values_that_may_grow_md),
        DecisionFile(
            "0033-what-the-client-sends-twice",
            PackageResources._033_what_the_client_sends_twice_md
        ),
        DecisionFile("0034-what-a-request-costs", PackageResources._034_what_a_request_costs_md),
        DecisionFile("0035-who-sees-a-wager", PackageResources._035_who_sees_a_wager_md),
        DecisionFile("0037-moves-of-wagers", PackageResources._037_moves_of_wagers_md),
        DecisionFile("0038-payment-reminders", PackageResources._038_payment_reminders_md),
        DecisionFile("0039-places-in-the-plane", PackageResources._039_places_in_the_plane_md),
        DecisionFile(
            "0040-searches-have-their-own-connections",
            PackageResources._040_searches_have_their_own_connections_md
        ),
        DecisionFile("0041-figures-are-counted", PackageResources._041_figures_are_counted_md),
        DecisionFile("0046-the-client-knows-the-moves", PackageResources._046_the_client_knows_the_moves_md),
        DecisionFile("0047-memory-of-hostile-clients", PackageResources._047_memory_of_hostile_clients_md),
        DecisionFile("0051-what-503-promises", PackageResources._051_what_503_promises_md),
        DecisionFile("0052-waiting-for-a-transaction", PackageResources._052_waiting_for_a_transaction_md),
        DecisionFile(
            "0053-the-hash-queue-is-shared-by-addresses",
            PackageResources._053_the_hash_queue_is_shared_by_addresses_md
        ),
        DecisionFile(
            "0054-uploads-wait-with-their-bodies",
            PackageResources._054_uploads_wait_with_their_bodies_md
        ),
        DecisionFile("0055-terms-that-were-seen", PackageResources._055_terms_that_were_seen_md),
        DecisionFile(
            "0056-turns-and-indexes-by-tenant",
            PackageResources._056_turns_and_indexes_by_tenant_md
        ),
        DecisionFile(
            "0058-calls-without-fields-are-made-and-undone",
            PackageResources._058_calls_without_fields_are_made_and_undone_md
        ),
        DecisionFile("0059-times-in-notices", PackageResources._059_times_in_notices_md),
        DecisionFile("0061-the-reference-as-pages", PackageResources._061_the_reference_as_pages_md),
        DecisionFile("0062-who-sees-the-tenants", PackageResources._062_who_sees_the_tenants_md),
        DecisionFile("0063-shapes-of-the-command-line", PackageResources._063_shapes_of_the_command_line_md),
        DecisionFile(
            "0064-rows-are-read-by-their-types",
            PackageResources._064_rows_are_read_by_their_types_md
        ),
        DecisionFile("0067-members-by-visitor", PackageResources._067_members_by_visitor_md),
        DecisionFile("0068-query-fields", PackageResources._068_query_fields_md),
        DecisionFile("0070-cells", PackageResources._070_cells_md),
        DecisionFile("0071-search-over-common-letters", PackageResources._071_search_over_common_letters_md),
        DecisionFile("0073-modules-are-values", PackageResources._073_modules_are_values_md),
        DecisionFile("0074-profiles-in-one-statement", PackageResources._074_profiles_in_one_statement_md),
        DecisionFile(
            "0075-targets-between-tenants-and-modules",
            PackageResources._075_targets_between_tenants_and_modules_md
        ),
        DecisionFile("0076-files-of-games", PackageResources._076_files_of_games_md),
        DecisionFile("0077-the-demo-plays-on", PackageResources._077_the_demo_plays_on_md),
        DecisionFile("0078-permits-for-files-of-data", PackageResources._078_permits_for_files_of_data_md),
        DecisionFile("0079-bounds-of-xpaths", PackageResources._079_bounds_of_xpaths_md),
        DecisionFile("0080-runs-of-feeds", PackageResources._080_runs_of_feeds_md),
        DecisionFile("0082-exact-prices", PackageResources._082_exact_prices_md),
        DecisionFile(
            "0083-a-moved-price-is-asked-again",
            PackageResources._083_a_moved_price_is_asked_again_md
        ),
        DecisionFile(
            "0084-a-transaction-of-the-ledger-is-a-row",
            PackageResources._084_a_transaction_of_the_ledger_is_a_row_md
        ),
        DecisionFile(
            "0085-settlement-compares-bets-with-outcomes",
            PackageResources._085_settlement_compares_bets_with_outcomes_md
        ),
        DecisionFile(
            "0086-a-bet-locks-what-it-depends-on",
            PackageResources._086_a_bet_locks_what_it_depends_on_md
        ),
        DecisionFile(
            "0087-no-statistics-about-tenants",
            PackageResources._087_no_statistics_about_tenants_md
        ),
        DecisionFile(
            "0088-updates-are-numbered-at-commit",
            PackageResources._088_updates_are_numbered_at_commit_md
        ),
        DecisionFile(
            "0089-what-the-messages-cannot-say",
            PackageResources._089_what_the_messages_cannot_say_md
        ),
        DecisionFile("0090-sockets-of-the-client", PackageResources._090_sockets_of_the_client_md),
        DecisionFile("0091-merging-the-live-tree", PackageResources._091_merging_the_live_tree_md),
        DecisionFile(
            "0092-the-live-page-is-one-document",
            PackageResources._092_the_live_page_is_one_document_md
        ),
        DecisionFile("0093-frames-by-libwslay", PackageResources._093_frames_by_libwslay_md),
        DecisionFile("0094-a-catalog-for-all-tenants", PackageResources._094_a_catalog_for_all_tenants_md),
        DecisionFile("0095-a-sportsbook-that-moves", PackageResources._095_a_sportsbook_that_moves_md),
        DecisionFile("0096-games-by-name", PackageResources._096_games_by_name_md),
        DecisionFile("0098-one-limit-for-all-workers", PackageResources._098_one_limit_for_all_workers_md),
        DecisionFile(
            "0100-one-table-for-shelf-and-wishlist",
            PackageResources._100_one_table_for_shelf_and_wishlist_md
        ),
        DecisionFile("0101-a-shelf-as-a-csv-file", PackageResources._101_a_shelf_as_a_csv_file_md),
        DecisionFile("0104-hardened-units-and-photos", PackageResources._104_hardened_units_and_photos_md),
        DecisionFile(
            "0105-caddy-does-not-judge-fronts",
            PackageResources._105_caddy_does_not_judge_fronts_md
        ),
        DecisionFile("0107-patroni-by-the-older-api", PackageResources._107_patroni_by_the_older_api_md),
        DecisionFile(
            "0108-backups-with-postgresqls-own-tools",
            PackageResources._108_backups_with_postgresqls_own_tools_md
        ),
        DecisionFile(
            "0109-only-servers-that-can-be-written",
            PackageResources._109_only_servers_that_can_be_written_md
        ),
        DecisionFile("0110-a-tenant-in-one-file", PackageResources._110_a_tenant_in_one_file_md),
        DecisionFile(
            "0113-poolers-are-found-by-the-process-id",
            PackageResources._113_poolers_are_found_by_the_process_id_md
        ),
        DecisionFile(
            "0114-fronts-count-proxies-they-do-not-trust",
            PackageResources._114_fronts_count_proxies_they_do_not_trust_md
        ),
        DecisionFile(
            "0115-a-sign-of-life-passes-through-every-loop",
            PackageResources._115_a_sign_of_life_passes_through_every_loop_md
        ),
        DecisionFile("0116-proof-of-an-address", PackageResources._116_proof_of_an_address_md),
        DecisionFile(
            "0117-issuers-are-addresses-that-tenants-set",
            PackageResources._117_issuers_are_addresses_that_tenants_set_md
        ),
        DecisionFile("0118-outside-accounts", PackageResources._118_outside_accounts_md),
        DecisionFile("0119-what-a-write-costs", PackageResources._119_what_a_write_costs_md),
        DecisionFile("0120-reads-without-a-task", PackageResources._120_reads_without_a_task_md),
        DecisionFile(
            "0121-from-the-row-to-the-answers-bytes",
            PackageResources._121_from_the_row_to_the_answers_bytes_md
        ),
        DecisionFile("0122-mimalloc", PackageResources._122_mimalloc_md),
        DecisionFile(
            "0123-transactions-in-fewer-round-trips",
            PackageResources._123_transactions_in_fewer_round_trips_md
        ),
        DecisionFile("0124-layout-of-the-program", PackageResources._124_layout_of_the_program_md),
        DecisionFile("0125-tokens-carry-the-role", PackageResources._125_tokens_carry_the_role_md),
        DecisionFile("0126-work-per-request", PackageResources._126_work_per_request_md),
        DecisionFile("0127-runs-of-combining-marks", PackageResources._127_runs_of_combining_marks_md),
        DecisionFile("0134-a-job-that-stops-workers", PackageResources._134_a_job_that_stops_workers_md),
        DecisionFile(
            "0138-weeks-that-no-source-counts",
            PackageResources._138_weeks_that_no_source_counts_md
        ),
        DecisionFile("0146-up-takes-a-port-for-itself", PackageResources._146_up_takes_a_port_for_itself_md),
        DecisionFile("0147-connecting-in-steps", PackageResources._147_connecting_in_steps_md),
        DecisionFile(
            "0150-what-others-see-of-a-suspended-person",
            PackageResources._150_what_others_see_of_a_suspended_person_md
        ),
        DecisionFile("0154-optional-names", PackageResources._154_optional_names_md),
        DecisionFile("0155-shelves-are-counted", PackageResources._155_shelves_are_counted_md),
        DecisionFile("0158-weighted-ratings", PackageResources._158_weighted_ratings_md),
        DecisionFile("0160-hidden-content", PackageResources._160_hidden_content_md),
        DecisionFile("0165-known-people-come-first", PackageResources._165_known_people_come_first_md),
        DecisionFile("0166-costs-of-password-hashes", PackageResources._166_costs_of_password_hashes_md),
        DecisionFile("0167-databases-of-tests", PackageResources._167_databases_of_tests_md),
        DecisionFile("0168-functions-are-files", PackageResources._168_functions_are_files_md),
        DecisionFile("0171-apps-see-wire-types-only", PackageResources._171_apps_see_wire_types_only_md),
        DecisionFile(
            "0174-components-bring-their-reference",
            PackageResources._174_components_bring_their_reference_md
        ),
        DecisionFile("0175-calls-are-declared-once", PackageResources._175_calls_are_declared_once_md),
        DecisionFile(
            "0176-the-function-order-stays-in-git",
            PackageResources._176_the_function_order_stays_in_git_md
        ),
        DecisionFile(
            "0177-kinds-of-markets-are-values",
            PackageResources._177_kinds_of_markets_are_values_md
        ),
        DecisionFile(
            "0178-tables-belong-to-their-target",
            PackageResources._178_tables_belong_to_their_target_md
        ),
        DecisionFile(
            "0179-bodies-name-each-field-once",
            PackageResources._179_bodies_name_each_field_once_md
        ),
        DecisionFile(
            "0180-feeds-build-on-the-sportsbook",
            PackageResources._180_feeds_build_on_the_sportsbook_md
        ),
        DecisionFile("0181-a-session-is-a-caller", PackageResources._181_a_session_is_a_caller_md),
        DecisionFile("0183-frames-of-the-client", PackageResources._183_frames_of_the_client_md),
        DecisionFile("0184-builds-of-tests", PackageResources._184_builds_of_tests_md),
        DecisionFile(
            "0185-the-front-owns-its-connections",
            PackageResources._185_the_front_owns_its_connections_md
        ),
        DecisionFile("0186-games-by-words", PackageResources._186_games_by_words_md),
        DecisionFile("0187-what-a-bet-costs", PackageResources._187_what_a_bet_costs_md),
        DecisionFile("0188-one-stream-per-person", PackageResources._188_one_stream_per_person_md),
        DecisionFile(
            "0189-screens-are-clients-of-the-api",
            PackageResources._189_screens_are_clients_of_the_api_md
        ),
        DecisionFile("0190-texts-by-icu", PackageResources._190_texts_by_icu_md),
        DecisionFile(
            "0191-notices-and-mail-in-the-readers-language",
            PackageResources._191_notices_and_mail_in_the_readers_language_md
        ),
        DecisionFile(
            "0192-the-password-again-is-signing-in-again",
            PackageResources._192_the_password_again_is_signing_in_again_md
        ),
        DecisionFile("0193-the-board-is-a-screen", PackageResources._193_the_board_is_a_screen_md),
        DecisionFile("0194-hidden-sections", PackageResources._194_hidden_sections_md),
        DecisionFile(
            "0195-outside-accounts-in-the-browser",
            PackageResources._195_outside_accounts_in_the_browser_md
        ),
        DecisionFile("0197-the-operators-console", PackageResources._197_the_operators_console_md),
        DecisionFile(
            "0198-figures-are-counted-by-the-worker",
            PackageResources._198_figures_are_counted_by_the_worker_md
        ),
        DecisionFile("0199-admins-read-as-the-person", PackageResources._199_admins_read_as_the_person_md),
        DecisionFile(
            "0201-a-kind-of-jobs-is-paused-by-a-row",
            PackageResources._201_a_kind_of_jobs_is_paused_by_a_row_md
        ),
        DecisionFile(
            "0202-a-key-calls-under-the-negative-of-its-id",
            PackageResources._202_a_key_calls_under_the_negative_of_its_id_md
        ),
        DecisionFile("0203-cells-that-move", PackageResources._203_cells_that_move_md),
        DecisionFile("0205-codes-as-a-second-factor", PackageResources._205_codes_as_a_second_factor_md),
        DecisionFile("0206-this-was-not-me", PackageResources._206_this_was_not_me_md),
        DecisionFile("0207-passkeys", PackageResources._207_passkeys_md),
        DecisionFile("0208-packages", PackageResources._208_packages_md),
        DecisionFile("0209-clients-from-the-document", PackageResources._209_clients_from_the_document_md),
        DecisionFile("0210-push-by-derived-keys", PackageResources._210_push_by_derived_keys_md),
    ]
}
