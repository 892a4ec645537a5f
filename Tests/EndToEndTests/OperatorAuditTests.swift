import Cluster
import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

/// Everything that the operator changes in the console leaves an entry in the audit log of its tenant, or of the installation. What
/// commands do is in `OperatorCommandAuditTests`.
@Suite(.database) struct OperatorAuditTests {
    /// A form of the console, what is sent with it, and the entry that it leaves.
    private struct Form {
        let path: String
        /// The field `_action`; empty for a form without one.
        let action: String
        let fields: [(String, String)]
        let entry: String
        /// Of the entry: its subject, or what changed.
        let says: String

        init(_ path: String, _ action: String, _ fields: [(String, String)], _ entry: String, _ says: String)
        {
            self.path = path
            self.action = action
            self.fields = fields
            self.entry = entry
            self.says = says
        }
    }

    private static let newAccount = [
        ("username", "owner"), ("email", "owner@example.org"), ("password", "two sets and a tie-break"),
        ("role", "admin"), ("known_lang", "en"), ("learn_lang", "de"),
    ]

    /// In this order; the last ones end the tenant.
    private static func forms(_ tenant: Int64, _ account: Int64) -> [Form] {
        let person = "/accounts/wordup/\(account)"
        let now = "\(Int64(Date().timeIntervalSince1970 * 1000) + 1000)"
        return [
            Form("/tenants", "create", [("slug", "second"), ("name", "Second")], "tenant.create", ""),
            Form("/tenants/wordup", "rename", [("name", "Tennis")], "tenant.change", "Tennis"),
            Form(
                "/tenants/wordup",
                "modules",
                [("modules", "meetups"), ("modules", "shelf")],
                "tenant.change",
                "shelf"
            ),
            Form("/tenants/wordup", "hosts", [("hosts", "a.example")], "tenant.change", "a.example"),
            Form(
                "/tenants/wordup/settings",
                "",
                [("_part", "platform"), ("token_days", "3")],
                "settings.change",
                "token_days"
            ),
            Form("/tenants/wordup/account", "create", newAccount, "account.create", "admin"),
            Form(person, "role", [("role", "moderator")], "account.change", "moderator"),
            Form(person, "reset", [], "account.reset", "account"),
            Form(person, "suspend", [], "account.change", "suspended"),
            Form(person, "resume", [], "account.change", "active"),
            Form("/jobs", "pause", [("kind", "prune")], "kind.pause", "prune"),
            Form("/jobs", "resume", [("kind", "prune")], "kind.resume", "prune"),
            Form("/schedules", "run", [("kind", "prune")], "job.run", "prune"),
            Form("/jobs/\(tenant)/4711", "retry", [], "job.retry", "4711"),
            Form("/jobs/0/4712", "discard", [], "job.discard", "4712"),
            Form("/jobs/all", "retry", [("until", now), ("kind", "send_mail")], "job.retry", "4713"),
            Form("/jobs/all", "discard", [("until", now), ("kind", "other")], "job.discard", "4714"),
            Form("/tenants/wordup/export", "", [], "tenant.export", ""),
            Form("/tenants/wordup/suspend", "", [("confirm", "wordup")], "tenant.change", "suspended"),
            Form("/tenants/wordup", "resume", [], "tenant.change", "active"),
            Form("/tenants/wordup/delete", "", [("confirm", "wordup")], "tenant.delete", "wordup"),
        ]
    }

    /// The forms of a page, by where they are sent and what they do.
    private func forms(of page: String) -> Set<String> {
        let forms = page.matches(of: /(?s)<form[^>]* method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/)
        return Set(
            forms.map { form in
                let action = form.2.firstMatch(of: /name="_action" value="([^"]+)"/).map { String($0.1) }
                return "\(form.1) \(action ?? "")"
            }
        )
    }

    private func load(_ owner: BlockingConnection) throws -> (tenant: Int64, account: Int64) {
        let tenant = try owner.query("select id from tenants where slug = 'wordup'")[0].integer(0)
        let account = try owner.query(
            """
            insert into accounts (tenant_id, username, email, first_name)
            values (\(tenant), 'ann', 'ann@example.org', 'Ann') returning id
            """
        )[0].integer(0)
        try owner.execute(
            """
            insert into schedules (name, kind, cron) values ('prune', 'prune', '0 4 * * *') on conflict do nothing;
            insert into paused_kinds (kind) values ('other');
            insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
            select t.id, t.job, t.kind, '{}', 10, 10, 'gone', now()
              from (values (\(tenant), 4711, 'send_mail'), (0, 4712, 'prune'), (\(tenant), 4713, 'send_mail'),
                           (\(tenant), 4714, 'other')) as t (id, job, kind)
            """
        )
        return (tenant, account)
    }

    @Test func `every form of the operator's console leaves an entry`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let owner = try TestDatabase.current.connect(as: .superuser)
            try owner.execute("set search_path = parlay")
            let (tenant, account) = try load(owner)
            let browser = try await ConsoleBrowser.start(site)
            let cases = Self.forms(tenant, account)

            var found: Set<String> = []
            for page in [
                "/", "/tenants", "/tenants/wordup", "/tenants/wordup/settings", "/tenants/wordup/account",
                "/tenants/wordup/suspend", "/tenants/wordup/delete", "/transfers", "/jobs",
                "/jobs?kind=prune", "/jobs/all?action=retry", "/jobs/all?action=discard", "/jobs/0/4712",
                "/jobs/\(tenant)/4711", "/schedules", "/mail", "/accounts?q=ann",
                "/accounts/wordup/\(account)", "/audit",
            ] {
                let answer = try await browser.get(page)
                #expect(answer.status == 200, "\(page)")
                found.formUnion(forms(of: answer.text))
            }
            // Signing out changes nothing that is stored; an import is played by another test. One job is retried, another is
            // deleted, and the buttons are the same.
            let elsewhere: Set = [
                "/sign-out ", "/transfers ", "/jobs/\(tenant)/4711 discard", "/jobs/0/4712 retry",
            ]
            let walked = Set(cases.map { "\($0.path) \($0.action)" })
            #expect(found.subtracting(walked).subtracting(elsewhere) == [], "forms that are not walked")
            #expect(found.count > 15)

            for form in cases {
                try await walk(form, browser, owner)
            }
            let log = try await browser.get("/audit").text
            for entry in ["kind.pause", "job.run", "tenant.delete"] { #expect(log.contains(entry)) }
            #expect(log.contains("Whole installation"))
        }
    }

    private func walk(_ form: Form, _ browser: ConsoleBrowser, _ owner: BlockingConnection) async throws {
        let entries = """
            select id, action, concat_ws(' ', subject_type, subject_id, details::text), coalesce(account_id, 0) from audit
            union all
            select id, action, concat_ws(' ', subject_type, subject, details::text), 0 from installation_audit
             order by id
            """
        let last = try owner.query("select coalesce(max(id), 0) from (\(entries)) e")[0].integer(0)
        let fields = (form.action.isEmpty ? [] : [("_action", form.action)]) + form.fields
        let answer = try await browser.post(form.path, fields)
        let what = "\(form.path) \(form.action)"
        #expect(answer.status == 303, "\(what): \(answer.status)")
        if let run = answer.header("location"), run.hasPrefix("/transfers/") {
            _ = try await browser.ended(run)
        }
        let new = try owner.query("select * from (\(entries)) e where id > \(last)")
        let said = try new.map { "\(try $0.text(1)) \(try $0.text(2))" }
        #expect(
            said.contains { $0.hasPrefix(form.entry) && (form.says.isEmpty || $0.contains(form.says)) },
            "\(what): \(said)"
        )
        // Nobody but the operator did it.
        for entry in new { #expect(try entry.integer(3) == 0, "\(what): \(said)") }
    }
}
