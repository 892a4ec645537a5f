import HTTPServer
import Pages
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What forms of pages send, and what others could send in their place.
@Suite(.database) struct ScreenFormTests {
    typealias World = RouteMatrixFixture

    private static var pages: [Screen] { World.screens.filter { !$0.writes.isEmpty } }

    @Test func `a form that another site sends is refused and changes nothing`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let before = try world.dump()
        for page in try ScreenCase.all(scenario) where !page.screen.writes.isEmpty {
            for write in page.screen.writes {
                let target = try ScreenCase.target(of: write.name, scenario)
                let fields = [("_call", write.name), ("_target", target)]
                for origin in ["https://evil.example", "null", "http://127.0.0.1:8081", nil] {
                    let answer = try await world.post(page.path, fields, cookie: cookie, origin: origin)
                    #expect(
                        answer.status == 403 && answer.isPage,
                        "\(page) \(write.name) from \(origin ?? "nowhere")"
                    )
                }
            }
        }
        try world.expectUnchanged(since: before)
    }

    @Test func `what browsers say about the sender outweighs the origin`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let call = World.Call("POST", "/app/alpha/sign-out", "_call=logout&_target=").with("Host", World.host)
            .with("Content-Type", "application/x-www-form-urlencoded").with("Cookie", cookie)
        for site in ["same-site", "cross-site", "none", ""] {
            let answer = try await world.send(call.with("Sec-Fetch-Site", site).with("Origin", World.origin))
            #expect(answer.status == 403, "\(site): \(answer.status)")
        }
        #expect(try await world.send(call.with("Sec-Fetch-Site", "same-origin")).status == 303)
    }

    @Test func `a WebSocket of another site is refused`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let call = World.Call("GET", "/app/alpha/stream").with("Host", World.host).with("Cookie", cookie)
            .with("Upgrade", "websocket").with("Connection", "Upgrade").with("Sec-WebSocket-Version", "13")
            .with("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(try await world.send(call.with("Origin", "https://evil.example")).status == 403)
        #expect(try await world.send(call).status == 403)
        #expect(try await world.send(call.with("Origin", World.origin)).status == 101)
    }

    @Test func `a form with nothing, with too much and with markup never fails, and shows text as text`()
        async throws
    {
        let world = try await World()
        let markup = "\"><img src=x onerror=alert(1)>'<script>"
        for name in Set(Self.pages.map(\.pattern)).sorted() {
            for write in try #require(Self.pages.first { $0.pattern == name }).writes {
                // A call may sign its caller out.
                let scenario = try world.scenario()
                let page = try #require(try ScreenCase.all(scenario).first { $0.screen.pattern == name })
                let isForStaff = if case .role = page.screen.access { true } else { false }
                let cookie = try world.browser(of: isForStaff ? scenario.admin : scenario.owner)
                let path = page.path
                let target = try ScreenCase.target(of: write.name, scenario)
                let call = try MatrixRoute.all().first { $0.callName == write.name }
                let names = call?.route.description.body?(Set(Module.allCases)).map(\.name) ?? []
                let base = [("_call", write.name), ("_target", target)]
                let bodies: [[(String, String)]] = [
                    base + names.map { ($0, markup) },
                    base + names.map { ($0, String(repeating: "9", count: 40)) },
                    base
                        + names.flatMap { [($0, "1"), ($0, "2"), ("\($0).x", markup), ("\($0).0.y", "\0")] },
                    [("_call", write.name), ("_target", markup)] + names.map { ($0, "") },
                    [("_call", write.name), ("_target", "\(target)/1/2")],
                ]
                for body in bodies {
                    let answer = try await world.post(path, body, cookie: cookie)
                    #expect(answer.status < 500, "\(path) \(write.name): \(answer.status)")
                    #expect(!answer.text.contains("<img src=x"), "\(path) \(write.name) lets markup through")
                }
            }
        }
        #expect(world.failureReports == [])
    }

    @Test func `a body that is no form, or names a call that the page does not make, is 400`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        for fields in [[], [("_call", "")], [("_call", "deleteOwnAccount")], [("_call", "setHosts")]] {
            let answer = try await world.post("sign-out", fields, cookie: cookie)
            #expect(answer.status == 400 && answer.isPage, "\(fields)")
        }
        let json = World.Call("POST", "/app/alpha/sign-out", "{}").with("Host", World.host).with(
            "Cookie",
            cookie
        )
        .with("Origin", World.origin)
        #expect(try await world.send(json).status == 415)
    }

    @Test func `signing in replaces the session, and signing out ends it`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let name = try #require(World.screens.first { $0.pattern == "sign-in" }?.writes.first?.name)
        let fields = [("_call", name), ("username", scenario.owner.username), ("password", World.password)]
        let wrong = try await world.post("sign-in", fields.dropLast() + [("password", "wrong horse")])
        #expect(wrong.status == 422 && wrong.isPage)
        #expect(wrong.text.contains("value=\"\(scenario.owner.username)\""))
        #expect(!wrong.text.contains("wrong horse"))
        let answer = try await world.post("sign-in", fields)
        #expect(answer.status == 303)
        let field = try #require(answer.header("Set-Cookie"))
        #expect(field.contains("HttpOnly") && field.contains("SameSite=Lax") && field.contains("Path=/"))
        let cookie = String(field.prefix { $0 != ";" })
        #expect(try await world.page("inbox", cookie: cookie).status == 200)
        let out = try #require(World.screens.first { $0.pattern == "sign-out" }?.writes.first?.name)
        let left = try await world.post("sign-out", [("_call", out), ("_target", "")], cookie: cookie)
        #expect(left.status == 303 && left.header("Clear-Site-Data")?.contains("\"storage\"") == true)
        #expect(left.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(try await world.page("inbox", cookie: cookie).status == 303)
    }

    @Test func `after the sign-in nobody is led to another site or another tenant`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let name = try #require(World.screens.first { $0.pattern == "sign-in" }?.writes.first?.name)
        let fields = [("_call", name), ("username", scenario.owner.username), ("password", World.password)]
        for next in [
            "https://evil.example/", "//evil.example/", "/app/alpha/\\evil.example", "/app/bravo/inbox",
        ] {
            let answer = try await world.post("sign-in?next=\(RequestTarget.encode(next))", fields)
            #expect(answer.status == 303, "\(next)")
            let target = try #require(answer.header("Location"))
            #expect(target.hasPrefix("/app/alpha/") && !target.contains("evil"), "\(next) leads to \(target)")
        }
        let own = try await world.post("sign-in?next=%2Fapp%2Falpha%2Finbox", fields)
        #expect(own.header("Location") == "/app/alpha/inbox")
    }

    @Test func `over plain http from afar nobody signs in`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let name = try #require(World.screens.first { $0.pattern == "sign-in" }?.writes.first?.name)
        let fields = "_call=\(name)&username=\(scenario.owner.username)&password=correct+horse+battery"
        let call = World.Call("POST", "/app/alpha/sign-in", fields).with("Host", "play.example.org")
            .with("Content-Type", "application/x-www-form-urlencoded").with(
                "Origin",
                "http://play.example.org"
            )
        let answer = try await world.send(call)
        #expect(answer.status == 403 && answer.header("Set-Cookie") == nil)
        #expect(answer.text.contains("https"))
    }
}
