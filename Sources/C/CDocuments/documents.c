// Written by scripts/list-documents; a test compares it with the folders.
#include "documents.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char document_0[] = {
#embed "../../../CHANGELOG.md"
};

static const unsigned char document_1[] = {
#embed "../../../CONTRIBUTING.md"
};

static const unsigned char document_2[] = {
#embed "../../../deploy/runbook.md"
};

static const unsigned char document_3[] = {
#embed "../../../docs/accounts.md"
};

static const unsigned char document_4[] = {
#embed "../../../docs/administration.md"
};

static const unsigned char document_5[] = {
#embed "../../../docs/apps.md"
};

static const unsigned char document_6[] = {
#embed "../../../docs/architecture.md"
};

static const unsigned char document_7[] = {
#embed "../../../docs/assurance.md"
};

static const unsigned char document_8[] = {
#embed "../../../docs/backup.md"
};

static const unsigned char document_9[] = {
#embed "../../../docs/browsers.md"
};

static const unsigned char document_10[] = {
#embed "../../../docs/client.md"
};

static const unsigned char document_11[] = {
#embed "../../../docs/console.md"
};

static const unsigned char document_12[] = {
#embed "../../../docs/deployment.md"
};

static const unsigned char document_13[] = {
#embed "../../../docs/errors.md"
};

static const unsigned char document_14[] = {
#embed "../../../docs/first-change.md"
};

static const unsigned char document_15[] = {
#embed "../../../docs/first-people.md"
};

static const unsigned char document_16[] = {
#embed "../../../docs/getting-started.md"
};

static const unsigned char document_17[] = {
#embed "../../../docs/javascript.md"
};

static const unsigned char document_18[] = {
#embed "../../../docs/meetups.md"
};

static const unsigned char document_19[] = {
#embed "../../../docs/odds-feeds.md"
};

static const unsigned char document_20[] = {
#embed "../../../docs/operations.md"
};

static const unsigned char document_21[] = {
#embed "../../../docs/operator-console.md"
};

static const unsigned char document_22[] = {
#embed "../../../docs/python.md"
};

static const unsigned char document_23[] = {
#embed "../../../docs/scaling.md"
};

static const unsigned char document_24[] = {
#embed "../../../docs/security.md"
};

static const unsigned char document_25[] = {
#embed "../../../docs/settings.md"
};

static const unsigned char document_26[] = {
#embed "../../../docs/shelf.md"
};

static const unsigned char document_27[] = {
#embed "../../../docs/sportsbook.md"
};

static const unsigned char document_28[] = {
#embed "../../../docs/stream.md"
};

static const unsigned char document_29[] = {
#embed "../../../docs/tenants.md"
};

static const unsigned char document_30[] = {
#embed "../../../docs/texts.md"
};

static const unsigned char document_31[] = {
#embed "../../../docs/upgrading.md"
};

static const unsigned char document_32[] = {
#embed "../../../docs/wagers.md"
};

static const unsigned char document_33[] = {
#embed "../../../docs/webhooks.md"
};

static const unsigned char document_34[] = {
#embed "../../../docs/architecture.svg"
};

static const unsigned char document_35[] = {
#embed "../../../docs/sportsbook.svg"
};

static const unsigned char document_36[] = {
#embed "../../../docs/wagers.svg"
};

static const unsigned char document_37[] = {
#embed "../../../docs/write.svg"
};

static const unsigned char document_38[] = {
#embed "../../../docs/decisions/0001-record-decisions.md"
};

static const unsigned char document_39[] = {
#embed "../../../docs/decisions/0003-event-loop-as-executor.md"
};

static const unsigned char document_40[] = {
#embed "../../../docs/decisions/0004-libpq-pipeline-shared-sync.md"
};

static const unsigned char document_41[] = {
#embed "../../../docs/decisions/0005-row-level-security.md"
};

static const unsigned char document_42[] = {
#embed "../../../docs/decisions/0006-tenant-id-first.md"
};

static const unsigned char document_43[] = {
#embed "../../../docs/decisions/0007-cube-and-pg-trgm.md"
};

static const unsigned char document_44[] = {
#embed "../../../docs/decisions/0008-blocking-pool.md"
};

static const unsigned char document_45[] = {
#embed "../../../docs/decisions/0009-listen-as-wake-up.md"
};

static const unsigned char document_46[] = {
#embed "../../../docs/decisions/0010-json-by-codable.md"
};

static const unsigned char document_47[] = {
#embed "../../../docs/decisions/0011-foundation-essentials.md"
};

static const unsigned char document_48[] = {
#embed "../../../docs/decisions/0012-double-entry-ledger.md"
};

static const unsigned char document_49[] = {
#embed "../../../docs/decisions/0013-json-parser-and-body-reader.md"
};

static const unsigned char document_50[] = {
#embed "../../../docs/decisions/0014-when-a-token-is-checked.md"
};

static const unsigned char document_51[] = {
#embed "../../../docs/decisions/0016-keys-in-the-database.md"
};

static const unsigned char document_52[] = {
#embed "../../../docs/decisions/0017-command-line.md"
};

static const unsigned char document_53[] = {
#embed "../../../docs/decisions/0020-idempotency-by-transaction.md"
};

static const unsigned char document_54[] = {
#embed "../../../docs/decisions/0021-budgets-and-encodings.md"
};

static const unsigned char document_55[] = {
#embed "../../../docs/decisions/0022-people-and-moderation.md"
};

static const unsigned char document_56[] = {
#embed "../../../docs/decisions/0023-administration.md"
};

static const unsigned char document_57[] = {
#embed "../../../docs/decisions/0024-mail-is-left-by-triggers.md"
};

static const unsigned char document_58[] = {
#embed "../../../docs/decisions/0026-webhook-events-by-trigger.md"
};

static const unsigned char document_59[] = {
#embed "../../../docs/decisions/0027-outbound-http.md"
};

static const unsigned char document_60[] = {
#embed "../../../docs/decisions/0028-photos-in-a-process-of-their-own.md"
};

static const unsigned char document_61[] = {
#embed "../../../docs/decisions/0030-reference-from-routes.md"
};

static const unsigned char document_62[] = {
#embed "../../../docs/decisions/0032-values-that-may-grow.md"
};

static const unsigned char document_63[] = {
#embed "../../../docs/decisions/0033-what-the-client-sends-twice.md"
};

static const unsigned char document_64[] = {
#embed "../../../docs/decisions/0034-what-a-request-costs.md"
};

static const unsigned char document_65[] = {
#embed "../../../docs/decisions/0035-who-sees-a-wager.md"
};

static const unsigned char document_66[] = {
#embed "../../../docs/decisions/0037-moves-of-wagers.md"
};

static const unsigned char document_67[] = {
#embed "../../../docs/decisions/0038-payment-reminders.md"
};

static const unsigned char document_68[] = {
#embed "../../../docs/decisions/0039-places-in-the-plane.md"
};

static const unsigned char document_69[] = {
#embed "../../../docs/decisions/0040-searches-have-their-own-connections.md"
};

static const unsigned char document_70[] = {
#embed "../../../docs/decisions/0041-figures-are-counted.md"
};

static const unsigned char document_71[] = {
#embed "../../../docs/decisions/0046-the-client-knows-the-moves.md"
};

static const unsigned char document_72[] = {
#embed "../../../docs/decisions/0047-memory-of-hostile-clients.md"
};

static const unsigned char document_73[] = {
#embed "../../../docs/decisions/0051-what-503-promises.md"
};

static const unsigned char document_74[] = {
#embed "../../../docs/decisions/0052-waiting-for-a-transaction.md"
};

static const unsigned char document_75[] = {
#embed "../../../docs/decisions/0053-the-hash-queue-is-shared-by-addresses.md"
};

static const unsigned char document_76[] = {
#embed "../../../docs/decisions/0054-uploads-wait-with-their-bodies.md"
};

static const unsigned char document_77[] = {
#embed "../../../docs/decisions/0055-terms-that-were-seen.md"
};

static const unsigned char document_78[] = {
#embed "../../../docs/decisions/0056-turns-and-indexes-by-tenant.md"
};

static const unsigned char document_79[] = {
#embed "../../../docs/decisions/0058-calls-without-fields-are-made-and-undone.md"
};

static const unsigned char document_80[] = {
#embed "../../../docs/decisions/0059-times-in-notices.md"
};

static const unsigned char document_81[] = {
#embed "../../../docs/decisions/0061-the-reference-as-pages.md"
};

static const unsigned char document_82[] = {
#embed "../../../docs/decisions/0062-who-sees-the-tenants.md"
};

static const unsigned char document_83[] = {
#embed "../../../docs/decisions/0063-shapes-of-the-command-line.md"
};

static const unsigned char document_84[] = {
#embed "../../../docs/decisions/0064-rows-are-read-by-their-types.md"
};

static const unsigned char document_85[] = {
#embed "../../../docs/decisions/0067-members-by-visitor.md"
};

static const unsigned char document_86[] = {
#embed "../../../docs/decisions/0068-query-fields.md"
};

static const unsigned char document_87[] = {
#embed "../../../docs/decisions/0070-cells.md"
};

static const unsigned char document_88[] = {
#embed "../../../docs/decisions/0071-search-over-common-letters.md"
};

static const unsigned char document_89[] = {
#embed "../../../docs/decisions/0073-modules-are-values.md"
};

static const unsigned char document_90[] = {
#embed "../../../docs/decisions/0074-profiles-in-one-statement.md"
};

static const unsigned char document_91[] = {
#embed "../../../docs/decisions/0075-targets-between-tenants-and-modules.md"
};

static const unsigned char document_92[] = {
#embed "../../../docs/decisions/0076-files-of-games.md"
};

static const unsigned char document_93[] = {
#embed "../../../docs/decisions/0077-the-demo-plays-on.md"
};

static const unsigned char document_94[] = {
#embed "../../../docs/decisions/0078-permits-for-files-of-data.md"
};

static const unsigned char document_95[] = {
#embed "../../../docs/decisions/0079-bounds-of-xpaths.md"
};

static const unsigned char document_96[] = {
#embed "../../../docs/decisions/0080-runs-of-feeds.md"
};

static const unsigned char document_97[] = {
#embed "../../../docs/decisions/0082-exact-prices.md"
};

static const unsigned char document_98[] = {
#embed "../../../docs/decisions/0083-a-moved-price-is-asked-again.md"
};

static const unsigned char document_99[] = {
#embed "../../../docs/decisions/0084-a-transaction-of-the-ledger-is-a-row.md"
};

static const unsigned char document_100[] = {
#embed "../../../docs/decisions/0085-settlement-compares-bets-with-outcomes.md"
};

static const unsigned char document_101[] = {
#embed "../../../docs/decisions/0086-a-bet-locks-what-it-depends-on.md"
};

static const unsigned char document_102[] = {
#embed "../../../docs/decisions/0087-no-statistics-about-tenants.md"
};

static const unsigned char document_103[] = {
#embed "../../../docs/decisions/0088-updates-are-numbered-at-commit.md"
};

static const unsigned char document_104[] = {
#embed "../../../docs/decisions/0089-what-the-messages-cannot-say.md"
};

static const unsigned char document_105[] = {
#embed "../../../docs/decisions/0090-sockets-of-the-client.md"
};

static const unsigned char document_106[] = {
#embed "../../../docs/decisions/0091-merging-the-live-tree.md"
};

static const unsigned char document_107[] = {
#embed "../../../docs/decisions/0092-the-live-page-is-one-document.md"
};

static const unsigned char document_108[] = {
#embed "../../../docs/decisions/0093-frames-by-libwslay.md"
};

static const unsigned char document_109[] = {
#embed "../../../docs/decisions/0094-a-catalog-for-all-tenants.md"
};

static const unsigned char document_110[] = {
#embed "../../../docs/decisions/0095-a-sportsbook-that-moves.md"
};

static const unsigned char document_111[] = {
#embed "../../../docs/decisions/0096-games-by-name.md"
};

static const unsigned char document_112[] = {
#embed "../../../docs/decisions/0098-one-limit-for-all-workers.md"
};

static const unsigned char document_113[] = {
#embed "../../../docs/decisions/0100-one-table-for-shelf-and-wishlist.md"
};

static const unsigned char document_114[] = {
#embed "../../../docs/decisions/0101-a-shelf-as-a-csv-file.md"
};

static const unsigned char document_115[] = {
#embed "../../../docs/decisions/0104-hardened-units-and-photos.md"
};

static const unsigned char document_116[] = {
#embed "../../../docs/decisions/0105-caddy-does-not-judge-fronts.md"
};

static const unsigned char document_117[] = {
#embed "../../../docs/decisions/0107-patroni-by-the-older-api.md"
};

static const unsigned char document_118[] = {
#embed "../../../docs/decisions/0108-backups-with-postgresqls-own-tools.md"
};

static const unsigned char document_119[] = {
#embed "../../../docs/decisions/0109-only-servers-that-can-be-written.md"
};

static const unsigned char document_120[] = {
#embed "../../../docs/decisions/0110-a-tenant-in-one-file.md"
};

static const unsigned char document_121[] = {
#embed "../../../docs/decisions/0113-poolers-are-found-by-the-process-id.md"
};

static const unsigned char document_122[] = {
#embed "../../../docs/decisions/0114-fronts-count-proxies-they-do-not-trust.md"
};

static const unsigned char document_123[] = {
#embed "../../../docs/decisions/0115-a-sign-of-life-passes-through-every-loop.md"
};

static const unsigned char document_124[] = {
#embed "../../../docs/decisions/0116-proof-of-an-address.md"
};

static const unsigned char document_125[] = {
#embed "../../../docs/decisions/0117-issuers-are-addresses-that-tenants-set.md"
};

static const unsigned char document_126[] = {
#embed "../../../docs/decisions/0118-outside-accounts.md"
};

static const unsigned char document_127[] = {
#embed "../../../docs/decisions/0119-what-a-write-costs.md"
};

static const unsigned char document_128[] = {
#embed "../../../docs/decisions/0120-reads-without-a-task.md"
};

static const unsigned char document_129[] = {
#embed "../../../docs/decisions/0121-from-the-row-to-the-answers-bytes.md"
};

static const unsigned char document_130[] = {
#embed "../../../docs/decisions/0122-mimalloc.md"
};

static const unsigned char document_131[] = {
#embed "../../../docs/decisions/0123-transactions-in-fewer-round-trips.md"
};

static const unsigned char document_132[] = {
#embed "../../../docs/decisions/0124-layout-of-the-program.md"
};

static const unsigned char document_133[] = {
#embed "../../../docs/decisions/0125-tokens-carry-the-role.md"
};

static const unsigned char document_134[] = {
#embed "../../../docs/decisions/0126-work-per-request.md"
};

static const unsigned char document_135[] = {
#embed "../../../docs/decisions/0127-runs-of-combining-marks.md"
};

static const unsigned char document_136[] = {
#embed "../../../docs/decisions/0134-a-job-that-stops-workers.md"
};

static const unsigned char document_137[] = {
#embed "../../../docs/decisions/0138-weeks-that-no-source-counts.md"
};

static const unsigned char document_138[] = {
#embed "../../../docs/decisions/0146-up-takes-a-port-for-itself.md"
};

static const unsigned char document_139[] = {
#embed "../../../docs/decisions/0147-connecting-in-steps.md"
};

static const unsigned char document_140[] = {
#embed "../../../docs/decisions/0150-what-others-see-of-a-suspended-person.md"
};

static const unsigned char document_141[] = {
#embed "../../../docs/decisions/0154-optional-names.md"
};

static const unsigned char document_142[] = {
#embed "../../../docs/decisions/0155-shelves-are-counted.md"
};

static const unsigned char document_143[] = {
#embed "../../../docs/decisions/0158-weighted-ratings.md"
};

static const unsigned char document_144[] = {
#embed "../../../docs/decisions/0160-hidden-content.md"
};

static const unsigned char document_145[] = {
#embed "../../../docs/decisions/0165-known-people-come-first.md"
};

static const unsigned char document_146[] = {
#embed "../../../docs/decisions/0166-costs-of-password-hashes.md"
};

static const unsigned char document_147[] = {
#embed "../../../docs/decisions/0167-databases-of-tests.md"
};

static const unsigned char document_148[] = {
#embed "../../../docs/decisions/0168-functions-are-files.md"
};

static const unsigned char document_149[] = {
#embed "../../../docs/decisions/0171-apps-see-wire-types-only.md"
};

static const unsigned char document_150[] = {
#embed "../../../docs/decisions/0174-components-bring-their-reference.md"
};

static const unsigned char document_151[] = {
#embed "../../../docs/decisions/0175-calls-are-declared-once.md"
};

static const unsigned char document_152[] = {
#embed "../../../docs/decisions/0176-the-function-order-stays-in-git.md"
};

static const unsigned char document_153[] = {
#embed "../../../docs/decisions/0177-kinds-of-markets-are-values.md"
};

static const unsigned char document_154[] = {
#embed "../../../docs/decisions/0178-tables-belong-to-their-target.md"
};

static const unsigned char document_155[] = {
#embed "../../../docs/decisions/0179-bodies-name-each-field-once.md"
};

static const unsigned char document_156[] = {
#embed "../../../docs/decisions/0180-feeds-build-on-the-sportsbook.md"
};

static const unsigned char document_157[] = {
#embed "../../../docs/decisions/0181-a-session-is-a-caller.md"
};

static const unsigned char document_158[] = {
#embed "../../../docs/decisions/0183-frames-of-the-client.md"
};

static const unsigned char document_159[] = {
#embed "../../../docs/decisions/0184-builds-of-tests.md"
};

static const unsigned char document_160[] = {
#embed "../../../docs/decisions/0185-the-front-owns-its-connections.md"
};

static const unsigned char document_161[] = {
#embed "../../../docs/decisions/0186-games-by-words.md"
};

static const unsigned char document_162[] = {
#embed "../../../docs/decisions/0187-what-a-bet-costs.md"
};

static const unsigned char document_163[] = {
#embed "../../../docs/decisions/0188-one-stream-per-person.md"
};

static const unsigned char document_164[] = {
#embed "../../../docs/decisions/0189-screens-are-clients-of-the-api.md"
};

static const unsigned char document_165[] = {
#embed "../../../docs/decisions/0190-texts-by-icu.md"
};

static const unsigned char document_166[] = {
#embed "../../../docs/decisions/0191-notices-and-mail-in-the-readers-language.md"
};

static const unsigned char document_167[] = {
#embed "../../../docs/decisions/0192-the-password-again-is-signing-in-again.md"
};

static const unsigned char document_168[] = {
#embed "../../../docs/decisions/0193-the-board-is-a-screen.md"
};

static const unsigned char document_169[] = {
#embed "../../../docs/decisions/0194-hidden-sections.md"
};

static const unsigned char document_170[] = {
#embed "../../../docs/decisions/0195-outside-accounts-in-the-browser.md"
};

static const unsigned char document_171[] = {
#embed "../../../docs/decisions/0197-the-operators-console.md"
};

static const unsigned char document_172[] = {
#embed "../../../docs/decisions/0198-figures-are-counted-by-the-worker.md"
};

static const unsigned char document_173[] = {
#embed "../../../docs/decisions/0199-admins-read-as-the-person.md"
};

static const unsigned char document_174[] = {
#embed "../../../docs/decisions/0201-a-kind-of-jobs-is-paused-by-a-row.md"
};

static const unsigned char document_175[] = {
#embed "../../../docs/decisions/0202-a-key-calls-under-the-negative-of-its-id.md"
};

static const unsigned char document_176[] = {
#embed "../../../docs/decisions/0203-cells-that-move.md"
};

static const unsigned char document_177[] = {
#embed "../../../docs/decisions/0205-codes-as-a-second-factor.md"
};

static const unsigned char document_178[] = {
#embed "../../../docs/decisions/0206-this-was-not-me.md"
};

static const unsigned char document_179[] = {
#embed "../../../docs/decisions/0207-passkeys.md"
};

static const unsigned char document_180[] = {
#embed "../../../docs/decisions/0208-packages.md"
};

static const unsigned char document_181[] = {
#embed "../../../docs/decisions/0209-clients-from-the-document.md"
};

static const unsigned char document_182[] = {
#embed "../../../docs/decisions/0210-push-by-derived-keys.md"
};

static const unsigned char document_183[] = {
#embed "../../../docs/decisions/0211-providers-without-id-tokens.md"
};

static const unsigned char document_184[] = {
#embed "../../../docs/decisions/0212-documents-by-embed.md"
};

static const unsigned char document_185[] = {
#embed "../../../docs/decisions/0213-commands-are-calls-of-the-api.md"
};

static const unsigned char document_186[] = {
#embed "../../../docs/decisions/0214-push-for-apps.md"
};

static const unsigned char document_187[] = {
#embed "../../../docs/decisions/0215-an-address-that-can-be-taken-back.md"
};

static const unsigned char document_188[] = {
#embed "../../../docs/decisions/0216-one-search-path.md"
};

static const unsigned char document_189[] = {
#embed "../../../docs/decisions/0217-pictures-in-one-file.md"
};

static const unsigned char document_190[] = {
#embed "../../../docs/decisions/0218-one-key-after-the-other.md"
};

static const unsigned char document_191[] = {
#embed "../../../docs/decisions/README.md"
};

static const unsigned char document_192[] = {
#embed "../../../docs/pictures/bet.webp"
};

static const unsigned char document_193[] = {
#embed "../../../docs/pictures/collection.webp"
};

static const unsigned char document_194[] = {
#embed "../../../docs/pictures/console.webp"
};

static const unsigned char document_195[] = {
#embed "../../../docs/pictures/feed.webp"
};

static const unsigned char document_196[] = {
#embed "../../../docs/pictures/game.webp"
};

static const unsigned char document_197[] = {
#embed "../../../docs/pictures/match.webp"
};

static const unsigned char document_198[] = {
#embed "../../../docs/pictures/operator-health.webp"
};

static const unsigned char document_199[] = {
#embed "../../../docs/pictures/operator-job.webp"
};

static const unsigned char document_200[] = {
#embed "../../../docs/pictures/operator-tenant.webp"
};

static const unsigned char document_201[] = {
#embed "../../../docs/pictures/person.webp"
};

static const unsigned char document_202[] = {
#embed "../../../docs/pictures/report.webp"
};

static const unsigned char document_203[] = {
#embed "../../../docs/pictures/result.webp"
};

static const unsigned char document_204[] = {
#embed "../../../docs/pictures/settings.webp"
};

static const unsigned char document_205[] = {
#embed "../../../docs/pictures/slip.webp"
};

static const unsigned char document_206[] = {
#embed "../../../clients/javascript/served/client.d.ts"
};

static const unsigned char document_207[] = {
#embed "../../../clients/javascript/served/client.js"
};

#define DOCUMENT(path, bytes) {path, bytes, sizeof(bytes)}

static const struct document documents[] = {
    DOCUMENT("CHANGELOG.md", document_0),
    DOCUMENT("CONTRIBUTING.md", document_1),
    DOCUMENT("deploy/runbook.md", document_2),
    DOCUMENT("docs/accounts.md", document_3),
    DOCUMENT("docs/administration.md", document_4),
    DOCUMENT("docs/apps.md", document_5),
    DOCUMENT("docs/architecture.md", document_6),
    DOCUMENT("docs/assurance.md", document_7),
    DOCUMENT("docs/backup.md", document_8),
    DOCUMENT("docs/browsers.md", document_9),
    DOCUMENT("docs/client.md", document_10),
    DOCUMENT("docs/console.md", document_11),
    DOCUMENT("docs/deployment.md", document_12),
    DOCUMENT("docs/errors.md", document_13),
    DOCUMENT("docs/first-change.md", document_14),
    DOCUMENT("docs/first-people.md", document_15),
    DOCUMENT("docs/getting-started.md", document_16),
    DOCUMENT("docs/javascript.md", document_17),
    DOCUMENT("docs/meetups.md", document_18),
    DOCUMENT("docs/odds-feeds.md", document_19),
    DOCUMENT("docs/operations.md", document_20),
    DOCUMENT("docs/operator-console.md", document_21),
    DOCUMENT("docs/python.md", document_22),
    DOCUMENT("docs/scaling.md", document_23),
    DOCUMENT("docs/security.md", document_24),
    DOCUMENT("docs/settings.md", document_25),
    DOCUMENT("docs/shelf.md", document_26),
    DOCUMENT("docs/sportsbook.md", document_27),
    DOCUMENT("docs/stream.md", document_28),
    DOCUMENT("docs/tenants.md", document_29),
    DOCUMENT("docs/texts.md", document_30),
    DOCUMENT("docs/upgrading.md", document_31),
    DOCUMENT("docs/wagers.md", document_32),
    DOCUMENT("docs/webhooks.md", document_33),
    DOCUMENT("docs/architecture.svg", document_34),
    DOCUMENT("docs/sportsbook.svg", document_35),
    DOCUMENT("docs/wagers.svg", document_36),
    DOCUMENT("docs/write.svg", document_37),
    DOCUMENT("docs/decisions/0001-record-decisions.md", document_38),
    DOCUMENT("docs/decisions/0003-event-loop-as-executor.md", document_39),
    DOCUMENT("docs/decisions/0004-libpq-pipeline-shared-sync.md", document_40),
    DOCUMENT("docs/decisions/0005-row-level-security.md", document_41),
    DOCUMENT("docs/decisions/0006-tenant-id-first.md", document_42),
    DOCUMENT("docs/decisions/0007-cube-and-pg-trgm.md", document_43),
    DOCUMENT("docs/decisions/0008-blocking-pool.md", document_44),
    DOCUMENT("docs/decisions/0009-listen-as-wake-up.md", document_45),
    DOCUMENT("docs/decisions/0010-json-by-codable.md", document_46),
    DOCUMENT("docs/decisions/0011-foundation-essentials.md", document_47),
    DOCUMENT("docs/decisions/0012-double-entry-ledger.md", document_48),
    DOCUMENT("docs/decisions/0013-json-parser-and-body-reader.md", document_49),
    DOCUMENT("docs/decisions/0014-when-a-token-is-checked.md", document_50),
    DOCUMENT("docs/decisions/0016-keys-in-the-database.md", document_51),
    DOCUMENT("docs/decisions/0017-command-line.md", document_52),
    DOCUMENT("docs/decisions/0020-idempotency-by-transaction.md", document_53),
    DOCUMENT("docs/decisions/0021-budgets-and-encodings.md", document_54),
    DOCUMENT("docs/decisions/0022-people-and-moderation.md", document_55),
    DOCUMENT("docs/decisions/0023-administration.md", document_56),
    DOCUMENT("docs/decisions/0024-mail-is-left-by-triggers.md", document_57),
    DOCUMENT("docs/decisions/0026-webhook-events-by-trigger.md", document_58),
    DOCUMENT("docs/decisions/0027-outbound-http.md", document_59),
    DOCUMENT("docs/decisions/0028-photos-in-a-process-of-their-own.md", document_60),
    DOCUMENT("docs/decisions/0030-reference-from-routes.md", document_61),
    DOCUMENT("docs/decisions/0032-values-that-may-grow.md", document_62),
    DOCUMENT("docs/decisions/0033-what-the-client-sends-twice.md", document_63),
    DOCUMENT("docs/decisions/0034-what-a-request-costs.md", document_64),
    DOCUMENT("docs/decisions/0035-who-sees-a-wager.md", document_65),
    DOCUMENT("docs/decisions/0037-moves-of-wagers.md", document_66),
    DOCUMENT("docs/decisions/0038-payment-reminders.md", document_67),
    DOCUMENT("docs/decisions/0039-places-in-the-plane.md", document_68),
    DOCUMENT("docs/decisions/0040-searches-have-their-own-connections.md", document_69),
    DOCUMENT("docs/decisions/0041-figures-are-counted.md", document_70),
    DOCUMENT("docs/decisions/0046-the-client-knows-the-moves.md", document_71),
    DOCUMENT("docs/decisions/0047-memory-of-hostile-clients.md", document_72),
    DOCUMENT("docs/decisions/0051-what-503-promises.md", document_73),
    DOCUMENT("docs/decisions/0052-waiting-for-a-transaction.md", document_74),
    DOCUMENT("docs/decisions/0053-the-hash-queue-is-shared-by-addresses.md", document_75),
    DOCUMENT("docs/decisions/0054-uploads-wait-with-their-bodies.md", document_76),
    DOCUMENT("docs/decisions/0055-terms-that-were-seen.md", document_77),
    DOCUMENT("docs/decisions/0056-turns-and-indexes-by-tenant.md", document_78),
    DOCUMENT("docs/decisions/0058-calls-without-fields-are-made-and-undone.md", document_79),
    DOCUMENT("docs/decisions/0059-times-in-notices.md", document_80),
    DOCUMENT("docs/decisions/0061-the-reference-as-pages.md", document_81),
    DOCUMENT("docs/decisions/0062-who-sees-the-tenants.md", document_82),
    DOCUMENT("docs/decisions/0063-shapes-of-the-command-line.md", document_83),
    DOCUMENT("docs/decisions/0064-rows-are-read-by-their-types.md", document_84),
    DOCUMENT("docs/decisions/0067-members-by-visitor.md", document_85),
    DOCUMENT("docs/decisions/0068-query-fields.md", document_86),
    DOCUMENT("docs/decisions/0070-cells.md", document_87),
    DOCUMENT("docs/decisions/0071-search-over-common-letters.md", document_88),
    DOCUMENT("docs/decisions/0073-modules-are-values.md", document_89),
    DOCUMENT("docs/decisions/0074-profiles-in-one-statement.md", document_90),
    DOCUMENT("docs/decisions/0075-targets-between-tenants-and-modules.md", document_91),
    DOCUMENT("docs/decisions/0076-files-of-games.md", document_92),
    DOCUMENT("docs/decisions/0077-the-demo-plays-on.md", document_93),
    DOCUMENT("docs/decisions/0078-permits-for-files-of-data.md", document_94),
    DOCUMENT("docs/decisions/0079-bounds-of-xpaths.md", document_95),
    DOCUMENT("docs/decisions/0080-runs-of-feeds.md", document_96),
    DOCUMENT("docs/decisions/0082-exact-prices.md", document_97),
    DOCUMENT("docs/decisions/0083-a-moved-price-is-asked-again.md", document_98),
    DOCUMENT("docs/decisions/0084-a-transaction-of-the-ledger-is-a-row.md", document_99),
    DOCUMENT("docs/decisions/0085-settlement-compares-bets-with-outcomes.md", document_100),
    DOCUMENT("docs/decisions/0086-a-bet-locks-what-it-depends-on.md", document_101),
    DOCUMENT("docs/decisions/0087-no-statistics-about-tenants.md", document_102),
    DOCUMENT("docs/decisions/0088-updates-are-numbered-at-commit.md", document_103),
    DOCUMENT("docs/decisions/0089-what-the-messages-cannot-say.md", document_104),
    DOCUMENT("docs/decisions/0090-sockets-of-the-client.md", document_105),
    DOCUMENT("docs/decisions/0091-merging-the-live-tree.md", document_106),
    DOCUMENT("docs/decisions/0092-the-live-page-is-one-document.md", document_107),
    DOCUMENT("docs/decisions/0093-frames-by-libwslay.md", document_108),
    DOCUMENT("docs/decisions/0094-a-catalog-for-all-tenants.md", document_109),
    DOCUMENT("docs/decisions/0095-a-sportsbook-that-moves.md", document_110),
    DOCUMENT("docs/decisions/0096-games-by-name.md", document_111),
    DOCUMENT("docs/decisions/0098-one-limit-for-all-workers.md", document_112),
    DOCUMENT("docs/decisions/0100-one-table-for-shelf-and-wishlist.md", document_113),
    DOCUMENT("docs/decisions/0101-a-shelf-as-a-csv-file.md", document_114),
    DOCUMENT("docs/decisions/0104-hardened-units-and-photos.md", document_115),
    DOCUMENT("docs/decisions/0105-caddy-does-not-judge-fronts.md", document_116),
    DOCUMENT("docs/decisions/0107-patroni-by-the-older-api.md", document_117),
    DOCUMENT("docs/decisions/0108-backups-with-postgresqls-own-tools.md", document_118),
    DOCUMENT("docs/decisions/0109-only-servers-that-can-be-written.md", document_119),
    DOCUMENT("docs/decisions/0110-a-tenant-in-one-file.md", document_120),
    DOCUMENT("docs/decisions/0113-poolers-are-found-by-the-process-id.md", document_121),
    DOCUMENT("docs/decisions/0114-fronts-count-proxies-they-do-not-trust.md", document_122),
    DOCUMENT("docs/decisions/0115-a-sign-of-life-passes-through-every-loop.md", document_123),
    DOCUMENT("docs/decisions/0116-proof-of-an-address.md", document_124),
    DOCUMENT("docs/decisions/0117-issuers-are-addresses-that-tenants-set.md", document_125),
    DOCUMENT("docs/decisions/0118-outside-accounts.md", document_126),
    DOCUMENT("docs/decisions/0119-what-a-write-costs.md", document_127),
    DOCUMENT("docs/decisions/0120-reads-without-a-task.md", document_128),
    DOCUMENT("docs/decisions/0121-from-the-row-to-the-answers-bytes.md", document_129),
    DOCUMENT("docs/decisions/0122-mimalloc.md", document_130),
    DOCUMENT("docs/decisions/0123-transactions-in-fewer-round-trips.md", document_131),
    DOCUMENT("docs/decisions/0124-layout-of-the-program.md", document_132),
    DOCUMENT("docs/decisions/0125-tokens-carry-the-role.md", document_133),
    DOCUMENT("docs/decisions/0126-work-per-request.md", document_134),
    DOCUMENT("docs/decisions/0127-runs-of-combining-marks.md", document_135),
    DOCUMENT("docs/decisions/0134-a-job-that-stops-workers.md", document_136),
    DOCUMENT("docs/decisions/0138-weeks-that-no-source-counts.md", document_137),
    DOCUMENT("docs/decisions/0146-up-takes-a-port-for-itself.md", document_138),
    DOCUMENT("docs/decisions/0147-connecting-in-steps.md", document_139),
    DOCUMENT("docs/decisions/0150-what-others-see-of-a-suspended-person.md", document_140),
    DOCUMENT("docs/decisions/0154-optional-names.md", document_141),
    DOCUMENT("docs/decisions/0155-shelves-are-counted.md", document_142),
    DOCUMENT("docs/decisions/0158-weighted-ratings.md", document_143),
    DOCUMENT("docs/decisions/0160-hidden-content.md", document_144),
    DOCUMENT("docs/decisions/0165-known-people-come-first.md", document_145),
    DOCUMENT("docs/decisions/0166-costs-of-password-hashes.md", document_146),
    DOCUMENT("docs/decisions/0167-databases-of-tests.md", document_147),
    DOCUMENT("docs/decisions/0168-functions-are-files.md", document_148),
    DOCUMENT("docs/decisions/0171-apps-see-wire-types-only.md", document_149),
    DOCUMENT("docs/decisions/0174-components-bring-their-reference.md", document_150),
    DOCUMENT("docs/decisions/0175-calls-are-declared-once.md", document_151),
    DOCUMENT("docs/decisions/0176-the-function-order-stays-in-git.md", document_152),
    DOCUMENT("docs/decisions/0177-kinds-of-markets-are-values.md", document_153),
    DOCUMENT("docs/decisions/0178-tables-belong-to-their-target.md", document_154),
    DOCUMENT("docs/decisions/0179-bodies-name-each-field-once.md", document_155),
    DOCUMENT("docs/decisions/0180-feeds-build-on-the-sportsbook.md", document_156),
    DOCUMENT("docs/decisions/0181-a-session-is-a-caller.md", document_157),
    DOCUMENT("docs/decisions/0183-frames-of-the-client.md", document_158),
    DOCUMENT("docs/decisions/0184-builds-of-tests.md", document_159),
    DOCUMENT("docs/decisions/0185-the-front-owns-its-connections.md", document_160),
    DOCUMENT("docs/decisions/0186-games-by-words.md", document_161),
    DOCUMENT("docs/decisions/0187-what-a-bet-costs.md", document_162),
    DOCUMENT("docs/decisions/0188-one-stream-per-person.md", document_163),
    DOCUMENT("docs/decisions/0189-screens-are-clients-of-the-api.md", document_164),
    DOCUMENT("docs/decisions/0190-texts-by-icu.md", document_165),
    DOCUMENT("docs/decisions/0191-notices-and-mail-in-the-readers-language.md", document_166),
    DOCUMENT("docs/decisions/0192-the-password-again-is-signing-in-again.md", document_167),
    DOCUMENT("docs/decisions/0193-the-board-is-a-screen.md", document_168),
    DOCUMENT("docs/decisions/0194-hidden-sections.md", document_169),
    DOCUMENT("docs/decisions/0195-outside-accounts-in-the-browser.md", document_170),
    DOCUMENT("docs/decisions/0197-the-operators-console.md", document_171),
    DOCUMENT("docs/decisions/0198-figures-are-counted-by-the-worker.md", document_172),
    DOCUMENT("docs/decisions/0199-admins-read-as-the-person.md", document_173),
    DOCUMENT("docs/decisions/0201-a-kind-of-jobs-is-paused-by-a-row.md", document_174),
    DOCUMENT("docs/decisions/0202-a-key-calls-under-the-negative-of-its-id.md", document_175),
    DOCUMENT("docs/decisions/0203-cells-that-move.md", document_176),
    DOCUMENT("docs/decisions/0205-codes-as-a-second-factor.md", document_177),
    DOCUMENT("docs/decisions/0206-this-was-not-me.md", document_178),
    DOCUMENT("docs/decisions/0207-passkeys.md", document_179),
    DOCUMENT("docs/decisions/0208-packages.md", document_180),
    DOCUMENT("docs/decisions/0209-clients-from-the-document.md", document_181),
    DOCUMENT("docs/decisions/0210-push-by-derived-keys.md", document_182),
    DOCUMENT("docs/decisions/0211-providers-without-id-tokens.md", document_183),
    DOCUMENT("docs/decisions/0212-documents-by-embed.md", document_184),
    DOCUMENT("docs/decisions/0213-commands-are-calls-of-the-api.md", document_185),
    DOCUMENT("docs/decisions/0214-push-for-apps.md", document_186),
    DOCUMENT("docs/decisions/0215-an-address-that-can-be-taken-back.md", document_187),
    DOCUMENT("docs/decisions/0216-one-search-path.md", document_188),
    DOCUMENT("docs/decisions/0217-pictures-in-one-file.md", document_189),
    DOCUMENT("docs/decisions/0218-one-key-after-the-other.md", document_190),
    DOCUMENT("docs/decisions/README.md", document_191),
    DOCUMENT("docs/pictures/bet.webp", document_192),
    DOCUMENT("docs/pictures/collection.webp", document_193),
    DOCUMENT("docs/pictures/console.webp", document_194),
    DOCUMENT("docs/pictures/feed.webp", document_195),
    DOCUMENT("docs/pictures/game.webp", document_196),
    DOCUMENT("docs/pictures/match.webp", document_197),
    DOCUMENT("docs/pictures/operator-health.webp", document_198),
    DOCUMENT("docs/pictures/operator-job.webp", document_199),
    DOCUMENT("docs/pictures/operator-tenant.webp", document_200),
    DOCUMENT("docs/pictures/person.webp", document_201),
    DOCUMENT("docs/pictures/report.webp", document_202),
    DOCUMENT("docs/pictures/result.webp", document_203),
    DOCUMENT("docs/pictures/settings.webp", document_204),
    DOCUMENT("docs/pictures/slip.webp", document_205),
    DOCUMENT("clients/javascript/served/client.d.ts", document_206),
    DOCUMENT("clients/javascript/served/client.js", document_207),
};

size_t document_count(void) { return sizeof(documents) / sizeof(documents[0]); }

struct document document_at(size_t index) { return documents[index]; }
