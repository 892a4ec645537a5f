import Localization
import Testing

@Suite struct LanguageTests {
    @Test(arguments: [
        ("de", Language.de), ("de-AT,de;q=0.9,en;q=0.8", .de), ("en;q=0.5, es", .es), ("fr, es;q=0.1", .es),
        ("ES-419", .es), ("en;q=0.8,de;q=0.8", .en), (" de ; q=1.000 ", .de), ("en;q=0,de;q=0.001", .de),
        ("de;Q=0.3,en;q=0.25", .de), ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", .en),
    ])
    func `the best language of a field`(field: String, language: Language) {
        #expect(Language.preferred(field) == language)
    }

    @Test(arguments: [
        "", "*", "fr", "deutsch", "english,español", ",,,;;;===", "de;q=0", "de;q=2", "de;q=1.001", "de;q=",
        "de;q=0.5555", "de;level=1", "de;q=-1", "de q=1", "\u{0}de", "de;q=0.x", "q=1", "dé",
    ])
    func `a field that names none`(field: String) {
        #expect(Language.preferred(field) == nil)
    }

    @Test func `an endless field is read to a limit`() {
        #expect(Language.preferred(String(repeating: "xx,", count: 100_000) + "de") == nil)
        #expect(Language.preferred(String(repeating: "-", count: 100_000)) == nil)
    }

    @Test func `the tag keeps the region`() {
        #expect(Language.preferredTag("fr, de-AT;q=0.8, en;q=0.7") == "de-AT")
    }

    @Test func `languages of tags`() {
        #expect(Language(tag: "de-AT") == .de)
        #expect(Language(tag: "EN") == .en)
        #expect(Language(tag: "den") == nil)
        #expect(Language(tag: "") == nil)
    }
}
