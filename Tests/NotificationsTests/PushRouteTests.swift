import Database
import Outbound
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// `/push/`: a person's devices.
@Suite(.database) struct PushRouteTests {
    private static let endpoint = "https://push.example.net/send/abc"

    private func add(
        _ world: World,
        _ person: SignedInPerson,
        _ endpoint: String = PushRouteTests.endpoint,
        label: String? = nil
    ) async throws -> Answer {
        let body = try PushBrowser().subscription(endpoint, label: label)
        return try await world.send("POST", "push/", token: person.token, body)
    }

    private func labels(_ world: World, _ person: SignedInPerson) async throws -> [String] {
        let answer = try await world.send("GET", "push/", token: person.token)
        guard case .array(let devices)? = answer["devices"] else { return [] }
        return devices.compactMap { $0["label"]?.text }
    }

    @Test func `devices are added, listed without their address, and deleted`() async throws {
        let world = try await World.make()
        let (ada, ben) = (try await world.person("ada"), try await world.person("ben"))
        let added = try await add(world, ada, label: "Firefox")
        #expect(added.status == 201, "\(added) \(world.failureReports)")
        #expect(added["service"]?.text == "push.example.net")
        #expect(added["current"] == true)
        #expect(try await labels(world, ada) == ["Firefox"])
        #expect(try await labels(world, ben) == [])
        let listed = try await world.send("GET", "push/", token: ada.token)
        #expect(!listed.text.contains("send/abc"))
        let id = try #require(added["id"]?.integer)
        #expect(try await world.send("DELETE", "push/\(id)/", token: ben.token).status == 404)
        #expect(try await world.send("DELETE", "push/\(id)/", token: ada.token).status == 204)
        #expect(try await labels(world, ada) == [])
        #expect(try await world.send("GET", "push/").status == 401)
    }

    @Test func `the same address again replaces the device, whoever has it`() async throws {
        let world = try await World.make()
        let (ada, ben) = (try await world.person("ada"), try await world.person("ben"))
        let first = try await add(world, ada, label: "One")
        let second = try await add(world, ada, label: "Two")
        #expect(first["id"] == second["id"])
        #expect(try await labels(world, ada) == ["Two"])
        // Somebody else signed in to the same browser.
        _ = try await add(world, ben, label: "Three")
        #expect(try await labels(world, ada) == [])
        #expect(try await labels(world, ben) == ["Three"])
    }

    @Test func `of more than twenty the oldest goes`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        for number in 1...22 {
            _ = try await add(world, ada, "\(Self.endpoint)\(number)", label: "\(number)")
        }
        #expect(try await labels(world, ada) == (3...22).reversed().map(String.init))
        _ = try await add(world, ada, "\(Self.endpoint)22", label: "again")
        #expect(try await labels(world, ada).count == 20)
    }

    @Test(arguments: [
        "http://push.example.net/a", "https://127.0.0.1/a", "https://10.0.0.1/a", "https://[::1]/a",
        "https://ada:secret@push.example.net/a", "https://push.example.net:22/a", "push.example.net",
        "ftp://x/",
    ])
    func `an address that a webhook could not have is refused`(_ endpoint: String) async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let answer = try await add(world, ada, endpoint)
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields == ["endpoint"])
    }

    @Test func `keys with which nothing can be encrypted are refused`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let point = String(repeating: "B", count: 87)
        for (p256dh, auth, field) in [
            (point, String(repeating: "A", count: 22), "keys"),
            ("BA", String(repeating: "A", count: 22), "keys.p256dh"),
            (point, "A", "keys.auth"),
            (String(repeating: "+", count: 87), String(repeating: "A", count: 22), "keys.p256dh"),
        ] {
            let body: JSONObject = [
                "endpoint": .string(Self.endpoint),
                "keys": ["p256dh": .string(p256dh), "auth": .string(auth)],
            ]
            let answer = try await world.send("POST", "push/", token: ada.token, body)
            #expect(answer.status == 422, "\(answer)")
            #expect(answer.faultyFields == [field], "\(answer)")
        }
    }

    // MARK: Apps

    private func appWorld(_ apps: JSONValue = [TestPushApps.apple(), TestPushApps.firebase()]) async throws
        -> (World, SignedInPerson)
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        try world.database.owner.execute("update accounts set role = 'admin' where username = 'ada'")
        let answer = try await world.send(
            "PATCH",
            "admin/settings/",
            token: ada.token,
            ["push_apps": apps]
        )
        #expect(answer.status == 200, "\(answer)")
        try await world.refreshTenants()
        return (world, ada)
    }

    private func add(_ world: World, _ person: SignedInPerson, _ body: JSONObject) async throws -> Answer {
        try await world.send("POST", "push/", token: person.token, body)
    }

    @Test func `apps are added by their token, listed without it, and deleted`() async throws {
        let (world, ada) = try await appWorld()
        let ben = try await world.person("ben")
        let tokens = [TestPushApps.deviceToken(), TestPushApps.registrationToken()]
        let apple = try await add(
            world,
            ada,
            ["platform": "apns", "token": .string(tokens[0]), "label": "iPhone"]
        )
        #expect(apple.status == 201, "\(apple) \(world.failureReports)")
        #expect(apple["platform"] == "apns" && apple["service"] == "api.push.apple.com")
        #expect(apple["current"] == true)
        let google = try await add(world, ada, ["platform": "fcm", "token": .string(tokens[1])])
        #expect(google["platform"] == "fcm" && google["service"] == "fcm.googleapis.com", "\(google)")
        let browser = try await add(world, ada)
        #expect(browser["platform"] == "web")
        let listed = try await world.send("GET", "push/", token: ada.token)
        #expect(try await labels(world, ada) == ["", "", "iPhone"])
        let export = try await world.send("GET", "export/", token: ada.token)
        for text in [listed.text, export.text, apple.text, google.text] {
            #expect(!text.contains(tokens[0]) && !text.contains(tokens[1]))
        }
        #expect(export.text.contains("api.push.apple.com"))
        let id = try #require(apple["id"]?.integer)
        #expect(try await world.send("DELETE", "push/\(id)/", token: ben.token).status == 404)
        #expect(try await world.send("DELETE", "push/\(id)/", token: ada.token).status == 204)
        #expect(try await labels(world, ada) == ["", ""])
    }

    @Test func `the same token again replaces the device, whoever has it, in the same tenant`() async throws {
        let (world, ada) = try await appWorld()
        let ben = try await world.person("ben")
        let token = TestPushApps.deviceToken()
        let first = try await add(world, ada, ["platform": "apns", "token": .string(token)])
        // The same bytes.
        let second = try await add(
            world,
            ben,
            ["platform": "apns", "token": .string(token.uppercased()), "label": "mine"]
        )
        #expect(second.status == 201 && first["id"] == second["id"], "\(second)")
        #expect(try await labels(world, ada) == [])
        #expect(try await labels(world, ben) == ["mine"])
        // A token of Google's with the same characters is another device.
        let other = try await add(world, ada, ["platform": "fcm", "token": .string(token)])
        #expect(other.status == 201 && other["id"] != first["id"], "\(other)")
        #expect(try await labels(world, ben) == ["mine"])
    }

    @Test func `a tenant without credentials of the platform says so`() async throws {
        let (world, ada) = try await appWorld([TestPushApps.apple()])
        let refused = try await add(
            world,
            ada,
            ["platform": "fcm", "token": .string(TestPushApps.registrationToken())]
        )
        #expect(refused.status == 409, "\(refused)")
        #expect(refused["code"] == "push_unavailable")
        #expect(refused["detail"]?.text?.contains("push_apps") == true)
        _ = try await world.addTenant("other")
        let eve = try await world.person("eve", tenant: "other")
        let stranger = try await world.send(
            "POST",
            "push/",
            token: eve.token,
            ["platform": "apns", "token": .string(TestPushApps.deviceToken())],
            tenant: "other"
        )
        #expect(stranger.status == 409, "\(stranger)")
    }

    @Test func `a browser's form and an app's are not mixed, and hostile tokens are refused`() async throws {
        let (world, ada) = try await appWorld()
        let token: JSONValue = .string(TestPushApps.deviceToken())
        let browser = try PushBrowser().subscription(Self.endpoint)
        let keys = try #require(browser["keys"])
        var cases: [(JSONObject, [String])] = [
            ([:], ["endpoint", "keys"]),
            (["token": token], ["endpoint", "keys", "token"]),
            (["platform": "apns"], ["token"]),
            (["platform": "gcm", "token": token], ["platform"]),
            (["platform": "apns", "token": token, "keys": keys], ["keys"]),
            (["platform": "fcm", "token": token, "endpoint": .string(Self.endpoint)], ["endpoint"]),
            (["endpoint": .string(Self.endpoint), "keys": keys, "token": token], ["token"]),
            (
                ["platform": "web", "endpoint": .string(Self.endpoint), "keys": keys, "token": token],
                ["token"]
            ),
            (["platform": "fcm", "token": 7], ["token"]),
            (["platform": "fcm", "token": token, "topic": "x"], ["topic"]),
        ]
        for hostile in [
            "", " ", "a/b", "../../3/device/00", "a\r\nb", "a%2f", "ä", "a?b=c", "a#b", "\u{1}",
            String(repeating: "a", count: 1001),
        ] {
            cases.append((["platform": "apns", "token": .string(hostile)], ["token"]))
            cases.append((["platform": "fcm", "token": .string(hostile)], ["token"]))
        }
        for hostile in [
            "abc", "00", String(repeating: "0", count: 33), String(repeating: "g", count: 64),
            String(repeating: "0", count: 202), TestPushApps.registrationToken(),
        ] {
            cases.append((["platform": "apns", "token": .string(hostile)], ["token"]))
        }
        for (body, fields) in cases {
            let answer = try await add(world, ada, body)
            #expect(answer.status == 422 && answer.faultyFields == fields, "\(fields) \(answer)")
        }
        #expect(try await labels(world, ada) == [])
        let explicit = try await add(
            world,
            ada,
            ["platform": "web", "endpoint": .string(Self.endpoint), "keys": keys, "token": .null]
        )
        #expect(explicit.status == 201, "\(explicit)")
    }

    @Test func `settings of push are kept, and bad ones named`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let settings: JSONObject = [
            "push_notices": false, "push_muted": ["friend_request"], "push_text": true,
            "quiet_hours": "22:00-07:30",
        ]
        let answer = try await world.send("PATCH", "settings/", token: ada.token, settings)
        #expect(answer.status == 200, "\(answer)")
        for member in settings.members { #expect(answer[member.key] == member.value) }
        let cleared = try await world.send("PUT", "settings/", token: ada.token, [:])
        #expect(cleared["push_notices"] == true)
        #expect(cleared["quiet_hours"] == .null)
        for wrong in ["22:00", "22:00-22:00", "24:00-07:00", "22:60-07:00", "22:00 07:00", "٢٢:00-07:00"] {
            let refused = try await world.send(
                "PATCH",
                "settings/",
                token: ada.token,
                ["quiet_hours": .string(wrong)]
            )
            #expect(refused.faultyFields == ["quiet_hours"], "\(wrong)")
        }
        let muted = try await world.send("PATCH", "settings/", token: ada.token, ["push_muted": ["nothing"]])
        #expect(muted.faultyFields == ["push_muted.0"], "\(muted)")
    }
}
