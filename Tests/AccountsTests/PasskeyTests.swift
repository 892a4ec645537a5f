import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// `/passkeys/` and `POST /login/passkey/`.
@Suite(.database) struct PasskeyTests {
    private typealias Changes = SoftwareKey.Changes

    private func world(_ settings: TenantSettings = .defaults) async throws -> World {
        try await World.make(
            settings: settings,
            throttles: ThrottleSettings(
                failuresPerPair: 100_000,
                failuresPerAddress: 100_000,
                failuresPerAccount: 100_000,
                registrations: nil,
                resets: nil
            ),
            connections: DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4)
        )
    }

    private func signIn(
        _ world: World,
        _ credential: JSONValue,
        tenant slug: String? = nil,
        from address: String = "192.0.2.1"
    ) async throws -> Answer {
        try await world.send(
            "POST",
            "login/passkey/",
            ["credential": credential, "device": "Ann's phone"],
            from: address,
            tenant: slug
        )
    }

    private func create(_ world: World, _ ann: SignedInPerson, _ credential: JSONValue) async throws -> Answer
    {
        try await world.send(
            "POST",
            "passkeys/",
            token: ann.token,
            ["credential": credential, "current": .string(World.password)]
        )
    }

    @Test(arguments: PasskeyKey.Algorithm.allCases)
    func `a passkey is made, signs in, is renamed and deleted`(_ algorithm: PasskeyKey.Algorithm) async throws
    {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey(algorithm)
        let handle = try await world.addPasskey(key, of: ann, Changes { $0.flags = 0x1D })
        let listed = try await world.send("GET", "passkeys/", token: ann.token)
        let passkey = try #require(listed.items.first)
        #expect(passkey["label"]?.text == "of ann" && passkey["backed_up"] == true)
        #expect(passkey["transports"] == ["internal", "hybrid"] && passkey["last_used_at"] == .null)

        let options = try await world.passkeyOptions("sign_in")
        let answer = try await signIn(
            world,
            try key.assertion(options, handle: handle, Changes { $0.flags = 0x0D })
        )
        #expect(answer.status == 200, "\(answer)")
        #expect(answer["profile", "id"]?.integer == ann.id)
        let token = try #require(answer["token"]?.text)
        let after = try await world.send("GET", "passkeys/", token: token).items
        #expect(after.first?["last_used_at"]?.text != nil && after.first?["backed_up"] == false)

        let id = try #require(passkey["id"]?.integer)
        let renamed = try await world.send("PATCH", "passkeys/\(id)/", token: token, ["label": "Key"])
        #expect(renamed.status == 200 && renamed["label"]?.text == "Key", "\(renamed)")
        #expect(try await world.send("PATCH", "passkeys/\(id)/", token: token, [:])["label"]?.text == "Key")
        #expect(try await world.send("DELETE", "passkeys/\(id)/", token: token).status == 204)
        #expect(try await world.send("DELETE", "passkeys/\(id)/", token: token).status == 404)
        let gone = try await signIn(
            world,
            try key.assertion(try await world.passkeyOptions("sign_in"), handle: handle)
        )
        #expect(gone.status == 401 && gone["check"]?.text == "credential")
    }

    @Test func `options are WebAuthn's`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey()
        try await world.addPasskey(key, of: ann)
        let made = try await world.passkeyOptions("create", token: ann.token)
        #expect(made["rp"] == ["id": "localhost", "name": "Demo"])
        #expect(made["user"]?["name"]?.text == "ann" && made["attestation"]?.text == "none")
        #expect(made["excludeCredentials"]?[0]?["id"]?.text == Base64URL.encode(key.id))
        #expect(made["authenticatorSelection"]?["userVerification"]?.text == "required")
        #expect(made["rpId"] == nil && made["allowCredentials"] == nil)
        let signIn = try await world.passkeyOptions("sign_in")
        #expect(signIn["rpId"]?.text == "localhost" && signIn["userVerification"]?.text == "required")
        #expect(signIn["rp"] == nil && signIn["user"] == nil)
        let guest = try await world.send("POST", "passkeys/options/", ["purpose": "create"])
        #expect(guest.status == 401)
    }

    @Test func `a name does not tell whether it is somebody's, and holds the sign-in to them`() async throws {
        let world = try await world()
        let (ann, ben) = (try await world.person("ann"), try await world.person("ben"))
        let key = try SoftwareKey()
        let handle = try await world.addPasskey(key, of: ann)
        let names = ["ann", "ben", "nobody", "ann@example.org", "Ĳ"]
        var shapes: Set<String> = []
        for name in names {
            let options = try await world.passkeyOptions("sign_in", username: name)
            let challenge = try #require(options["challenge"]?.text)
            shapes.insert("\(options)".replacing(challenge, with: String(challenge.count)))
        }
        #expect(shapes.count == 1, "\(shapes)")
        for (name, check) in [
            ("ann", nil), ("ANN", nil), ("ann@example.org", nil), ("ben", "username"), ("nobody", "username"),
        ] {
            let options = try await world.passkeyOptions("sign_in", username: name)
            let answer = try await signIn(world, try key.assertion(options, handle: handle))
            #expect(answer["check"]?.text == check, "\(name): \(answer)")
            #expect(answer.status == (check == nil ? 200 : 401))
        }
        _ = ben
    }

    // MARK: Faults

    private static let faults: [(String, Changes)] = [
        ("type", Changes { $0.type = "webauthn.create" }),
        ("challenge", Changes { $0.challenge = Base64URL.encode([UInt8](repeating: 7, count: 77)) }),
        ("origin", Changes { $0.origin = "https://localhost.example.org" }),
        ("origin", Changes { $0.origin = "http://localhost.example.org:8080" }),
        ("origin", Changes { $0.crossOrigin = true }),
        ("relying_party", Changes { $0.host = "example.org" }),
        ("flags", Changes { $0.flags = 0x01 }), ("flags", Changes { $0.flags = 0x04 }),
        ("flags", Changes { $0.flags = 0x15 }), ("flags", Changes { $0.flags = 0x0D }),
        ("user_handle", Changes { $0.userHandle = "c29tZWJvZHkgZWxzZQ" }),
        ("user_handle", Changes { $0.userHandle = .null }),
        ("malformed", Changes { $0.userHandle = 7 }), ("signature", Changes { $0.spoilsSignature = true }),
        ("counter", Changes { $0.counter = 6 }), ("counter", Changes { $0.counter = 7 }),
    ]

    @Test func `each fault at a sign-in is told by its check`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey()
        let handle = try await world.addPasskey(key, of: ann, Changes { $0.counter = 7 })
        for (check, changes) in Self.faults {
            let options = try await world.passkeyOptions("sign_in")
            let answer = try await signIn(world, try key.assertion(options, handle: handle, changes))
            #expect(answer.status == 401 && answer.code == "passkey_refused", "\(check): \(answer)")
            #expect(answer["check"]?.text == check, "\(check): \(answer)")
        }
        let unknown = try SoftwareKey()
        let options = try await world.passkeyOptions("sign_in")
        let other = try await signIn(world, try unknown.assertion(options, handle: handle))
        #expect(other["check"]?.text == "credential")
        let forMaking = try await world.passkeyOptions("create", token: ann.token)
        let mixed = try await signIn(world, try key.assertion(forMaking, handle: handle))
        #expect(mixed["check"]?.text == "challenge")
        for odd: JSONValue in [[:], ["id": "x"], ["id": "eA", "type": "public-key", "response": []]] {
            #expect(try await signIn(world, odd)["check"]?.text == "malformed")
        }
        #expect(
            try await world.send("POST", "login/passkey/", ["credential": "x"]).code == "validation_failed"
        )
        // The others were refused for what was wrong with them alone.
        let fine = try await signIn(
            world,
            try key.assertion(options, handle: handle, Changes { $0.counter = 8 })
        )
        #expect(fine.status == 200, "\(fine)")
    }

    @Test func `each fault of a new passkey is told by its check`() async throws {
        let world = try await world()
        let (ann, ben) = (try await world.person("ann"), try await world.person("ben"))
        let faults: [(String, Changes)] = [
            ("type", Changes { $0.type = "webauthn.get" }),
            ("challenge", Changes { $0.challenge = Base64URL.encode([UInt8](repeating: 7, count: 77)) }),
            ("origin", Changes { $0.origin = "https://evil.example" }),
            ("relying_party", Changes { $0.host = "example.org" }), ("flags", Changes { $0.flags = 0x01 }),
            ("flags", Changes { $0.flags = 0x15 }), ("key", Changes { $0.algorithm = -36 }),
            (
                "attestation",
                Changes {
                    $0.attests = true
                    $0.spoilsSignature = true
                }
            ),
        ]
        for (check, changes) in faults {
            let options = try await world.passkeyOptions("create", token: ann.token)
            let answer = try await create(world, ann, try SoftwareKey().registration(options, changes))
            #expect(answer.status == 422 && answer.code == "passkey_refused", "\(check): \(answer)")
            #expect(
                answer["check"]?.text == check && answer.faultyFields == ["credential"],
                "\(check): \(answer)"
            )
        }
        // Somebody else's challenge, and one to sign in.
        for options in [
            try await world.passkeyOptions("create", token: ben.token),
            try await world.passkeyOptions("sign_in"),
        ] {
            let answer = try await create(world, ann, try SoftwareKey().registration(options))
            #expect(answer["check"]?.text == "challenge")
        }
        let key = try SoftwareKey()
        let options = try await world.passkeyOptions("create", token: ann.token)
        let credential = try key.registration(options, Changes { $0.attests = true })
        #expect(try await create(world, ann, credential).status == 201)
        #expect(try await create(world, ann, credential)["check"]?.text == "challenge")
        let again = try await world.passkeyOptions("create", token: ben.token)
        #expect(try await create(world, ben, try key.registration(again))["check"]?.text == "registered")
    }

    @Test func `a new passkey needs the password, as a new password does`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let options = try await world.passkeyOptions("create", token: ann.token)
        let credential = try SoftwareKey().registration(options)
        func send(_ body: JSONObject) async throws -> Answer {
            try await world.send("POST", "passkeys/", token: ann.token, body)
        }
        let missing = try await send(["credential": credential])
        #expect(missing.status == 422 && missing.faultyFields == ["current"])
        #expect(try await send(["credential": credential, "current": "wrong"]).code == "bad_password")
        #expect(try await world.send("POST", "passkeys/", ["credential": credential]).status == 401)
        #expect(try await send(["credential": credential, "current": .string(World.password)]).status == 201)
    }

    // MARK: Once

    @Test func `of twenty sign-ins with one challenge one succeeds`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey()
        let handle = try await world.addPasskey(key, of: ann)
        let options = try await world.passkeyOptions("sign_in")
        let credential = try key.assertion(options, handle: handle)
        let answers = try await world.sendTogether(20) { _ in try await signIn(world, credential) }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.status == 401 && $0["check"]?.text == "challenge" } == 19, "\(answers)")
    }

    @Test func `of twenty passkeys with one challenge one is stored`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let options = try await world.passkeyOptions("create", token: ann.token)
        let answers = try await world.sendTogether(20) { _ in
            try await create(world, ann, try SoftwareKey().registration(options))
        }
        #expect(answers.count { $0.status == 201 } == 1)
        #expect(answers.count { $0["check"]?.text == "challenge" } == 19, "\(answers)")
    }

    @Test func `an account has twenty at most`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        for _ in 0..<20 { try await world.addPasskey(try SoftwareKey(), of: ann) }
        let options = try await world.passkeyOptions("create", token: ann.token)
        let refused = try await create(world, ann, try SoftwareKey().registration(options))
        #expect(refused.status == 422 && refused.code == "validation_failed")
        #expect(refused.faultyFields == ["credential"])
        let page = try await world.send("GET", "passkeys/?limit=3", token: ann.token)
        #expect(page.items.count == 3 && page["next_cursor"]?.text != nil)
    }

    // MARK: Others

    @Test func `another tenant's challenge, passkey and host are of no use`() async throws {
        let world = try await world()
        _ = try await world.addTenant("other")
        let ann = try await world.person("ann")
        let twin = try await world.person("ann", tenant: "other")
        let (key, twins) = (try SoftwareKey(), try SoftwareKey())
        let handle = try await world.addPasskey(key, of: ann)
        let twinsHandle = try await world.addPasskey(twins, of: twin, tenant: "other")
        let here = try await world.passkeyOptions("sign_in")
        let there = try await world.passkeyOptions("sign_in", tenant: "other")
        let foreign = try await signIn(world, try key.assertion(there, handle: handle))
        #expect(foreign["check"]?.text == "challenge")
        let unknown = try await signIn(world, try twins.assertion(here, handle: twinsHandle))
        #expect(unknown["check"]?.text == "credential")
        let id = try #require(
            try await world.send("GET", "passkeys/", token: twin.token, tenant: "other").items.first?["id"]?
                .integer
        )
        #expect(try await world.send("DELETE", "passkeys/\(id)/", token: ann.token).status == 404)
        #expect(
            try await world.send("PATCH", "passkeys/\(id)/", token: ann.token, ["label": "x"]).status == 404
        )
        #expect(
            try await signIn(world, try twins.assertion(there, handle: twinsHandle), tenant: "other").status
                == 200
        )
    }

    @Test func `the last way to sign in stays`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        try await world.addPasskey(try SoftwareKey(), of: ann)
        try await world.addPasskey(try SoftwareKey(), of: ann)
        try world.database.owner.execute("update accounts set password_hash = null where id = \(ann.id)")
        let ids = try await world.send("GET", "passkeys/", token: ann.token).items.compactMap {
            $0["id"]?.integer
        }
        let answers = try await world.sendTogether(2) { number in
            try await world.send("DELETE", "passkeys/\(ids[number])/", token: ann.token)
        }
        #expect(answers.count { $0.status == 204 } == 1)
        #expect(answers.count { $0.code == "last_credential" } == 1, "\(answers)")
    }

    @Test func `a suspended person learns so, and a deleted account has no passkey`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey()
        let handle = try await world.addPasskey(key, of: ann)
        let owner = try world.database.owner
        try owner.execute("update accounts set status = 'suspended' where id = \(ann.id)")
        let options = try await world.passkeyOptions("sign_in")
        let credential = try key.assertion(options, handle: handle)
        #expect(try await signIn(world, credential).code == "account_suspended")
        try owner.execute("update accounts set status = 'active' where id = \(ann.id)")
        #expect(try await signIn(world, credential)["check"]?.text == "challenge")
        let deleted = try await world.send(
            "DELETE",
            "profiles/me/",
            token: ann.token,
            ["password": .string(World.password)]
        )
        #expect(deleted.status == 204, "\(deleted)")
        #expect(try owner.query("select from passkeys").count == 0)
    }

    @Test
    func `somebody who takes over an address by a reset code finds no passkey of whoever had registered it`()
        async throws
    {
        let world = try await world()
        let ann = try await world.person("ann")
        try await world.addPasskey(try SoftwareKey(), of: ann)
        let owner = try world.database.owner
        try owner.execute("update accounts set email_proof = 'reset' where id = \(ann.id)")
        #expect(try owner.query("select from passkeys").count == 0)
    }

    @Test func `refused passkeys are throttled like logins`() async throws {
        let world = try await World.make()
        for _ in 0..<9 { #expect(try await signIn(world, [:]).status == 401) }
        _ = try await signIn(world, [:])
        let refused = try await signIn(world, [:])
        #expect(refused.status == 429 && refused.header("Retry-After") != nil)
        #expect(try await signIn(world, [:], from: "192.0.2.200").status == 401)
    }

    @Test func `10,000 changed signatures do not sign in`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let key = try SoftwareKey()
        let handle = try await world.addPasskey(key, of: ann)
        let credential = try key.assertion(try await world.passkeyOptions("sign_in"), handle: handle)
        var mutations = Mutations(of: credential, seed: 207)
        var statuses: [Int: Int] = [:]
        for _ in 0..<500 {
            let batch = (0..<20).map { _ in mutations.next() }
            for answer in try await world.sendTogether(20, { try await signIn(world, batch[$0]) }) {
                statuses[answer.status, default: 0] += 1
            }
        }
        #expect(statuses[401] == 10_000, "\(statuses)")
        #expect(world.failureReports.isEmpty)
        #expect(try await signIn(world, credential).status == 200)
    }

    @Test func `10,000 changed passkeys are not stored`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let options = try await world.passkeyOptions("create", token: ann.token)
        let credential = try SoftwareKey().registration(options, Changes { $0.attests = true })
        var mutations = Mutations(of: credential, seed: 2070)
        var accepted: [JSONValue] = []
        for _ in 0..<10_000 {
            let mutation = mutations.next()
            guard let registration = try? PasskeyRegistration(mutation),
                (try? registration.clientData.check(.create)) != nil,
                (try? registration.verify("localhost") { $0 == SoftwareKey.origin }) != nil,
                registration.clientData.challenge == Base64URL.decode(options["challenge"]?.text ?? "")
            else { continue }
            accepted.append(mutation)
        }
        #expect(accepted.isEmpty, "\(accepted.prefix(2))")
        // An account can send 100 calls at once.
        for _ in 0..<80 {
            let answer = try await create(world, ann, mutations.next())
            #expect(answer.status == 422, "\(answer)")
        }
        #expect(try await create(world, ann, credential).status == 201)
    }
}

extension JSONValue {
    fileprivate subscript(place: Int) -> JSONValue? {
        guard case .array(let values) = self, values.indices.contains(place) else { return nil }
        return values[place]
    }
}
