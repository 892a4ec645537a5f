import Console
import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Every command that changes something leaves an entry in the audit log of its tenant, or of the installation. The commands are those
/// that the program declares, so a new one fails until it is listed here.
@Suite(.database) struct OperatorCommandAuditTests {
    /// A call of a command and the entry that it leaves.
    private struct Step {
        let command: String
        /// `{wager}` is replaced by an id, and `{folder}` by where files are.
        let arguments: String
        let entry: String

        init(_ command: String, _ arguments: String, _ entry: String) {
            self.command = command
            self.arguments = arguments
            self.entry = entry
        }
    }

    /// In this order; the last ones end tenants.
    private static let steps = [
        Step("admin tenant create", "third --name Third --modules shelf", "tenant.create"),
        Step("admin tenant set", "wordup name=Tennis", "tenant.change"),
        Step("admin tenant set", "wordup modules=meetups,wagers,sportsbook", "tenant.change"),
        Step("admin tenant set", "wordup token_days=3", "settings.change"),
        Step("admin tenant suspend", "wordup --yes", "tenant.change"),
        Step("admin tenant resume", "wordup", "tenant.change"),
        Step(
            "admin account create",
            "eve --tenant wordup --email eve@example.org --first-name Eve --last-name Doe --known-lang en --learn-lang de"
                + " --password-file {folder}/password",
            "account.create"
        ),
        Step("admin account promote", "eve moderator --tenant wordup", "account.change"),
        Step("admin account suspend", "eve --tenant wordup --yes", "account.change"),
        Step("admin account resume", "eve --tenant wordup", "account.change"),
        Step("admin account reset-password", "ann --mail --tenant wordup", "account.reset"),
        Step("admin token revoke", "{token} --tenant wordup --yes", "token.revoke"),
        Step("admin account erase", "eve --tenant wordup --yes", "account.erase"),
        Step("admin key create", "Server --tenant wordup --scopes accounts:read", "key.create"),
        Step("admin key revoke", "{key} --tenant wordup --yes", "key.revoke"),
        Step("admin invites create", "--tenant wordup --uses 2 --as ann", "invite.create"),
        Step("admin invites revoke", "{invite} --tenant wordup --yes", "invite.delete"),
        Step("admin reports resolve", "{report} --tenant wordup --note Warned", "report.decide"),
        Step("admin reports reopen", "{report} --tenant wordup", "report.decide"),
        Step("admin webhooks add", "https://example.org/in --tenant wordup --events *", "webhook.create"),
        Step("admin webhooks set", "{webhook} --tenant wordup --events match.made", "webhook.change"),
        Step("admin webhooks rotate", "{webhook} --tenant wordup --yes", "webhook.secret"),
        Step("admin webhooks test", "{webhook} --tenant wordup", "webhook.test"),
        Step("admin webhooks delete", "{webhook} --tenant wordup --yes", "webhook.delete"),
        Step("admin jobs pause", "prune", "kind.pause"),
        Step("admin jobs resume", "prune", "kind.resume"),
        Step("admin jobs run", "prune", "job.run"),
        Step("admin jobs retry", "4711", "job.retry"),
        Step("admin jobs discard", "4712 --yes", "job.discard"),
        Step("admin games import", "{folder}/games.json", "game.import"),
        Step("admin games hide", "{game}", "game.hide"),
        Step("admin games show", "{game}", "game.show"),
        Step(
            "admin odds import",
            "{data}/nfl-games.csv --tenant wordup --season 2024 --week 1 --move-to 2027-09-09",
            "odds.import"
        ),
        Step("admin events settle", "{event} 21-20 --tenant wordup", "event.change"),
        Step("admin events correct", "{event} 21-17 --tenant wordup --yes", "event.change"),
        Step(
            "admin feeds add",
            "NFL --tenant wordup --source odds_api --key-file {folder}/key"
                + #" --options {"sport":"americanfootball_nfl","regions":"us"}"#,
            "feed.create"
        ),
        Step("admin feeds run", "{feed} --tenant wordup", "feed.run"),
        Step("admin wallets grant", "ann 500 --tenant wordup --reason Prize", "wallet.grant"),
        Step("admin wagers void", "{wager} --tenant wordup --yes", "wager.void"),
        Step("admin export", "wordup --out {folder}/wordup.gz", "tenant.export"),
        Step("admin import", "{folder}/wordup.gz --slug second", "tenant.import"),
        Step("admin tenant delete", "second --yes --confirm second", "tenant.delete"),
    ]

    /// These need several databases: `TenantMoveTests` looks for the entries.
    private static let ofCells: Set = [
        "cell add", "cell drain", "admin tenant move start", "admin tenant move switch",
        "admin tenant move reverse", "admin tenant move complete", "admin tenant move cancel",
    ]

    /// What changes nothing, or only what processes do by themselves: the work of a schedule, and made-up data.
    private static let withoutEntry: Set = [
        "up", "serve", "work", "console", "photo-worker", "migrate", "migrate status", "config", "doctor",
        "completion", "man", "cell list", "admin tenant move status",
        "admin tenant move verify", "admin tenant list", "admin tenant show", "admin account list",
        "admin account show", "admin token list", "admin key list", "admin jobs list", "admin jobs show",
        "admin mail list", "admin mail show", "admin games hidden", "admin wallets show",
        "admin events list", "admin events show", "admin ledger verify", "admin feeds list",
        "admin feeds show", "admin wagers list", "admin wagers show", "admin audit list",
        "admin invites list", "admin reports list", "admin reports show", "admin webhooks list",
        "admin webhooks deliveries",
        "admin games sync", "admin meetups expire", "admin payments remind",
        "admin demo load", "admin odds simulate",
    ]

    @Test func `every command that changes something is known here`() {
        let commands = Set(Program.commands.map(\.name))
        let known = Set(Self.steps.map(\.command)).union(Self.ofCells).union(Self.withoutEntry)
        #expect(
            commands.subtracting(known).sorted() == [],
            "neither leave an entry nor are said to change nothing"
        )
        #expect(known.subtracting(commands).sorted() == [], "no longer commands")
        #expect(Set(Self.steps.map(\.command)).isDisjoint(with: Self.withoutEntry))
    }

    @Test func `every command that changes something leaves an entry`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let owner = try TestDatabase.current.connect(as: .superuser)
            try owner.execute("set search_path = parlay")
            try prepare(owner, site.directory)
            for step in Self.steps { try await walk(step, site, owner) }
        }
    }

    private func walk(_ step: Step, _ site: Site, _ owner: BlockingConnection) async throws {
        let entries = """
            select id, action from audit
            union all
            select id, action from installation_audit
            """
        let last = try owner.query("select coalesce(max(id), 0) from (\(entries)) e")[0].integer(0)
        try await site.parlay("\(step.command) \(try fill(step.arguments, site, owner))")
        let new = try owner.query("select action from (\(entries)) e where id > \(last)").map {
            try $0.text(0)
        }
        #expect(new.contains(step.entry), "`parlay \(step.command) \(step.arguments)` left \(new)")
    }

    private func fill(_ arguments: String, _ site: Site, _ owner: BlockingConnection) throws -> String {
        let ids = [
            "{token}": "select max(id) from tokens", "{key}": "select max(id) from api_keys",
            "{game}": "select id from games where name = 'Ico'", "{feed}": "select max(id) from odds_feeds",
            "{event}": "select min(id) from events", "{wager}": "select max(id) from wagers",
            "{invite}": "select max(id) from invites", "{report}": "select max(id) from reports",
            "{webhook}": "select max(id) from webhooks",
        ]
        var filled = arguments.replacing("{folder}", with: site.directory).replacing(
            "{data}",
            with: Self.data
        )
        for (name, sql) in ids where filled.contains(name) {
            filled = filled.replacing(name, with: "\(try owner.query(sql)[0].integer(0))")
        }
        return filled
    }

    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/data"

    /// What the commands are about.
    private func prepare(_ owner: BlockingConnection, _ folder: String) throws {
        try Data("two sets and a tie-break\n".utf8).write(to: URL(filePath: "\(folder)/password"))
        try Data("0123456789abcdef\n".utf8).write(to: URL(filePath: "\(folder)/key"))
        let game = #"[{"id":1,"name":"Ico","rating":80,"rating_count":900,"first_release_date":1001289600}]"#
        try Data(game.utf8).write(to: URL(filePath: "\(folder)/games.json"))
        try owner.execute(
            """
            insert into schedules (name, kind, cron) values ('prune', 'prune', '0 4 * * *') on conflict do nothing;
            insert into accounts (tenant_id, username, email, first_name, role)
            select id, 'ann', 'ann@example.org', 'Ann', 'admin' from tenants where slug = 'wordup';
            insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
            select tenant_id, id, sha256('ann'), 'test', 'Phone', now(), now() + interval '1 day' from accounts;
            insert into wagers (tenant_id, challenger_id, name, amount_cents, category)
            select tenant_id, id, 'Rain on Sunday', 500, 'Other' from accounts;
            insert into reports (tenant_id, account_id, subject_type, subject_id, reason, text, created_at, updated_at)
            select tenant_id, id, 'account', id, 'spam', '', now(), now() from accounts;
            insert into odds_feeds (tenant_id, source, name, options, key_set, odds_due_at, silent_at, created_at, updated_at)
            select id, 'odds_api', 'Odds', '{}', true, now(), now() + interval '1 day', now(), now() from tenants;
            insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
            select t.id, j.id, 'send_mail', '{}', 10, 10, 'gone', now() from tenants t, (values (4711), (4712)) as j (id)
            """
        )
    }
}
