import Administration
import Components
import HTTPServer
import Pages
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Sections that a tenant switches off.
@Suite(.database) struct HiddenSectionTests {
    typealias World = RouteMatrixFixture

    /// Those of the console stay: who hid its settings could not show them again.
    private static var sections: [Section] { Features.components.app.sections.filter { !$0.isOfConsole } }

    private static func tenants(_ world: World) throws -> TenantAdmin {
        TenantAdmin(try world.database.owner, components: Features.components)
    }

    /// A front that knows the setting.
    private static func front(hiding paths: [String], _ world: World) async throws -> Gateway {
        let value = JSONValue.array(paths.map { .string($0) })
        _ = try tenants(world).set(["hidden_sections": value], of: "alpha")
        return try await World.front(try await world.database.front(.small), signer: world.signer).gateway
    }

    private static func page(_ path: String, _ cookie: String?, _ gateway: Gateway, _ world: World)
        async throws
        -> Answer
    {
        let call = World.Call("GET", "/app/alpha/\(path)").with("Host", World.host).with("Cookie", cookie)
        return try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
    }

    @Test(arguments: sections.map(\.path)) func `a hidden section is nowhere, and all other pages are there`(
        _ path: String
    )
        async throws
    {
        let section = try #require(Self.sections.first { $0.path == path })
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let gateway = try await Self.front(hiding: [path], world)
        let hidden = [path] + section.others
        for screen in try ScreenCase.all(scenario) {
            if case .role = screen.screen.access { continue }
            let answer = try await Self.page(screen.path, owner, gateway, world)
            #expect(answer.isPage, "\(screen)")
            #expect(answer.status == (hidden.contains(screen.screen.pattern) ? 404 : 200), "\(screen)")
            for one in hidden {
                let links = ["\"", "?", "#"].map { "href=\"/app/alpha/\(one)\($0)" }
                #expect(!links.contains { answer.text.contains($0) }, "\(screen) links to \(one)")
            }
        }
        #expect(world.failureReports == [])
    }

    @Test func `each further screen of a section is a screen`() {
        let patterns = Set(World.screens.map(\.pattern))
        for section in Features.components.app.sections {
            #expect(patterns.isSuperset(of: [section.path] + section.others), "\(section.path)")
        }
    }

    @Test func `what is hidden takes no form, and its calls stay`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let gateway = try await Self.front(hiding: ["wishlist", "shelf"], world)
        let before = try world.dump()
        for path in ["wishlist", "shelf/settings"] {
            let form = World.Call(
                "POST",
                "/app/alpha/\(path)",
                "_call=addToWishlist&_target=\(scenario.games.free)"
            )
            .with("Host", World.host).with("Origin", World.origin).with("Cookie", owner)
            .with("Content-Type", "application/x-www-form-urlencoded")
            let answer = try await world.database.onLoop { Answer(await World.answer(gateway, form)) }
            #expect(answer.status == 404 && answer.isPage, "\(path)")
        }
        try world.expectUnchanged(since: before)
        let call = World.Call("GET", "/v1/alpha/wishlist/", token: scenario.owner.token)
        #expect(try await world.database.onLoop { Answer(await World.answer(gateway, call)) }.status == 200)
        // Home has nothing of it either.
        let home = try await Self.page("", owner, gateway, world)
        #expect(home.status == 200 && !home.text.contains("id=\"home-shelf\""))
        #expect(try await world.page("", cookie: owner).text.contains("id=\"home-shelf\""))
    }

    @Test func `only sections that the tenant has can be hidden`() async throws {
        let world = try await World()
        let tenants = try Self.tenants(world)
        for bad in [["nothing"], ["shelf", "shelf"], ["inbox"], [""], ["games/{id:id}"], ["admin/settings"]]
            as [JSONValue]
        {
            #expect(throws: AdministrationError.self, "\(bad)") {
                try tenants.set(["hidden_sections": bad], of: "alpha")
            }
        }
        #expect(throws: AdministrationError.self) {
            try tenants.set(["hidden_sections": ["shelf"]], of: "bare")
        }
        let scenario = try world.scenario()
        let answer = try await world.send(
            .init(
                "PATCH",
                "/v1/alpha/admin/settings/",
                token: scenario.admin.token,
                #"{"hidden_sections": ["shelf", "inbox"]}"#
            )
        )
        #expect(answer.status == 422 && answer.faultyFields == ["hidden_sections.1"], "\(answer)")
        // What was hidden may stay when its module goes.
        _ = try tenants.set(["hidden_sections": ["wishlist", "friends"]], of: "alpha")
        let modules = try tenants.tenant("alpha").modules.subtracting([.shelf])
        _ = try tenants.setModules(modules, of: "alpha")
        let left = try tenants.set(["token_days": 3], of: "alpha")
        #expect(left.settings.hiddenSections == ["wishlist", "friends"])
        #expect(try tenants.set(["hidden_sections": []], of: "alpha").settings.hiddenSections == [])
    }
}
