import Foundation
import ParlayAPI
import Testing

/// The resources of people and administration: what is written is what is described, and reads back.
@Suite struct PeopleTests {
    private func check<Resource: Described & Codable & Equatable>(_ example: Resource) throws {
        let bytes = example.jsonBytes()
        #expect(try JSONParser.parseObject(bytes).keys == Resource.fields.map(\.name), "\(Resource.self)")
        #expect(try JSONDecoder().decode(Resource.self, from: Data(bytes)) == example)
        #expect(try JSONDecoder().decode(Resource.self, from: JSONEncoder().encode(example)) == example)
    }

    @Test func `each example has every member that is described, and reads back`() throws {
        try check(Block.example)
        try check(Report.example)
        try check(AccountSettings.example)
        try check(Invite.example)
        try check(NewInvite.example)
        try check(AuditEntry.example)
        try check(CategoryNames.example)
    }

    @Test func `settings without modules have no members of theirs`() throws {
        let bare = AccountSettings()
        let read = try JSONDecoder().decode(AccountSettings.self, from: Data(bare.jsonBytes()))
        #expect(read == bare && read.wagers == nil)
        let cleared = AccountSettings(wagers: .init(feedFilters: nil))
        let again = try JSONDecoder().decode(AccountSettings.self, from: Data(cleared.jsonBytes()))
        #expect(again == cleared)
    }

    @Test(arguments: ["en", "de", "pt-BR", "zh-Hant-TW", "sr-Latn-RS", "es-419", "haw", "de-CH-1996"])
    func `a locale is a language tag`(_ tag: String) throws {
        let update = try AccountSettingsUpdate.decode(["locale": .string(tag)], mode: .merge)
        #expect(update.locale == .set(tag))
    }

    @Test(arguments: ["", "e", "engl", "en_GB", "en-", "-en", "en--GB", "en-123456789", "1e", "en GB", "ën"])
    func `what is no language tag is refused`(_ tag: String) {
        let errors = #expect(throws: FieldErrors.self) {
            try AccountSettingsUpdate.decode(["locale": .string(tag)], mode: .merge)
        }
        #expect(errors?["locale"].isEmpty == false)
    }

    @Test func `requests read back as they were written`() throws {
        let report = ReportRequest(matchID: 7, reason: .fraud, text: "…")
        let bytes = Array(try JSONEncoder().encode(report))
        #expect(try ReportRequest.decode(bytes) == report)
        var settings = AccountSettingsUpdate()
        settings.feedFilters = .set(nil)
        settings.timeZone = .set("UTC")
        let encoded = Array(try JSONEncoder().encode(settings))
        #expect(try AccountSettingsUpdate.decode(encoded, mode: .merge) == settings)
        var change = AccountChange()
        change.status = .set(.suspended)
        #expect(try AccountChange.decode(Array(JSONEncoder().encode(change)), mode: .merge) == change)
    }
}
