import Components
import Database
import Pages
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The settings of a tenant as a form of its console.
@Suite(.database) struct SettingsScreenTests {
    typealias World = RouteMatrixFixture

    /// The names of fields, also of those inside others, without the places of lists.
    private static func names(_ fields: [FieldDescription], in parent: String = "") -> [String] {
        fields.flatMap { field -> [String] in
            let name = parent + field.name
            switch field.kind {
            case .object(let inner): return [name] + names(inner, in: name + ".")
            case .list(let element):
                if case .object(let inner) = element.kind { return [name] + names(inner, in: name + ".") }
                return [name]
            case .text, .integer, .number, .boolean, .timestamp: return [name]
            }
        }
    }

    @Test func `each setting is called something, and only settings are`() {
        let declared = Self.names(TenantSettingsForm(Features.components).fields)
        let called = Features.components.app.settings.map(\.name)
        #expect(Set(called) == Set(declared))
        #expect(called.count == Set(called).count)
    }

    @Test(arguments: [("#000000", 21), ("#767676", 4.54), ("#0b6f4f", 6.18), ("#ffffff", 1)])
    func `a colour's contrast is that of WCAG`(color: String, contrast: Double) throws {
        let counted = try #require(Theme.contrastWithWhite(of: color))
        #expect(abs(counted - contrast) < 0.01, "\(counted)")
        #expect(Theme.contrastWithWhite(of: "green") == nil)
    }

    @Test func `the setting of the colour says whether text in it is readable`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.admin)
        for (color, words) in [
            ("#0b6f4f", "readable: its contrast with white is 6.2 to 1"),
            ("#ffd000", "too pale for text: its contrast with white is 1.5 to 1"),
        ] {
            _ = try world.owner.query(
                "update tenants set settings = settings || jsonb_build_object('accent_color', $1::text) where slug = 'alpha'",
                .text(color)
            )
            let pool = try await world.database.front(.small)
            let gateway = try await World.front(pool, signer: world.signer).gateway
            let call = World.Call("GET", "/app/alpha/admin/settings").with("Host", World.host).with(
                "Cookie",
                cookie
            )
            let page = try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
            #expect(page.text.contains(words), "\(color)")
        }
    }

    @Test func `a tenant sees the settings of its modules, and saving changes what was changed`() async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        try world.owner.execute("update tenants set modules = '{meetups}' where slug = 'alpha'")
        let pool = try await world.database.front(.small)
        let gateway = try await World.front(pool, signer: world.signer).gateway
        let cookie = try world.browser(of: scenario.admin)
        let call = World.Call("GET", "/app/alpha/admin/settings").with("Host", World.host).with(
            "Cookie",
            cookie
        )
        let page = try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
        #expect(page.status == 200 && page.text.contains("name=\"token_days\""))
        #expect(page.text.contains("name=\"languages\""))
        // What can be chosen is called by its name.
        for choice in [
            "name=\"hidden_sections\" value=\"partners\"", "<option value=\"de\">German</option>",
            "value=\"de\"><span>German (de)</span>", "type=\"color\" data-colours=",
        ] {
            #expect(page.text.contains(choice), "\(choice)")
        }
        #expect(!page.text.contains("value=\"wagers/figures\""))
        for other in ["min_stake_cents", "public_shelves", "categories"] {
            #expect(!page.text.contains("name=\"\(other)\""), "\(other)")
        }
    }
}
