import ParlayAPI
import Tenancy
import TestSupport
import Testing

@testable import Wagers

@Suite(.database) struct CategoryTests {
    @Test(arguments: [
        ([], ["Other"]), (["Sports", "Food"], ["Sports", "Food", "Other"]),
        (["Other", "Sports"], ["Sports", "Other"]),
    ])
    func `the tenant's list, and Other last`(_ names: [String], _ expected: [String]) async throws {
        var settings = TenantSettings.defaults
        settings.categories = names
        let world = try await World.make(
            modules: [.wagers],
            settings: settings,
            routes: { _ in CategoryRoutes().routes }
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
}
