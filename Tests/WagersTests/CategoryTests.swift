import Administration
import Components
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct CategoryTests {
    @Test(arguments: [
        ([], ["Other"]), (["Sports", "Food"], ["Sports", "Food", "Other"]),
        (["Other", "Sports"], ["Sports", "Other"]), (["OTHER", "Sports"], ["Sports", "Other"]),
    ])
    func `the tenant's list, and Other last`(_ names: [String], _ expected: [String]) async throws {
        var settings = TenantSettings.defaults
        settings[WagerSettings.categories] = names
        let world = try await World.make(
            modules: [.wagers],
            settings: settings
        )
        let ada = try await world.person("ada")
        let answer = try await world.send("GET", "categories/", token: ada.token)
        #expect(answer.items.compactMap(\.text) == expected)
        #expect(answer.json?.keys == ["items", "next_cursor"])
        #expect(try await world.send("GET", "categories/").status == 401)
        #expect(try await world.send("GET", "categories/?q=a", token: ada.token).code == "bad_query")
        _ = try await world.addTenant("off", modules: [])
        #expect(try await world.send("GET", "categories/", tenant: "off").status == 404)
    }

    @Test func `they page when asked to, and a change of the list in between shifts nothing`() async throws {
        var settings = TenantSettings.defaults
        settings[WagerSettings.categories] = ["a", "b", "c", "d"]
        let world = try await World.make(
            modules: [.wagers],
            settings: settings
        )
        let ada = try await world.person("ada")
        func page(_ query: String) async throws -> (names: [String], cursor: String?) {
            let answer = try await world.send("GET", "categories/?\(query)", token: ada.token)
            #expect(answer.status == 200, "\(answer)")
            return (answer.items.compactMap(\.text), answer["next_cursor"]?.text)
        }
        let first = try await page("limit=2")
        #expect(first.names == ["a", "b"])
        let cursor = try #require(first.cursor)
        #expect(try await page("cursor=\(cursor)").names == ["c", "d", "Other"])
        let last = try await page("cursor=\(cursor)&limit=3")
        #expect(last.names == ["c", "d", "Other"] && last.cursor == nil)
        let admin = TenantAdmin(try world.database.owner, components: [.wagers])
        for (names, rest) in [
            (["x", "a", "b", "c", "d"], ["c", "d", "Other"]), (["a", "c", "d"], ["c", "d", "Other"]),
            (["a"], ["Other"]), ([], []),
        ] as [([String], [String])] {
            _ = try admin.set(["categories": .array(names.map { .string($0) })], of: "demo")
            try await world.refreshTenants()
            #expect(try await page("cursor=\(cursor)").names == rest, "\(names)")
        }
        let bob = try await world.person("bob")
        let foreign = try await world.send("GET", "categories/?cursor=\(cursor)", token: bob.token)
        #expect(foreign.code == "bad_query")
    }
}
