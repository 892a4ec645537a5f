import Database
import HTTPServer
import Imaging
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts
@testable import Tenancy

/// Photos of accounts, as clients send and read them.
@Suite(.database) struct PhotoTests {
    private static let image = Result { try Pictures.make("b = enc(quarters(64, 32), 'PNG')") }
    private static let other = Result {
        try Pictures.make("b = enc(Image.new('RGB', (32, 64), BLUE), 'JPEG')")
    }

    private static func put(
        _ world: World,
        _ person: SignedInPerson,
        _ path: String = "profiles/me/photo/",
        bytes: [UInt8]? = nil,
        type: String? = "image/png",
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var headers = headers
        headers["Content-Type"] = type
        return try await world.send(
            "PUT",
            path,
            token: person.token,
            bytes: try bytes ?? image.get(),
            headers: headers
        )
    }

    private static func rows(_ world: World) throws -> Int64 {
        try world.database.owner.query("select count(*) from photos")[0].integer(0)
    }

    @Test func `a photo is uploaded, shown wherever the person is shown, and deleted`() async throws {
        let world = try await World.make()
        let (ada, ben) = (try await world.person("ada"), try await world.person("ben"))
        let before = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(before["photo"] == .null)
        #expect(try await world.send("GET", "profiles/\(ada.id)/photo/", token: ben.token).code == "no_photo")

        let answer = try await Self.put(world, ada)
        #expect(answer.status == 200, "\(answer)")
        let path = try #require(answer["photo"]?.text)
        #expect(path.hasPrefix("/v1/demo/profiles/\(ada.id)/photo/?v="))
        #expect(answer["email"]?.text == "ada@example.org")
        #expect(answer.headers["ETag"] == nil)
        let after = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(after["photo"]?.text == path)
        #expect(after.headers["ETag"] != before.headers["ETag"])
        #expect(try await world.send("GET", "profiles/\(ada.id)/", token: ben.token)["photo"]?.text == path)
        let login = try await world.send(
            "POST",
            "login/",
            ["username": "ada", "password": .string(World.password)]
        )
        #expect(login["profile", "photo"]?.text == path)

        let shown = try await world.send("GET", path, token: ben.token)
        #expect(shown.status == 200)
        #expect(shown.headers["Content-Type"] == "image/jpeg")
        #expect(shown.headers["Vary"] == "Accept")
        #expect(shown.headers["Cache-Control"] == "private, max-age=31536000, immutable")
        let look = try Pictures.look(shown.body)
        #expect([look.width, look.height] == [256, 128])

        #expect(try await world.send("DELETE", "profiles/me/photo/", token: ada.token).status == 204)
        #expect(try await world.send("GET", path, token: ben.token).code == "no_photo")
        #expect(try await world.send("GET", "profiles/me/", token: ada.token)["photo"] == .null)
        #expect(try await world.send("DELETE", "profiles/me/photo/", token: ada.token).code == "no_photo")
        #expect(try Self.rows(world) == 0)
        #expect(world.failureReports == [])
    }

    @Test func `a photo is read in its sizes, as WebP by who asks for it`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try await Self.put(world, ada)
        for size in [64, 256, 1024] {
            for (accept, type) in [("image/webp", "image/webp"), ("*/*", "image/jpeg")] {
                let path = "profiles/me/photo/?size=\(size)"
                let answer = try await world.send("GET", path, token: ada.token, headers: ["Accept": accept])
                #expect(answer.headers["Content-Type"] == type)
                #expect(answer.headers["Cache-Control"] == "private, no-cache")
                let look = try Pictures.look(answer.body)
                #expect([look.width, look.height] == [size, size / 2])
            }
        }
        for query in [
            "size=128", "size=0", "size=x", "size=", "size=64&size=64", "v=0", "v=x", "crop=0,0,1,1",
        ] {
            let answer = try await world.send("GET", "profiles/me/photo/?\(query)", token: ada.token)
            #expect(answer.status == 400, "\(query)")
            #expect(answer.code == "bad_query")
        }
        #expect(try await world.send("GET", "profiles/me/photo/").status == 401)
    }

    @Test(arguments: [
        ("", "jpeg"), ("*/*", "jpeg"), ("image/*", "jpeg"), ("image/webp", "webp"), ("image/jpeg", "jpeg"),
        ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "webp"),
        ("image/webp;q=0", "jpeg"), ("image/jpeg, image/webp;q=0.5", "jpeg"), ("IMAGE/WEBP ; q=1", "webp"),
        ("text/html", "jpeg"), ("image/jpeg;q=0.2,image/webp;q=0.3", "webp"), (";;,,q=", "jpeg"),
    ])
    func `the format follows Accept`(_ accept: String, _ format: String) {
        #expect(PhotoRoutes.format(accepted: accept).rawValue == format)
    }

    @Test func `an unchanged photo is not sent again, and a condition that does not fit refuses`()
        async throws
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let path = "profiles/me/photo/"
        #expect(try await Self.put(world, ada, headers: ["If-Match": "*"]).status == 412)
        _ = try await Self.put(world, ada)
        let first = try await world.send("GET", path, token: ada.token)
        let tag = try #require(first.headers["ETag"])
        let same = try await world.send("GET", path, token: ada.token, headers: ["If-None-Match": "W/\(tag)"])
        #expect(same.status == 304)
        #expect(same.body.isEmpty)
        #expect(same.headers["ETag"] == tag)
        #expect(same.headers["Vary"] == "Accept")
        let webp = ["If-None-Match": tag, "Accept": "image/webp"]
        #expect(try await world.send("GET", path, token: ada.token, headers: webp).status == 200)

        for (method, headers) in [("PUT", ["If-Match": "\"stale\""]), ("DELETE", ["If-Match": "\"stale\""])] {
            let answer =
                method == "PUT"
                ? try await Self.put(world, ada, headers: headers)
                : try await world.send(method, path, token: ada.token, headers: headers)
            #expect(answer.status == 412)
            #expect(answer.headers["ETag"] == tag)
        }
        // The tag of any size and format names the photo.
        let small = try await world.send("GET", path + "?size=64", token: ada.token).headers["ETag"]
        #expect(try await Self.put(world, ada, headers: ["If-Match": try #require(small)]).status == 200)
        let second = try await world.send("GET", path, token: ada.token, headers: ["If-None-Match": tag])
        #expect(second.status == 200)
        #expect(try Self.rows(world) == 6)
        let now = try #require(second.headers["ETag"])
        #expect(
            try await world.send("DELETE", path, token: ada.token, headers: ["If-Match": now]).status == 204
        )
    }

    @Test func `what is no photo is refused and changes nothing`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try await Self.put(world, ada)
        let path = try await world.send("GET", "profiles/me/", token: ada.token)["photo"]?.text
        let image = try Self.image.get()
        let large = image + [UInt8](repeating: 0, count: PhotoCalls.byteLimit - image.count)
        let cases: [(bytes: [UInt8], type: String?, status: Int, code: String)] = [
            (image, "image/jpeg", 422, "photo_unreadable"), (image, "image/webp", 422, "photo_unreadable"),
            (Array(image.dropLast(40)), "image/png", 422, "photo_unreadable"),
            (try Pictures.make("b = zeros(20000, 20000, 8, 0, 1)"), "image/png", 422, "photo_unreadable"),
            (Array("<svg/>".utf8), "image/png", 422, "photo_unreadable"),
            ([], "image/png", 422, "photo_unreadable"),
            ([], nil, 422, "photo_unreadable"),
            (image, "image/svg+xml", 415, "unsupported_media_type"),
            (image, nil, 415, "unsupported_media_type"),
            (image, "application/json", 415, "unsupported_media_type"),
            (image, "multipart/form-data; boundary=x", 415, "unsupported_media_type"),
            (large + [0], "image/png", 413, "body_too_large"),
        ]
        for (bytes, type, status, code) in cases {
            let answer = try await Self.put(world, ada, bytes: bytes, type: type)
            #expect(answer.status == status, "\(bytes.count) bytes of \(type ?? "nothing"): \(answer)")
            #expect(answer.code == code)
        }
        let encoded = try await Self.put(world, ada, headers: ["Content-Encoding": "gzip"])
        #expect(encoded.status == 415)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token)["photo"]?.text == path)
        #expect(try Self.rows(world) == 6)
        // The maximum size: bytes after the image do not matter.
        #expect(try await Self.put(world, ada, bytes: large).status == 200)
        #expect(world.failureReports == [])
    }

    @Test(arguments: [
        ("0,0,32,32", 200), ("32,0,32,32", 200), ("0,0,64,32", 200), ("33,0,32,32", 422), ("0,0,64,33", 422),
        ("64,0,1,1", 422), ("", 400), ("0,0,0,1", 400), ("0,0,1,0", 400), ("1,2,3", 400), ("1,2,3,4,5", 400),
        ("-1,0,1,1", 422), ("0,-1,1,1", 422), ("0,0,-1,1", 400), ("-,0,1,1", 400), ("--1,0,1,1", 400),
        ("+1,0,1,1", 400), ("1.5,0,1,1", 400), ("a,b,c,d", 400), ("0,0,9999999999,1", 422), ("0,0,1,", 400),
        ("99999999999999999999999,0,1,1", 422), ("2147483647,0,2147483647,1", 422),
    ])
    func `a crop is checked`(_ crop: String, _ status: Int) async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let answer = try await Self.put(
            world,
            ada,
            "profiles/me/photo/?crop=\(crop.replacing("+", with: "%2B"))"
        )
        #expect(answer.status == status, "\(answer)")
        let codes = [422: "crop_outside", 400: "bad_query"]
        #expect(answer.code == codes[status])
        if status == 400 { #expect(answer["parameter"]?.text == "crop") }
    }

    @Test func `a photo belongs to its owner`() async throws {
        let world = try await World.make()
        _ = try await world.addTenant("other")
        let (ada, ben) = (try await world.person("ada"), try await world.person("ben"))
        let eve = try await world.person("eve", tenant: "other")
        let own = "profiles/\(ada.id)/photo/"
        #expect(try await Self.put(world, ada, own).status == 200)
        let path = try #require(try await world.send("GET", "profiles/me/", token: ada.token)["photo"]?.text)
        #expect(try await Self.put(world, ben, own).code == "forbidden")
        #expect(try await world.send("DELETE", own, token: ben.token).code == "forbidden")
        #expect(try await Self.put(world, ben, "profiles/999999/photo/").code == "not_found")
        for id in [ada.id, 999_999] {
            for method in ["GET", "DELETE"] {
                let answer = try await world.send(
                    method,
                    "profiles/\(id)/photo/",
                    token: eve.token,
                    tenant: "other"
                )
                #expect(answer.code == "not_found")
            }
        }
        #expect(try await world.send("GET", path, token: eve.token).status == 401)
        #expect(try await world.send("GET", path, token: ben.token).status == 200)
        // A blocked person sees nothing of the blocker.
        try world.database.owner.execute(
            """
            insert into blocks (tenant_id, account_id, blocked_id)
            select tenant_id, \(ada.id), \(ben.id) from accounts where id = \(ada.id)
            """
        )
        #expect(try await world.send("GET", path, token: ben.token).code == "not_found")
        #expect(try await world.send("GET", path, token: ada.token).status == 200)
    }

    @Test func `the photo goes with the account`() async throws {
        let world = try await World.make()
        let (ada, ben) = (try await world.person("ada"), try await world.person("ben"))
        _ = try await Self.put(world, ada)
        _ = try await Self.put(world, ben)
        let deletion = try await world.send(
            "DELETE",
            "profiles/me/",
            token: ada.token,
            ["password": .string(World.password)]
        )
        #expect(deletion.status == 204)
        #expect(try await world.send("GET", "profiles/\(ada.id)/", token: ben.token)["photo"] == .null)
        #expect(try await world.send("GET", "profiles/\(ada.id)/photo/", token: ben.token).code == "no_photo")
        #expect(try Self.rows(world) == 6)
    }

    @Test func `of photos that are given at once one is shown, whole, and nothing is left of the others`()
        async throws
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let images = [try Self.image.get(), try Self.other.get()]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let type = index % 2 == 0 ? "image/png" : "image/jpeg"
                    return try await Self.put(world, ada, bytes: images[index % 2], type: type).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.contains(200))
        // A photo that waited too long for its turn on a busy machine is refused with 503.
        #expect(statuses.allSatisfy { [200, 409, 503].contains($0) }, "\(statuses)")
        #expect(try Self.rows(world) == 6)
        var widths: Set<Bool> = []
        for size in [64, 256, 1024] {
            let path = "profiles/me/photo/?size=\(size)"
            let look = try Pictures.look(try await world.send("GET", path, token: ada.token).body)
            widths.insert(look.width == size)
        }
        #expect(widths.count == 1)
    }

    @Test func `what a process left that ended between two steps is removed`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try await Self.put(world, ada)
        try world.database.owner.execute(
            """
            insert into photos (tenant_id, account_id, version, size, format, bytes, created_at)
            select tenant_id, account_id, version + d, size, format, bytes, created_at - make_interval(days => d)
              from photos, (values (1), (2)) v (d);
            update photos set created_at = created_at - interval '30 days'
             where version = (select photo_version from accounts where photo_version is not null)
            """
        )
        _ = try world.database.owner.query(PhotoStore.pruning.statement(.time(.now.adding(seconds: -90_000))))
        #expect(try Self.rows(world) == 12)
        #expect(try await world.send("GET", "profiles/me/photo/", token: ada.token).status == 200)
    }
}
