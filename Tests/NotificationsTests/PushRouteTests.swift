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
