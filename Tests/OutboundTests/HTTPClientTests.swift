import Reactor
import TestSupport
import Testing

@testable import Outbound

/// The client against servers on loopback.
@Suite struct HTTPClientTests {
    private let loop: EventLoop

    init() throws { loop = try TestLoops.group.get().first }

    private func client(_ addresses: AddressRule = .any, resolving: [String] = []) throws -> HTTPClient {
        try HTTPClient(on: loop, addresses: addresses, resolving: resolving)
    }

    /// A request that no time limit ends, however slow the machine is.
    private static func patient(_ method: OutboundRequest.Method, _ url: String, body: [UInt8]? = nil)
        -> OutboundRequest
    {
        var request = OutboundRequest(method, url, body: body)
        (request.timeout, request.connectTimeout) = (.seconds(3600), .seconds(3600))
        return request
    }

    /// What the request fails with.
    private func failure(
        _ request: OutboundRequest,
        _ client: HTTPClient
    ) async throws -> HTTPClientError? {
        do throws(HTTPClientError) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `method, headers and body arrive, and the response comes back`() async throws {
        let receiver = try Receiver { _ in
            .answer(201, headers: ["X-Word": "  yes ", "Retry-After": "7"], body: "done")
        }
        var request = Self.patient(.post, receiver.url + "?a=1", body: Array("{\"n\": 1}".utf8))
        request.headers = [("Content-Type", "application/json"), ("X-Empty", "")]
        let client = try client()
        let response = try await client.send(request)
        #expect(response.status == 201)
        #expect(response.body == Array("done".utf8))
        #expect(response.header("x-word") == "yes")
        #expect(response.retryAfter == 7)
        #expect(!response.isTruncated)
        let received = try #require(receiver.received.first)
        #expect(received.line == "POST /hook?a=1 HTTP/1.1")
        #expect(received.text == "{\"n\": 1}")
        #expect(received.headers["content-type"] == "application/json")
        #expect(received.headers["x-empty"] == "")
        #expect(received.headers["expect"] == nil)
    }

    @Test(arguments: [OutboundRequest.Method.get, .head, .put, .patch, .delete])
    func `each method is sent as it is called`(_ method: OutboundRequest.Method) async throws {
        let receiver = try Receiver()
        let body: [UInt8]? = [.put, .patch].contains(method) ? Array("x".utf8) : nil
        _ = try await client().send(Self.patient(method, receiver.url, body: body))
        #expect(receiver.received.first?.line == "\(method.rawValue) /hook HTTP/1.1")
        #expect(receiver.received.first?.body == body ?? [])
    }

    @Test func `an empty body is a body`() async throws {
        let receiver = try Receiver()
        _ = try await client().send(Self.patient(.post, receiver.url, body: []))
        #expect(receiver.received.first?.headers["content-length"] == "0")
    }

    @Test func `a connection is used again`() async throws {
        let receiver = try Receiver { _ in .answer(200, body: "ok") }
        let client = try client()
        for _ in 0..<5 { _ = try await client.send(Self.patient(.get, receiver.url)) }
        #expect(receiver.received.count == 5)
        // A machine that stands still closes an idle one.
        #expect(receiver.connections < 5)
    }

    // MARK: Addresses

    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433",
    ])
    func `a host that is or resolves to a private address is not connected to`(_ host: String) async throws {
        let receiver = try Receiver()
        let client = try client(.publicOnly)
        let failure = try await failure(Self.patient(.get, "http://\(host):\(receiver.port)/"), client)
        #expect(failure == .blockedAddress)
        #expect(receiver.connections == 0)
    }

    @Test func `a public name that resolves to a private address is not connected to`() async throws {
        let receiver = try Receiver()
        let entry = "hooks.example.org:\(receiver.port):127.0.0.1"
        let url = "http://hooks.example.org:\(receiver.port)/"
        let guarded = try client(.publicOnly, resolving: [entry])
        #expect(try await failure(Self.patient(.get, url), guarded) == .blockedAddress)
        #expect(receiver.connections == 0)
        // The same name reaches the same server when that is permitted: it was the rule that kept it away.
        #expect(try await failure(Self.patient(.get, url), client(.any, resolving: [entry])) == nil)
        #expect(receiver.connections == 1)
    }

    @Test func `a redirect is the response unless it is to be followed`() async throws {
        let target = try Receiver { _ in .answer(200, body: "target") }
        let url = target.url
        let receiver = try Receiver { _ in .answer(302, headers: ["Location": url]) }
        let client = try client()
        let response = try await client.send(Self.patient(.get, receiver.url))
        #expect(response.status == 302)
        #expect(response.header("location") == url)
        #expect(target.received.isEmpty)
        var following = Self.patient(.get, receiver.url)
        following.redirects = 1
        #expect(try await client.send(following).body == Array("target".utf8))
    }

    @Test func `a followed redirect to a private address is refused at the hop`() async throws {
        let inside = try Receiver()
        // The first hop is permitted as loopback; the second is another private address.
        let receiver = try Receiver { _ in .answer(302, headers: ["Location": "http://10.255.255.1:81/"]) }
        var request = Self.patient(.get, receiver.url)
        request.redirects = 3
        #expect(try await failure(request, client(.publicAndLoopback)) == .blockedAddress)
        #expect(receiver.received.count == 1)
        #expect(inside.connections == 0)
    }

    @Test func `a circle of redirects ends, and one to another protocol is refused`() async throws {
        let circle = try Receiver { _ in .answer(302, headers: ["Location": "/hook"]) }
        var request = Self.patient(.get, circle.url)
        request.redirects = 4
        #expect(try await failure(request, client()) == .tooManyRedirects)
        #expect(circle.received.count == 5)
        let file = try Receiver { _ in .answer(302, headers: ["Location": "file:///etc/passwd"]) }
        request.url = file.url
        guard case .badRequest? = try await failure(request, client()) else {
            Issue.record("a redirect to a file was followed")
            return
        }
    }

    // MARK: Bad peers

    @Test func `a silent server is given up after the time limit`() async throws {
        let receiver = try Receiver { _ in .silence }
        var request = Self.patient(.get, receiver.url)
        // Long enough for the request to be sent by a busy machine.
        request.timeout = .seconds(2)
        #expect(try await failure(request, client()) == .timeout)
        try await loop.run {
            try await eventually("the request", within: .seconds(600)) { receiver.received.count == 1 }
        }
    }

    @Test func `a body without end is cut off or refused`() async throws {
        let receiver = try Receiver { _ in .flood(200) }
        let client = try client()
        var request = Self.patient(.get, receiver.url)
        request.bodyLimit = 10_000
        #expect(try await failure(request, client) == .tooLarge(limit: 10_000))
        request.overflow = .truncate
        let response = try await client.send(request)
        #expect(response.status == 200)
        #expect(response.body.count == 10_000)
        #expect(response.isTruncated)
        try await loop.run { try await eventually("the flood to stop") { receiver.gone == 2 } }
    }

    @Test func `headers without end are refused`() async throws {
        let long = String(repeating: "y", count: 60_000)
        let receiver = try Receiver { _ in
            .answer(200, headers: ["A": long, "B": long, "C": long], body: "x")
        }
        var request = Self.patient(.get, receiver.url)
        request.overflow = .truncate
        #expect(try await failure(request, client()) != nil)
    }

    @Test func `nobody there, a broken connection, no TLS and an unknown name each have their error`()
        async throws
    {
        let client = try client()
        let hangingUp = try Receiver { _ in .hangUp }
        guard case .broken? = try await failure(Self.patient(.get, hangingUp.url), client) else {
            Issue.record("a connection that broke was no failure")
            return
        }
        let plain = try Receiver()
        let secure = Self.patient(.get, "https://127.0.0.1:\(plain.port)/")
        guard case .tls? = try await failure(secure, client) else {
            Issue.record("a server without TLS was no failure")
            return
        }
        let port = plain.port
        plain.stop()
        try await loop.run {
            try await eventually("the port to close") {
                try await failure(Self.patient(.get, "http://127.0.0.1:\(port)/"), client) == .connect
            }
        }
        let unknown = Self.patient(.get, "http://no-such-host.invalid/")
        #expect(try await failure(unknown, client) == .resolve)
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://ada:x@127.0.0.1/",
    ])
    func `another URL than absolute http is refused`(_ url: String) async throws {
        guard case .badRequest? = try await failure(Self.patient(.get, url), client()) else {
            Issue.record("\(url) was requested")
            return
        }
    }

    @Test(arguments: [("X-A", "1\r\nX-B: 2"), ("X-A\r\nX-B", "1"), ("X A", "1"), ("", "1"), ("X-A", "\u{0}")])
    func `a header cannot smuggle another`(_ name: String, _ value: String) async throws {
        let receiver = try Receiver()
        var request = Self.patient(.get, receiver.url)
        request.headers = [(name, value)]
        guard case .badRequest? = try await failure(request, client()) else {
            Issue.record("the header was sent")
            return
        }
        #expect(receiver.connections == 0)
    }

    // MARK: Ends

    @Test func `a cancelled task ends its request at once`() async throws {
        let receiver = try Receiver { _ in .silence }
        let client = try client()
        let request = Self.patient(.get, receiver.url)
        let task = Task { try await failure(request, client) }
        try await loop.run {
            try await eventually("the request", within: .seconds(600)) { receiver.received.count == 1 }
        }
        task.cancel()
        #expect(try await task.value == .cancelled)
        let late = Task { try await failure(request, client) }
        late.cancel()
        _ = try await late.value
        try await loop.run { try await eventually("no transfer left") { client.load.transfers == 0 } }
    }

    @Test func `closing the client ends what is under way`() async throws {
        let receiver = try Receiver { _ in .silence }
        let client = try client()
        let request = Self.patient(.get, receiver.url)
        let task = Task { try await failure(request, client) }
        try await loop.run {
            try await eventually("the request", within: .seconds(600)) { receiver.received.count == 1 }
        }
        client.close()
        #expect(try await task.value == .cancelled)
        #expect(try await failure(Self.patient(.get, receiver.url), client) == .cancelled)
    }

    @Test func `many requests at once are all answered, and nothing of them stays`() async throws {
        let receiver = try Receiver { request in
            request.text.hasSuffix("7") ? .hangUp : .answer(200, body: request.text)
        }
        let client = try client()
        for _ in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    let request = Self.patient(.post, receiver.url, body: Array("\(number)".utf8))
                    group.addTask {
                        if number % 10 == 7 {
                            let error = try await failure(request, client)
                            #expect(error != nil)
                        } else {
                            let response = try await client.send(request)
                            #expect(response.body == request.body)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let load = try await loop.run { client.load }
        #expect(load.transfers == 0)
        #expect(load.sockets == 0)
        client.close()
        try await loop.run {
            try await eventually("closed connections") { receiver.gone == receiver.connections }
        }
    }
}
