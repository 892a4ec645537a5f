import Database
import HTTPServer
import Pages
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Every page, for everybody who may ask for it.
@Suite(.database) struct ScreenMatrixTests {
    typealias World = RouteMatrixFixture

    @Test func `each page shows its owner a page, and nothing of another tenant`() async throws {
        let world = try await World()
        _ = try world.scenario(in: "bravo")
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let admin = try world.browser(of: scenario.admin)
        for page in try ScreenCase.all(scenario) {
            let cookie = if case .role = page.screen.access { admin } else { owner }
            let answer = try await world.page(page.path, cookie: cookie)
            #expect(answer.status == 200, "\(page): \(answer.status)")
            #expect(answer.isPage, "\(page)")
            #expect(!answer.text.contains(World.marker), "\(page) shows another tenant's data")
            expectHeaders(answer, page)
        }
        #expect(world.failureReports == [])
    }

    private func expectHeaders(_ answer: Answer, _ page: ScreenCase) {
        let policy = answer.header("Content-Security-Policy") ?? ""
        #expect(
            policy.hasPrefix("default-src 'none';") && policy.contains("frame-ancestors 'none'"),
            "\(page)"
        )
        #expect(!policy.contains("unsafe"), "\(page)")
        #expect(answer.header("Cache-Control")?.hasPrefix("private") == true, "\(page)")
        // Nothing that the policy would block.
        #expect(!answer.text.contains(" style=\"") && !answer.text.contains(" onclick="), "\(page)")
    }

    @Test func `a guest is led to the sign-in and back, or sees what is public`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let before = try world.dump()
        for page in try ScreenCase.all(scenario) {
            let answer = try await world.page(page.path)
            switch page.screen.access {
            case .guest, .anyone:
                // What the tenant does not show asks them to sign in.
                #expect([200, 303, 404].contains(answer.status), "\(page): \(answer.status)")
                #expect(answer.isPage || answer.status == 303, "\(page)")
            case .member, .role:
                #expect(answer.status == 303, "\(page)")
                let target = answer.header("Location") ?? ""
                let back = RequestTarget.encode("/app/alpha/\(page.path)")
                #expect(target == "/app/alpha/sign-in?next=\(back)", "\(page): \(target)")
            }
            #expect(!answer.text.contains(scenario.secret), "\(page) shows a guest what is private")
        }
        try world.expectUnchanged(since: before)
        #expect(world.failureReports == [])
    }

    @Test func `the console shows moderators what is theirs, and nobody of another tenant anything`()
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let moderator = try world.browser(of: scenario.stranger)
        let foreign = try world.browser(of: world.scenario(in: "bravo").admin)
        try world.owner.execute(
            "update accounts set role = 'moderator' where id = \(scenario.stranger.id)"
        )
        for page in try ScreenCase.all(scenario) {
            guard case .role(let role) = page.screen.access else { continue }
            let answer = try await world.page(page.path, cookie: moderator)
            #expect(answer.status == (role == .admin ? 403 : 200), "\(page): \(answer.status)")
            #expect(answer.isPage, "\(page)")
            #expect(try await world.page(page.path, cookie: foreign).status == 303, "\(page)")
        }
        #expect(world.failureReports == [])
    }

    @Test func `others of the tenant see no more than their calls show`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let stranger = try world.browser(of: scenario.stranger)
        for page in try ScreenCase.all(scenario) {
            let answer = try await world.page(page.path, cookie: stranger)
            if case .role = page.screen.access {
                #expect(answer.status == 403, "\(page): \(answer.status)")
            } else {
                #expect([200, 403, 404].contains(answer.status), "\(page): \(answer.status)")
            }
            #expect(answer.isPage, "\(page)")
            #expect(!answer.text.contains(scenario.secret), "\(page) shows a stranger what is private")
        }
        #expect(world.failureReports == [])
    }

    @Test func `looking changes nothing but what is read`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let before = try world.dump()
        for page in try ScreenCase.all(scenario) {
            if case .role = page.screen.access { continue }
            _ = try await world.page(page.path, cookie: owner)
        }
        try world.expectUnchanged(since: before)
    }

    @Test func `the session of another tenant and an app's token sign nobody in`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let elsewhere = try world.scenario(in: "bravo")
        let foreign = try world.browser(of: elsewhere.owner, in: "alpha")
        for cookie in [
            foreign, "parlay-alpha=\(scenario.owner.token)", "parlay-alpha=parlay_x", "parlay-alpha=",
        ] {
            let answer = try await world.page("inbox", cookie: cookie)
            #expect(answer.status == 303, "\(cookie)")
            #expect(answer.text.isEmpty)
        }
        // Nor does a browser's session work for calls.
        let own = try world.browser(of: scenario.owner)
        let secret = own.dropFirst("parlay-alpha=".count)
        #expect(
            try await world.send(.init("GET", "/v1/alpha/profiles/me/", token: String(secret))).status == 401
        )
        let cookieOnly = World.Call("GET", "/v1/alpha/profiles/me/").with("Cookie", own)
        #expect(try await world.send(cookieOnly).status == 401)
    }

    @Test func `pages of modules that a tenant does not have are not there`() async throws {
        let world = try await World()
        for screen in World.screens where screen.module != nil && !screen.pattern.contains("{") {
            let answer = try await world.page(screen.pattern, tenant: "bare")
            #expect(answer.status == 404 && answer.isPage, "\(screen.pattern)")
        }
        #expect(try await world.page("sign-in", tenant: "dark").status == 404)
    }

    @Test(arguments: ["en", "es", "de"]) func `pages are in the reader's language`(_ language: String)
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        for page in try ScreenCase.all(scenario) {
            if case .role = page.screen.access { continue }
            let answer = try await world.page(
                page.path,
                cookie: owner,
                accepts: "\(language)-XX, \(language)"
            )
            #expect(answer.text.contains("<html lang=\"\(language)\">"), "\(page)")
        }
    }
}
