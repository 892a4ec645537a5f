import Foundation
import ParlayClient
import Testing

/// What the calls about other people and a tenant's own affairs send.
enum PeopleCases {
    typealias Case = CallTests.Case

    private static let person = Samples.profile(2, "bob").person
    private static let block = ScriptedTransport.Step.value(Block(person: person, createdAt: Samples.moment))
    private static let report = ScriptedTransport.Step.value(
        Report(
            id: 4,
            by: person,
            about: Subject(type: "account", id: 2),
            reason: .spam,
            text: "",
            createdAt: Samples.moment
        )
    )
    private static let availability = ScriptedTransport.Step.value(Availability(username: true))
    private static let settings = ScriptedTransport.Step.value(AccountSettings(), ["ETag": "\"9\""])
    private static let webhook = ScriptedTransport.Step.value(
        Webhook(
            id: 5,
            url: "https://a.example.org/",
            events: ["*"],
            enabled: true,
            secret: "whsec_x",
            createdAt: Samples.moment,
            updatedAt: Samples.moment
        )
    )
    private static let apiKey = APIKey(
        id: 4,
        label: "Results",
        prefix: "parlay_key_7hQx",
        scopes: [.known(.writeEvents)],
        createdAt: Samples.moment
    )
    private static let key = ScriptedTransport.Step.value(apiKey, ["ETag": "\"3\""])
    private static let madeKey = ScriptedTransport.Step.value(
        CreatedAPIKey(secret: "parlay_key_x", key: apiKey)
    )
    private static let delivery = ScriptedTransport.Step.value(
        WebhookDelivery(
            id: 6,
            eventID: "e",
            type: "match.made",
            attempt: 1,
            status: .pending,
            scheduledAt: Samples.moment
        )
    )
    private static let none = ScriptedTransport.Step.json(200, #"{"items":[],"next_cursor":null}"#)
    private static let image = ScriptedTransport.Step.answer(.init(status: 200, body: Data("JFIF".utf8)))

    static let all: [Case] = [
        Case("GET settings/", nil, settings) {
            let settings = try await $0.settings.get()
            #expect(settings.mailNotices)
        },
        Case("PATCH settings/", #"{"mail_notices":false}"#, settings) {
            try await $0.settings.update { $0.mailNotices = .set(false) }
        },
        Case("PUT settings/", #"{"locale":"de"}"#, settings) {
            var settings = AccountSettingsUpdate()
            settings.locale = .set("de")
            try await $0.settings.replace(with: settings)
        },
        Case("GET people/?q=ada%20b", nil, none) { _ = try await $0.people(named: "ada b").page() },
        Case("GET register/available/?username=ann", nil, availability) {
            let answer = try await $0.account.availability(username: "ann")
            #expect(answer.username == true)
        },
        Case("GET blocks/", nil, none) { _ = try await $0.blocks.all().page() },
        Case("POST blocks/2/", nil, block) { try await $0.blocks.add(2) },
        Case("GET blocks/2/", nil, .problem(404, "not_found")) {
            let block = try await $0.blocks.block(of: 2)
            #expect(block == nil)
        },
        Case("DELETE blocks/2/") { try await $0.blocks.remove(2) },
        Case("POST reports/", #"{"account_id":2,"reason":"spam","text":"Links."}"#, report) {
            try await $0.reports.report(.account(2), for: .spam, text: "Links.")
        },
        Case("POST reports/", #"{"match_id":7,"reason":"abuse","text":""}"#, report) {
            try await $0.reports.report(.match(7), for: .abuse)
        },
        Case("POST reports/", #"{"wager_id":7,"reason":"fraud","text":""}"#, report) {
            try await $0.reports.report(.wager(7), for: .fraud)
        },
        Case("GET profiles/2/photo/?size=1024", nil, image) {
            let photo = try await $0.profiles.photo(of: 2, size: .large)
            #expect(photo == Data("JFIF".utf8))
        },
        Case("GET profiles/2/photo/?size=256", nil, .problem(404, "no_photo")) {
            let photo = try await $0.profiles.photo(of: 2)
            #expect(photo == nil)
        },
        Case("DELETE profiles/me/photo/") { try await $0.profiles.removePhoto() },
        Case("GET export/", nil, .json(200, "{}")) {
            let file = try await $0.account.export()
            #expect(file == Data("{}".utf8))
        },
        Case("GET admin/reports/?status=open", nil, none) {
            _ = try await $0.admin.reports(in: [.open]).page()
        },
        Case("PATCH admin/reports/4/", #"{"status":"resolved","note":null}"#, report) {
            try await $0.admin.decide(4) {
                $0.status = .set(.resolved)
                $0.note = .set(nil)
            }
        },
        Case("GET admin/hidden/", nil, none) { _ = try await $0.admin.hiddenContent().page() },
        Case(
            "POST admin/hidden/",
            #"{"subject":{"type":"account","id":12},"part":"photo","reason":"No."}"#,
            .value(HiddenContent.example)
        ) {
            let hidden = try await $0.admin.hide(
                Subject(type: "account", id: 12),
                part: "photo",
                reason: "No."
            )
            #expect(hidden.part == "photo")
        },
        Case(
            "POST admin/hidden/",
            #"{"subject":{"type":"wager","id":7},"reason":"No."}"#,
            .value(HiddenContent.example)
        ) {
            try await $0.admin.hide(Subject(type: "wager", id: 7), reason: "No.")
        },
        Case("DELETE admin/hidden/4/") { try await $0.admin.show(4) },
        Case("GET admin/accounts/?q=bob", nil, none) {
            _ = try await $0.admin.accounts(matching: "bob").page()
        },
        Case("GET admin/accounts/?sort=last_active", nil, none) {
            _ = try await $0.admin.accounts(by: .lastActive).page()
        },
        Case("GET admin/accounts/2/", nil, .value(Samples.profile(2))) {
            let profile = try await $0.admin.account(2)
            #expect(profile == Samples.profile(2))
        },
        Case("GET admin/accounts/2/mails/", nil, none) {
            _ = try await $0.admin.mails(to: 2).page()
        },
        Case("GET admin/accounts/2/tokens/", nil, none) {
            _ = try await $0.admin.devices(of: 2).page()
        },
        Case("PATCH admin/accounts/2/", #"{"role":"moderator"}"#, .value(Samples.profile(2))) {
            try await $0.admin.change(account: 2, role: .moderator)
        },
        Case("PATCH admin/accounts/2/", #"{"status":"suspended"}"#, .value(Samples.profile(2))) {
            try await $0.admin.change(account: 2, status: .suspended)
        },
        Case(
            "PATCH admin/accounts/2/",
            #"{"photo":null,"first_name":"Bob","reason":"No."}"#,
            .value(Samples.profile(2))
        ) {
            try await $0.admin.moderate(2) {
                $0.photo = .set(nil)
                $0.firstName = .set("Bob")
                $0.reason = "No."
            }
        },
        Case("GET admin/audit/", nil, none) { _ = try await $0.admin.auditLog().page() },
        Case("GET admin/invites/", nil, none) { _ = try await $0.admin.invites().page() },
        Case("DELETE admin/invites/3/") { try await $0.admin.removeInvite(3) },
        Case("GET admin/settings/", nil, .json(200, #"{"token_days":30}"#)) {
            let settings = try await $0.admin.settings()
            #expect(settings.value["token_days"] == 30)
        },
        Case("PATCH admin/settings/", #"{"registration":"invite"}"#, .json(200, "{}")) {
            try await $0.admin.changeSettings(["registration": "invite"])
        },
        Case("PUT admin/categories/", #"{"names":["A"]}"#, .json(200, #"{"names":["A"]}"#)) {
            let names = try await $0.admin.setCategories(["A"])
            #expect(names == ["A"])
        },
        Case("GET admin/categories/", nil, .json(200, #"{"names":[]}"#)) {
            let names = try await $0.admin.categories()
            #expect(names.isEmpty)
        },
        Case("GET admin/keys/", nil, none) { _ = try await $0.admin.keys.all().page() },
        Case("GET admin/keys/4/", nil, key) {
            let found = try await $0.admin.keys.get(4)
            #expect(found.value.scopes == [.known(.writeEvents)] && found.value.id == 4)
        },
        Case("POST admin/keys/", #"{"label":"Results","scopes":["events:write"]}"#, madeKey) {
            let made = try await $0.admin.keys.create("Results", scopes: [.writeEvents])
            #expect(made.secret == "parlay_key_x" && made.key.prefix == "parlay_key_7hQx")
        },
        Case(
            "POST admin/keys/",
            #"{"expires_at":"\#(Samples.moment)","label":"Results","networks":["192.0.2.0/24"],"scopes":["events:read"]}"#,
            madeKey
        ) {
            _ = try await $0.admin.keys.create(
                "Results",
                scopes: [.readEvents],
                networks: ["192.0.2.0/24"],
                expiresAt: Samples.moment
            )
        },
        Case("PATCH admin/keys/4/", #"{"scopes":["events:read"]}"#, key) {
            try await $0.admin.keys.update(4) { $0.scopes = .set([.readEvents]) }
        },
        Case("DELETE admin/keys/4/") { try await $0.admin.keys.revoke(4) },
        Case("GET admin/webhooks/", nil, none) { _ = try await $0.admin.webhooks.all().page() },
        Case("GET admin/webhooks/5/", nil, webhook) { _ = try await $0.admin.webhooks.get(5) },
        Case("POST admin/webhooks/", #"{"url":"https://a.example.org/","events":["*"]}"#, webhook) {
            let made = try await $0.admin.webhooks.add("https://a.example.org/")
            #expect(made.secret == "whsec_x")
        },
        Case("PATCH admin/webhooks/5/", #"{"enabled":false}"#, webhook) {
            try await $0.admin.webhooks.update(5) { $0.enabled = .set(false) }
        },
        Case("POST admin/webhooks/5/secret/", nil, webhook) {
            _ = try await $0.admin.webhooks.replaceSecret(of: 5)
        },
        Case("POST admin/webhooks/5/test/", nil, delivery) { try await $0.admin.webhooks.test(5) },
        Case("DELETE admin/webhooks/5/") { try await $0.admin.webhooks.remove(5) },
        Case("GET admin/webhooks/5/deliveries/", nil, none) {
            _ = try await $0.admin.webhooks.deliveries(to: 5).page()
        },
        Case("POST admin/webhooks/5/deliveries/6/replay/", nil, delivery) {
            try await $0.admin.webhooks.replay(6, to: 5)
        },
    ]

    @Suite struct PhotoTests {
        @Test func `a photo is sent as it is`() async throws {
            let world = try ClientWorld([.value(Samples.profile())])
            let crop = PhotoCrop(x: 1, y: 2, width: 30, height: 40)
            try await world.parlay.profiles.setPhoto(Data([0x89, 0x50]), format: .png, crop: crop)
            let request = try #require(world.transport.requests.first)
            #expect(request.method == "PUT")
            #expect(world.paths == ["profiles/me/photo/?crop=1%2C2%2C30%2C40"])
            #expect(request.headers["Content-Type"] == "image/png")
            #expect(request.body == Data([0x89, 0x50]))
        }
    }
}
