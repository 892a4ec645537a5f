import Accounts
import Administration
import App
import Components
import Database
import Meetups
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@Suite(.database) struct TenantAdminTests {
    @Test func `tenants are made, listed, set, suspended and resumed`() throws {
        let admin = TenantAdmin(try TestDatabase.current.owner, components: Features.components)
        let made = try admin.create("wordup", name: "WordUp", modules: [.meetups, .wagers])
        #expect(made.settings == .defaults)
        #expect(made.isActive)
        _ = try admin.create("betbull", name: "Betbull", modules: [])
        #expect(try admin.list().map(\.slug) == ["betbull", "wordup"])
        #expect(throws: AdministrationError.slugTaken("wordup")) {
            try admin.create("wordup", name: "Other", modules: [])
        }
        #expect(throws: AdministrationError.badSlug("Word Up")) {
            try admin.create("Word Up", name: "Other", modules: [])
        }
        for name in [
            "", "Two\nlines", "A\tb", "Bell\u{7}", "a\u{202E}b", "\u{2066}a", "a\u{2028}b", "\u{200B}", " ",
        ] {
            #expect(throws: AdministrationError.badName) {
                try admin.create("empty", name: name, modules: [])
            }
            #expect(throws: AdministrationError.badName) { try admin.rename("wordup", name) }
        }

        let set = try admin.set(["registration": "closed", "languages": ["en"]], of: "wordup")
        #expect(set.settings.registration == .closed)
        let more = try admin.set(["mail_from": "a@example.org"], of: "wordup")
        #expect(more.settings.registration == .closed && more.settings[MeetupSettings.languages] == ["en"])
        #expect(try admin.set(["mail_from": nil], of: "wordup").settings.mailFrom == nil)
        #expect(throws: AdministrationError.self) { try admin.set(["token_days": 0, "x": 1], of: "wordup") }
        #expect(throws: AdministrationError.unknownTenant("none")) { try admin.set([:], of: "none") }

        #expect(try admin.setActive(false, "wordup").isActive == false)
        #expect(try admin.tenant("wordup").isActive == false)
        #expect(try admin.setActive(true, "wordup").isActive)
        #expect(try admin.setModules([.wagers], of: "wordup").modules == [.wagers])
        #expect(try admin.rename("wordup", "Word").name == "Word")
    }

    @Test func `a tenant has the modules that this version has, and the database takes no other`() throws {
        let owner = try TestDatabase.current.owner
        _ = try TenantAdmin(owner).create("all", name: "All", modules: .all)
        for name in ["chess", "live", "nothing", ""] {
            let failure = #expect(throws: DatabaseError.self, "\(name)") {
                try owner.query("update tenants set modules = modules || $1::text", .text(name))
            }
            #expect(failure?.constraint == "tenants_modules_check")
        }
    }

    @Test func `this build has every module that a tenant can be created with`() {
        #expect(Features.components.modules == Module.allCases)
    }

    @Test func `names and their rule are the database's too`() throws {
        let owner = try TestDatabase.current.owner
        _ = try TenantAdmin(owner).create("all", name: "All", modules: .all)
        for name in ["a\nb", "a\u{202E}", "\u{2066}a", "a\u{85}", "\u{200B}\u{FEFF}"] {
            for (statement, constraint) in [
                ("update tenants set name = $1", "tenants_name_check"),
                (
                    "insert into accounts (tenant_id, username, first_name) select id, 'ann', $1 from tenants",
                    "accounts_first_name_check"
                ),
                (
                    "insert into accounts (tenant_id, username, first_name, last_name) select id, 'ann', 'Ann', $1 from tenants",
                    "accounts_last_name_check"
                ),
            ] {
                let failure = #expect(throws: DatabaseError.self) {
                    try owner.query("\(statement)", .text(name))
                }
                #expect(failure?.constraint == constraint)
            }
        }
        _ = try owner.query("update tenants set name = $1", .text("Łódź 👩🏽‍🚀 נועה\u{200F}"))
    }

    @Test func `accounts are made, found, listed and promoted within their tenant`() throws {
        let owner = try TestDatabase.current.owner
        let tenants = TenantAdmin(owner)
        let hasher = try World.hasher.get()
        let one = AccountAdmin(owner, tenant: try tenants.create("one", name: "1", modules: [.meetups]))
        let two = AccountAdmin(owner, tenant: try tenants.create("two", name: "2", modules: [.meetups]))
        func registration(_ name: String) throws -> Registration {
            try Registration.decode(World.registration(name), modules: [.meetups])
        }
        let ada = try one.create(try registration("ada"), role: .admin, hasher: hasher)
        _ = try one.create(try registration("bob"), role: .member, hasher: hasher)
        _ = try two.create(try registration("ada"), role: .member, hasher: hasher)
        #expect(ada.role == .admin)
        #expect(throws: AdministrationError.account(.usernameTaken)) {
            try one.create(try registration("ADA"), role: .member, hasher: hasher)
        }
        #expect(throws: AdministrationError.self) {
            try one.create(try registration("Deleted-7"), role: .member, hasher: hasher)
        }
        #expect(try one.list(limit: 10).map(\.username) == ["ada", "bob"])
        #expect(try one.list("BO", limit: 10).map(\.username) == ["bob"])
        #expect(try one.list(after: ada.id, limit: 1).map(\.username) == ["bob"])
        #expect(try one.account("\(ada.id.rawValue)").username == "ada")
        #expect(try one.account("Ada@example.org").id == ada.id)
        #expect(throws: AdministrationError.unknownAccount("eve")) { try one.account("eve") }
        #expect(throws: AdministrationError.unknownAccount("bob")) { try two.account("bob") }
        #expect(try one.setRole(.moderator, of: try one.account("bob")).role == .moderator)
        #expect(try one.setSuspended(true, try one.account("bob")).status == .suspended)
        #expect(throws: AdministrationError.self) { try one.setPassword("short", of: ada, hasher: hasher) }
        _ = try one.setPassword("a fresh secret", of: ada, hasher: hasher)
    }

    @Test func `the front sees one tenant and cannot write tenants`() throws {
        let database = try TestDatabase.current
        let tenants = TenantAdmin(try database.owner)
        let one = try tenants.create("one", name: "1", modules: [.meetups])
        let two = try tenants.create("two", name: "2", modules: [.meetups])
        for tenant in [one, two] {
            let registration = try Registration.decode(World.registration("ada"), modules: [.meetups])
            _ = try AccountAdmin(try database.owner, tenant: tenant)
                .create(registration, role: .member, hasher: try World.hasher.get())
        }
        let front = try database.connect(as: .front)
        #expect(try front.query("select 1 from accounts").isEmpty)
        try front.execute("select set_config('parlay.tenant_id', '\(one.id.rawValue)', false)")
        #expect(try front.query("select 1 from accounts").count == 1)
        #expect(throws: DatabaseError.self) { try front.execute("update tenants set name = 'x'") }
    }
}
