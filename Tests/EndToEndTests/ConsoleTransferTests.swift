import Cluster
import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

/// What the console does with whole tenants.
@Suite(.database) struct ConsoleTransferTests {
    @Test func `a tenant is suspended, exported, imported under another slug, and deleted`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let owner = try TestDatabase.current.owner

            // Suspending asks for the slug.
            for wrong in ["", "wordu", "Word up"] {
                let refused = try await browser.post("/tenants/wordup/suspend", [("confirm", wrong)])
                #expect(refused.status == 422 && refused.text.contains("This is not wordup"))
            }
            #expect(try owner.query("select status from tenants")[0].text(0) == "active")
            #expect(try await browser.post("/tenants/wordup", [("_action", "suspend")]).status == 400)
            #expect(try await browser.post("/tenants/wordup/suspend", [("confirm", "wordup")]).status == 303)
            #expect(try owner.query("select status from tenants")[0].text(0) == "suspended")

            // The export has a page, and then a file.
            let begun = try await browser.post("/tenants/wordup/export", [])
            let run = try #require(begun.header("location"))
            #expect(begun.status == 303 && run.hasPrefix("/transfers/"))
            let exported = try await browser.ended(run)
            #expect(
                exported.text.contains("SHA-256") && exported.text.contains("\(run)/file"),
                "\(exported.text)"
            )
            #expect(try await browser.session.send("GET", "\(run)/file").status == 401)
            let file = try raw(browser, "\(run)/file")
            #expect(file.status == 200 && file["content-disposition"] == "attachment; filename=\"wordup.gz\"")
            #expect(file["cache-control"] == "no-store" && file.body.starts(with: [0x1F, 0x8B]))

            // The import has one too, and one that is no export says why it failed.
            let loading = try browser.upload("/transfers", file.body, [("slug", "wordup2")])
            #expect(loading.status == 303)
            let loaded = try await browser.ended(try #require(loading["location"]))
            #expect(loaded.text.contains("It is suspended until you resume it"), "\(loaded.text)")
            #expect(
                try owner.query("select from tenants where slug = 'wordup2' and status = 'suspended'").count
                    == 1
            )
            let broken = try browser.upload("/transfers", Array("no gzip".utf8), [("slug", "wordup3")])
            let failed = try await browser.ended(try #require(broken["location"]))
            #expect(failed.text.contains("That did not work"))
            #expect(try browser.upload("/transfers", [], []).status == 422)

            // Deleting asks for the slug.
            #expect(try await browser.post("/tenants/wordup2/delete", [("confirm", "wordup")]).status == 422)
            let deleting = try await browser.post("/tenants/wordup2/delete", [("confirm", "wordup2")])
            let deleted = try await browser.ended(try #require(deleting.header("location")))
            #expect(deleted.text.contains("The tenant was deleted"))
            #expect(try owner.query("select slug from tenants")[0].text(0) == "wordup")
            #expect(try await browser.get("/tenants/wordup2").status == 404)
            let list = try await browser.get("/transfers").text
            for title in [
                "Export of wordup", "Import as wordup2", "Import as wordup3", "Deletion of wordup2",
            ] {
                #expect(list.contains(title), "\(title)")
            }
            #expect(try await browser.process.stop() == .code(0))
        }
    }

    private func raw(_ browser: ConsoleBrowser, _ path: String) throws -> RawReply {
        let client = try RawClient(port: browser.port)
        let cookie = browser.headers["Cookie"] ?? ""
        try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
        return try client.receive(bodiless: false)
    }

    @Test func `settings are the form of their declarations, and what is refused stands beside its field`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let path = "/tenants/wordup/settings"
            let page = try await browser.get(path)
            #expect(page.status == 200)
            for part in [
                "name=\"token_days\"", "name=\"registration\"", "name=\"languages\"",
                "name=\"creators.0.url\"",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            // Of a module that the tenant does not have.
            #expect(!page.text.contains("public_offers"))
            let refused = try await browser.post(path, [("_part", "platform"), ("token_days", "0")])
            #expect(
                refused.status == 422 && refused.text.contains("aria-invalid=\"true\""),
                "\(refused.text)"
            )
            #expect(try await browser.post(path, [("_part", "nothing"), ("token_days", "3")]).status == 400)
            let saved = try await browser.post(path, [("_part", "platform"), ("token_days", "3")])
            #expect(saved.status == 303, "\(saved.text)")
            let owner = try TestDatabase.current.owner
            let stored = try owner.query(
                "select coalesce(settings ->> 'token_days', settings::text) from tenants"
            )
            #expect(try stored[0].text(0) == "3")
            let entry = try owner.query(
                "select coalesce(details #>> '{token_days,to}', details::text) from audit order by id desc limit 1"
            )
            #expect(try entry[0].text(0) == "3")
        }
    }

    @Test func `a kind of jobs is paused and resumed, by the console and by the commands`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            #expect(try await browser.get("/jobs?kind=send_mail").text.contains("Pause this kind"))
            let done = try await browser.post("/jobs", [("_action", "pause"), ("kind", "send_mail")])
            #expect(done.status == 303)
            let page = try await browser.get("/jobs").text
            #expect(page.contains("Paused kinds") && page.contains("parlay admin jobs resume send_mail"))
            #expect(try await site.parlay("admin jobs pause").contains("send_mail"))
            #expect(try await site.parlay("admin jobs pause send_mail").contains("already"))
            #expect(try await site.parlay("admin jobs resume send_mail") == "resumed send_mail\n")
            #expect(try await site.run("admin", "jobs", "resume", "send_mail").code == 1)
            #expect(try await site.run("admin", "jobs", "pause", "Send Mail").code == 2)
            #expect(try await !browser.get("/jobs").text.contains("Paused kinds"))
            #expect(try await browser.post("/jobs", [("_action", "pause"), ("kind", "a b")]).status == 400)
            try await site.parlay("admin jobs pause prune")
            #expect(try await site.run("doctor", "--json").output.contains("paused jobs"))
        }
    }
}
