import Components
import Database
import HTTPServer
import Outbound
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// `GET /live/{tenant}`. `scripts/check-live-page` shows in a browser what the page does.
@Suite(.database) struct LivePageTests {
    private static func settings(isPublic: Bool) -> TenantSettings {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.publicSportsbook] = isPublic
        return settings
    }

    private static func world(isPublic: Bool = true) async throws -> World {
        try await World.make(modules: [.sportsbook], settings: settings(isPublic: isPublic))
    }

    /// The texts between an element's tags.
    private static func elements(_ name: String, in html: String) -> [String] {
        html.split(separator: "<\(name)>", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix(upTo: part.firstRange(of: "</\(name)>")?.lowerBound ?? part.endIndex))
        }
    }

    @Test func `a public tenant has the page, without a token`() async throws {
        let world = try await Self.world()
        let page = try await world.send("GET", "/live/demo")
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.header("Cache-Control") == "no-cache")
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.text.contains("<html lang=\"en\">"))
        #expect(page.text.contains("<title>Demo · Live prices</title>"))
        #expect(page.text.contains("<body data-tenant=\"demo\">"))
        #expect(page.text.contains("<noscript>"))
        #expect(!page.text.contains("{{") && !page.text.contains("}}<"))
        // With the slash too, and an invalid token is not looked at.
        #expect(try await world.send("GET", "/live/demo/").status == 200)
        #expect(try await world.send("GET", "/live/demo", token: "nonsense").status == 200)
        #expect(try await world.send("HEAD", "/live/demo").status == 200)
    }

    @Test func `without the setting, the module or the tenant there is no page`() async throws {
        let world = try await Self.world(isPublic: false)
        // The default is off.
        _ = try await world.addTenant("quiet", modules: [.sportsbook])
        _ = try await world.addTenant("other", modules: [.meetups], settings: Self.settings(isPublic: true))
        for slug in ["demo", "quiet", "other", "nobody", "DEMO"] {
            let answer = try await world.send("GET", "/live/\(slug)")
            #expect(answer.status == 404, "\(slug): \(answer)")
            #expect(answer.header("Cache-Control") != "no-cache", "\(slug)")
        }
        #expect(try await world.send("GET", "/live/nobody").code == "tenant_not_found")
        #expect(try await world.send("GET", "/live/demo").code == "not_found")
        #expect(try await world.send("GET", "/live").status == 404)
        #expect(try await world.send("GET", "/live/demo/more").status == 404)
        let post = try await world.send("POST", "/live/demo", [:])
        #expect(post.status == 405)
        #expect(post.header("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test func `a change of the tenant is seen at once`() async throws {
        let world = try await Self.world()
        let owner = try world.database.owner
        let first = try await world.send("GET", "/live/demo")
        try owner.execute("update tenants set name = 'Other' where slug = 'demo'")
        try await world.refreshTenants()
        let second = try await world.send("GET", "/live/demo")
        #expect(second.text.contains("<h1>Other</h1>"))
        #expect(second.header("ETag") != first.header("ETag"))
        try owner.execute("update tenants set status = 'suspended' where slug = 'demo'")
        try await world.refreshTenants()
        let suspended = try await world.send("GET", "/live/demo")
        #expect(suspended.status == 404)
        #expect(suspended.code == "tenant_not_found")
    }

    @Test func `each tenant has its own page`() async throws {
        let world = try await Self.world()
        _ = try await world.addTenant(
            "second",
            modules: [.sportsbook],
            settings: Self.settings(isPublic: true)
        )
        let page = try await world.send("GET", "/live/second").text
        #expect(page.contains("data-tenant=\"second\""))
        #expect(!page.contains("Demo"))
        #expect(try await world.send("GET", "/live/demo").text.contains("data-tenant=\"demo\""))
    }

    @Test func `only this style and this script may run, and nothing is loaded from elsewhere`() async throws
    {
        let world = try await Self.world()
        let answer = try await world.send("GET", "/live/demo")
        let policy = try #require(answer.header("Content-Security-Policy"))
        let page = answer.text
        for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
            let texts = Self.elements(element, in: page)
            #expect(texts.count == 1, "\(element)")
            let digest = Base64.encode(sha256(try #require(texts.first)).bytes)
            #expect(policy.contains("\(directive) 'sha256-\(digest)';"), "\(element)")
        }
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(policy.contains("connect-src 'self';"))
        #expect(policy.contains("require-trusted-types-for 'script'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*"))
        for word in [
            " style=\"", " onclick=", "javascript:", "<script ", "<iframe", "@import", "url(", "http://",
            "https://",
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
        ] {
            #expect(!page.contains(word), "the page has \(word)")
        }
    }

    @Test func `the name of a tenant is text`() async throws {
        let world = try await Self.world()
        let name = #"<b>&"'{{script}}</b>"#
        try world.database.owner.execute("update tenants set name = $$\(name)$$ where slug = 'demo'")
        try await world.refreshTenants()
        let page = try await world.send("GET", "/live/demo").text
        #expect(page.contains("<h1>&lt;b&gt;&amp;&quot;&#39;{{script}}&lt;/b&gt;</h1>"))
        #expect(!page.contains("<b>"))
        #expect(Self.elements("script", in: page).count == 1)
    }

    @Test func `the page is compressed, and a browser that has it gets 304`() async throws {
        let world = try await Self.world()
        let whole = try await world.send("GET", "/live/demo")
        let tag = try #require(whole.header("ETag"))
        let again = try await world.send("GET", "/live/demo", headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty)
        let packed = try await world.send("GET", "/live/demo", headers: ["Accept-Encoding": "gzip"])
        #expect(packed.header("Content-Encoding") == "gzip")
        #expect(packed.header("Vary") == "Accept-Encoding")
        #expect(packed.body.count < 16 * 1024, "\(packed.body.count)")
        #expect(packed.body.count < whole.body.count / 2)
    }
}
