import Meetups
import ParlayAPI
import Tenancy
import Testing

@Suite struct LanguagesTests {
    @Test func `there are 184, each with its names`() {
        #expect(Languages.all.count == 184)
        #expect(Set(Languages.all.map(\.code)).count == 184)
        #expect(Languages.all.allSatisfy { $0.code.count == 2 && !$0.name.isEmpty && !$0.nativeName.isEmpty })
    }

    @Test func `a tenant may narrow them`() {
        var settings = TenantSettings.defaults
        settings[MeetupSettings.languages] = ["de", "en", "xx"]
        #expect(Languages.offered(by: settings).map(\.code) == ["de", "en"])
        #expect(Languages.isOffered("de", by: settings))
        #expect(!Languages.isOffered("fr", by: settings))
        #expect(!Languages.isOffered("xx", by: settings))
    }

    @Test(arguments: [
        ("eng", "en"), ("chi", "zh"), ("zho", "zh"), ("fre", "fr"), ("fra", "fr"), ("ger", "de"),
    ])
    func `long codes of both kinds are known`(_ long: String, _ short: String) {
        #expect(Languages.shortCode(long) == short)
    }
}
