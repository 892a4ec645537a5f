import App
import Foundation
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Photos through a front and its workers.
@Suite(.database) struct PhotoTests {
    /// The greatest memory that a process ever had, in MiB.
    private static func peakMemory(of pid: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? .max) / 1024
    }

    private static func head(_ person: Site.Person, _ count: Int, _ fields: String = "") -> String {
        "PUT /v1/wordup/profiles/me/photo/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token \(person.token)\r\n"
            + "Content-Type: image/png\r\nContent-Length: \(count)\r\n\(fields)\r\n"
    }

    @Test func `32 clients that send the largest images at once do not take a front's memory`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            var people: [Site.Person] = []
            for index in 0..<8 { people.append(try await site.register("sender\(index)")) }
            let limit = 8 * 1024 * 1024
            // 40 megapixels of 16 bits and, so that it is not refused at the first look, one that is too many.
            let worst = try ["zeros(8000, 5000, 16, 6, 8)", "zeros(8000, 5001, 16, 6, 8)"].map { image in
                let bytes = try Pictures.make("b = \(image)")
                return bytes + [UInt8](repeating: 0, count: limit - bytes.count)
            }
            let idle = try Self.peakMemory(of: front.pid)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<32 {
                    let person = people[index % people.count]
                    // Two that are decoded, thirty that are looked at.
                    let message = Array(Self.head(person, limit).utf8) + worst[index < 2 ? 0 : 1]
                    group.addTask {
                        try await blocking {
                            let client = try RawClient(port: site.port)
                            // A refusal can come before everything is sent.
                            try? client.send(message)
                            return try client.receive().status
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(statuses).isSubset(of: [200, 422, 503]), "\(statuses)")
            #expect(statuses.contains(422))
            // Eight bodies of 8 MiB, and as much again for what the allocator keeps.
            let peak = try Self.peakMemory(of: front.pid)
            #expect(peak - idle < 128, "\(idle) MiB before, \(peak) MiB at its peak")
            #expect(try await site.readiness() == 200)
            // No worker is left.
            try await eventually("the end of the workers") {
                ProcessTable.descendants(of: front.pid).isEmpty
            }
        }
    }

    @Test(.withoutProxy) func `a body is asked for only when the token, the size and the type are right`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ada = try await site.register("ada")
            let image = try Pictures.make("b = enc(quarters(300, 200), 'PNG')")
            func expecting(_ head: String) throws -> RawClient {
                let client = try RawClient(port: site.port)
                try client.send(head)
                return client
            }
            let expect = "Expect: 100-continue\r\n"
            let good = Self.head(ada, image.count, expect)
            let refused = [
                (good.replacing(ada.token, with: "parlay_nonsense"), 401),
                (Self.head(ada, 8 * 1024 * 1024 + 1, expect), 413),
                (good.replacing("image/png", with: "image/tiff"), 415),
            ]
            for (head, status) in refused {
                let client = try expecting(head)
                #expect(try client.receive().status == status)
            }
            let client = try expecting(good)
            #expect(try client.receive().status == 100)
            try client.send(image)
            let reply = try client.receive()
            #expect(reply.status == 200, "\(reply.text)")
            let photo = try await ada.session.send("GET", "profiles/me/photo/?size=64")
            #expect(try Pictures.look(photo.body).width == 64)
            try await site.expectNoOpenRequest(front)
        }
    }

    @Test func `clients that send slowly keep nobody else's photo waiting`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let image = try Pictures.make("b = enc(quarters(300, 200), 'PNG')")
            var slow: [RawClient] = []
            for index in 0..<6 {
                let person = try await site.register("slow\(index)")
                for _ in 0..<3 {
                    let client = try RawClient(port: site.port)
                    try client.send(Self.head(person, image.count, "Expect: 100-continue\r\n"))
                    #expect(try client.receive().status == 100)
                    try client.send(Array(image.prefix(100)))
                    slow.append(client)
                }
            }
            let ada = try await site.register("ada")
            let client = try RawClient(port: site.port)
            try client.send(Array(Self.head(ada, image.count).utf8) + image)
            #expect(try client.receive().status == 200)
            withExtendedLifetime(slow) {}
        }
    }

    @Test(.withoutProxy) func `a client that disconnects in the middle of its photo frees its permit`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ada = try await site.register("ada")
            let image = try Pictures.make("b = enc(quarters(300, 200), 'PNG')")
            // More than one account has places.
            for _ in 0..<6 {
                let client = try RawClient(port: site.port)
                try client.send(
                    Array(Self.head(ada, 1024 * 1024).utf8) + [UInt8](repeating: 0, count: 100_000)
                )
            }
            let client = try RawClient(port: site.port)
            try client.send(Array(Self.head(ada, image.count, "Expect: 100-continue\r\n").utf8) + image)
            #expect(try client.receive().status == 100)
            #expect(try client.receive().status == 200)
            try await site.expectNoOpenRequest(front)
        }
    }
}
