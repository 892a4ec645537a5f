internal import Security

/// One file of `db/migrations`: `0002_tenants.sql` has version 2 and name `tenants`.
package struct Migration: Sendable, Equatable {
    package let version: Int
    package let name: String
    /// The SQL, one or more statements, without `begin` and `commit`.
    package let sql: String
    /// SHA-256 of the file in hexadecimal digits: a released file is never edited.
    package let checksum: String
    /// The version before this migration works on the schema that it makes, so that its processes may go on while they
    /// are replaced one by one. The file says so in its first line: `-- compatible: yes`, or `no`.
    package let isCompatible: Bool
    /// Whether the first line says that it is compatible or not.
    package let isMarked: Bool
    /// Whether it runs after the other migrations, in the transaction that applies the functions: it drops what they no
    /// longer call, or replaces what `create or replace` cannot. The second line says so: `-- with the functions`.
    package let runsWithFunctions: Bool

    package init(_ version: Int, _ name: String, _ bytes: [UInt8]) {
        self.version = version
        self.name = name
        sql = String(decoding: bytes, as: UTF8.self)
        checksum = sha256(bytes).hex
        isMarked = sql.hasPrefix("-- compatible: yes\n") || sql.hasPrefix("-- compatible: no\n")
        isCompatible = sql.hasPrefix("-- compatible: yes\n")
        runsWithFunctions = isMarked && sql.contains("\n-- with the functions\n")
    }

    package var fileName: String { Self.fileName(version: version, name: name) }

    static func fileName(version: Int, name: String) -> String {
        let digits = String(version)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_\(name).sql"
    }

    /// Every migration of this program, in order. `Package.swift` builds each file of the folder into the program, under
    /// its name with the first character replaced.
    package static let all = [
        Migration(1, "row_security", PackageResources._001_row_security_sql),
        Migration(2, "tenants", PackageResources._002_tenants_sql),
        Migration(3, "signing_keys", PackageResources._003_signing_keys_sql),
        Migration(4, "jobs", PackageResources._004_jobs_sql),
        Migration(5, "accounts", PackageResources._005_accounts_sql),
        Migration(6, "tokens", PackageResources._006_tokens_sql),
        Migration(7, "throttles", PackageResources._007_throttles_sql),
        Migration(8, "idempotency_keys", PackageResources._008_idempotency_keys_sql),
        Migration(9, "blocks", PackageResources._009_blocks_sql),
        Migration(10, "notices", PackageResources._010_notices_sql),
        Migration(11, "password_resets", PackageResources._011_password_resets_sql),
        Migration(12, "mail", PackageResources._012_mail_sql),
        Migration(13, "webhooks", PackageResources._013_webhooks_sql),
        Migration(14, "photos", PackageResources._014_photos_sql),
        Migration(15, "invites", PackageResources._015_invites_sql),
        Migration(16, "reports", PackageResources._016_reports_sql),
        Migration(17, "administration", PackageResources._017_administration_sql),
        Migration(18, "meetups", PackageResources._018_meetups_sql),
        Migration(19, "meeting_times", PackageResources._019_meeting_times_sql),
        Migration(20, "friends", PackageResources._020_friends_sql),
        Migration(21, "wagers", PackageResources._021_wagers_sql),
        Migration(22, "wager_visibility", PackageResources._022_wager_visibility_sql),
        Migration(23, "wager_figures", PackageResources._023_wager_figures_sql),
        Migration(24, "wager_feed", PackageResources._024_wager_feed_sql),
        Migration(25, "wager_search", PackageResources._025_wager_search_sql),
        Migration(26, "people_search", PackageResources._026_people_search_sql),
        Migration(27, "tenants", PackageResources._027_tenants_sql),
        Migration(28, "accounts", PackageResources._028_accounts_sql),
        Migration(29, "email_verification", PackageResources._029_email_verification_sql),
        Migration(30, "identities", PackageResources._030_identities_sql),
        Migration(31, "sign_ins", PackageResources._031_sign_ins_sql),
        Migration(32, "password_costs", PackageResources._032_password_costs_sql),
        Migration(33, "token_roles", PackageResources._033_token_roles_sql),
        Migration(34, "notice_outbox", PackageResources._034_notice_outbox_sql),
        Migration(35, "backups", PackageResources._035_backups_sql),
        Migration(36, "deaths_of_workers", PackageResources._036_deaths_of_workers_sql),
        Migration(37, "webhook_bodies", PackageResources._037_webhook_bodies_sql),
        Migration(38, "moderation", PackageResources._038_moderation_sql),
        Migration(39, "wager_offers", PackageResources._039_wager_offers_sql),
        Migration(40, "sportsbook", PackageResources._040_sportsbook_sql),
        Migration(41, "wallets", PackageResources._041_wallets_sql),
        Migration(42, "feeds", PackageResources._042_feeds_sql),
        Migration(43, "live", PackageResources._043_live_sql),
        Migration(44, "games", PackageResources._044_games_sql),
        Migration(45, "catalog_sync", PackageResources._045_catalog_sync_sql),
        Migration(46, "shelf", PackageResources._046_shelf_sql),
        Migration(47, "replaced_functions", PackageResources._047_replaced_functions_sql),
        Migration(48, "game_words", PackageResources._048_game_words_sql),
        Migration(49, "game_trigrams", PackageResources._049_game_trigrams_sql),
        Migration(50, "checks_by_function", PackageResources._050_checks_by_function_sql),
        Migration(51, "ended_functions", PackageResources._051_ended_functions_sql),
        Migration(52, "streams", PackageResources._052_streams_sql),
        Migration(53, "browser_sessions", PackageResources._053_browser_sessions_sql),
        Migration(54, "match_moves", PackageResources._054_match_moves_sql),
        Migration(55, "tenant_hosts", PackageResources._055_tenant_hosts_sql),
        Migration(56, "notice_arguments", PackageResources._056_notice_arguments_sql),
        Migration(57, "screenshots", PackageResources._057_screenshots_sql),
        Migration(58, "audit_filters", PackageResources._058_audit_filters_sql),
        Migration(59, "figures", PackageResources._059_figures_sql),
        Migration(60, "paused_kinds", PackageResources._060_paused_kinds_sql),
        Migration(61, "dead_letters_of_tenants", PackageResources._061_dead_letters_of_tenants_sql),
        Migration(62, "process_counts", PackageResources._062_process_counts_sql),
        Migration(63, "wager_endings", PackageResources._063_wager_endings_sql),
        Migration(64, "installation_audit", PackageResources._064_installation_audit_sql),
        Migration(65, "audit_times", PackageResources._065_audit_times_sql),
        Migration(66, "cells", PackageResources._066_cells_sql),
        Migration(67, "api_keys", PackageResources._067_api_keys_sql),
        Migration(68, "passkeys", PackageResources._068_passkeys_sql),
        Migration(69, "second_factors", PackageResources._069_second_factors_sql),
        Migration(70, "security_notices", PackageResources._070_security_notices_sql),
        Migration(71, "push", PackageResources._071_push_sql),
        Migration(72, "push_apps", PackageResources._072_push_apps_sql),
        Migration(73, "sent_mails", PackageResources._073_sent_mails_sql),
        Migration(74, "held_addresses", PackageResources._074_held_addresses_sql),
        Migration(75, "accounts_by_name", PackageResources._075_accounts_by_name_sql),
        Migration(76, "newest_audit", PackageResources._076_newest_audit_sql),
    ]
}
