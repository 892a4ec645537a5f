import TestDatabases
import TestSupport
import Testing

/// An admin's call whose body comes long after its headers, through the real program.
@Suite(.database) struct SlowBodyTests {
    /// The headers are sent and accepted; the body is not.
    private static func begin(_ site: Site, _ admin: Site.Person, _ other: Site.Person) async throws
        -> RawClient
    {
        let head = """
            PATCH /v1/wordup/admin/accounts/\(other.id)/ HTTP/1.1\r\nHost: localhost\r\n\
            Authorization: Token \(admin.token)\r\nContent-Type: application/json\r\n\
            Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n
            """
        let client = try RawClient(port: site.port)
        try client.send(head)
        #expect(try client.receive().status == 100)
        return client
    }

    private static func finish(_ client: RawClient) throws -> RawReply {
        let body = #"{"role": "admin"}"#
        try client.send("\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
        return try client.receive()
    }

    @Test(.withoutProxy) func `what the operator did before the end of the body counts`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let changes = [
                ("demoted", "account promote demoted member", 403),
                ("suspended", "account suspend suspended --yes", 401),
                ("erased", "account erase erased --yes", 401),
            ]
            for (name, command, status) in changes {
                let admin = try await site.register(name)
                for person in [name, "ann"] {
                    try await site.parlay("admin account promote \(person) admin --tenant wordup")
                }
                let bob = try await site.register("bob-\(name)")
                let client = try await Self.begin(site, admin, bob)
                try await site.parlay("admin \(command) --tenant wordup")
                let reply = try Self.finish(client)
                #expect(reply.status == status, "\(name): \(reply.text)")
                let shown = try await ann.session.send("GET", "profiles/\(bob.id)/")
                #expect(shown["role"]?.text == "member")
            }
        }
    }

    @Test(.withoutProxy) func `nothing is changed in a tenant that was suspended before the end of the body`()
        async throws
    {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let (ann, bob) = (try await site.register("ann"), try await site.register("bob"))
            try await site.parlay("admin account promote ann admin --tenant wordup")
            let client = try await Self.begin(site, ann, bob)
            try await site.parlay("admin tenant suspend wordup --yes")
            try await eventually("the suspension") {
                try await site.session().send("GET", "about/").status == 404
            }
            let reply = try Self.finish(client)
            #expect(reply.status == 404, "\(reply.text)")
            try await site.parlay("admin tenant resume wordup")
            try await eventually("the tenant") {
                try await site.session().send("GET", "about/").status == 200
            }
            let shown = try await ann.session.send("GET", "profiles/\(bob.id)/")
            #expect(shown["role"]?.text == "member")
        }
    }
}
