import Database
import Foundation
import ParlayAPI
import ParlayClient
import Synchronization
import TestDatabases
import TestSupport
import Testing

/// One stream per person, with the real program.
@Suite(.database) struct EventStreamTests {
    private func withSite(_ body: (Site) async throws -> Void) async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            try await body(site)
            withExtendedLifetime(front) {}
        }
    }

    @Test func `two people follow a meetup`() async throws {
        try await withSite { site in
            let ann = try await site.newcomer("ann")
            let ben = try await site.newcomer("ben", knows: "es", learns: "en")
            let logs = [EventLog(ann.client), EventLog(ben.client)]
            defer { for log in logs { log.stop() } }
            try await eventually("both follow") { logs.allSatisfy { $0.resets == 1 } }
            let match = try await ann.client.matches.make(with: "ben")
            var followed = ben.client.matches.follow(match.value.matchID).makeAsyncIterator()
            #expect(try await followed.next()?.value.statusCode == .matched)
            try await ann.client.matches.propose(match, at: .now.addingTimeInterval(86_400), location: "Café")
            #expect(try await followed.next()?.value.location == "Café")
            try await ben.client.matches.accept(.id(match.value.matchID))
            #expect(try await followed.next()?.value.statusCode == .scheduled)
            try await ann.client.matches.unmatch(.id(match.value.matchID))
            #expect(try await followed.next() == nil, "it is gone")
            let expected = ["match.made", "meetup.proposed", "meetup.accepted", "match.ended"]
            for log in logs {
                try await eventually("all events") { log.events.count >= 4 }
                #expect(log.events.map(\.type) == expected)
                #expect(log.events.allSatisfy { $0.topic == .match(match.value.matchID) })
            }
            let own = logs[0].events.map { $0.by != nil }
            #expect(
                own == [true, true, false, true]
                    && logs[1].events.map { $0.by != nil } == [false, false, true, false]
            )
        }
    }

    @Test func `an event stream resumes by its last id, and begins again where events are gone`() async throws
    {
        try await withSite { site in
            let ann = try await site.register("ann")
            for bio in ["one", "two", "three"] {
                _ = try await ann.session.send("PATCH", "profiles/me/", #"{"bio": "\#(bio)"}"#)
            }
            let last = try #require(
                Int64(try await ann.session.send("GET", "profiles/me/").header("Stream-Position") ?? "")
            )
            func begin(_ query: String, _ fields: String) throws -> (RawReply, RawClient) {
                let client = try RawClient(port: site.port, seconds: 30)
                try client.send(
                    "GET /v1/wordup/stream/\(query) HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                        + "Authorization: Token \(ann.token)\r\n\(fields)\r\n"
                )
                return (try client.receive(), client)
            }
            let (head, resumed) = try begin("?after=0", "Last-Event-ID: \(last - 2)\r\n")
            #expect(head.status == 200 && head["content-type"] == "text/event-stream" && head.closes)
            for number in [last - 1, last] {
                let start = "id: \(number)\ndata: {\"number\":\(number),\"type\":\"profile.changed\","
                #expect(try resumed.receive(count: start.utf8.count) == Array(start.utf8))
                while try resumed.receive(count: 1) != Array("\n".utf8) {}
                _ = try resumed.receive(count: 1)
            }
            try TestDatabase.current.owner.execute("update streams set pruned = number")
            let (_, reset) = try begin("?after=1", "")
            let message = "id: \(last)\ndata: {\"reset\":\(last)}\n\n"
            #expect(try reset.receive(count: message.utf8.count) == Array(message.utf8))
            _ = try await ann.session.send("PATCH", "profiles/me/", #"{"bio": "four"}"#)
            let next = "id: \(last + 1)\n"
            #expect(try reset.receive(count: next.utf8.count) == Array(next.utf8))
        }
    }

    @Test func `a stream ends with its token, its account and its tenant`() async throws {
        try await withSite { site in
            for end in ["logout", "suspend account", "suspend tenant"] {
                let name = end == "logout" ? "ann" : end == "suspend account" ? "ben" : "cem"
                let person = try await site.register(name)
                let socket = try await Self.open(site, person.token)
                switch end {
                case "logout": _ = try await person.session.send("POST", "logout/", "{}")
                case "suspend account":
                    try await site.parlay("admin account suspend ben --tenant wordup --yes")
                default: try await site.parlay("admin tenant suspend wordup --yes")
                }
                #expect(try await Self.end(of: socket) == 4401, "\(end)")
            }
        }
    }

    @Test func `a token that is sent replaces the one that opened the stream`() async throws {
        try await withSite { site in
            let ann = try await site.register("ann")
            let body = #"{"username": "ann", "password": "\#(Site.password)"}"#
            let second = try #require(try await site.session().send("POST", "login/", body)["token"]?.text)
            let client = try RawClient(port: site.port)
            try client.send(
                "GET /v1/wordup/stream/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Authorization: Token \(ann.token)\r\n\r\n"
            )
            #expect(try client.receive().status == 101)
            try client.send(Self.frame("nonsense"))
            try client.send(Self.frame(#"{"token": "\#(second)"}"#))
            // The token is looked up, and what counts as a use is written.
            try await eventually("the use") {
                try TestDatabase.current.owner.query("select from tokens where last_used_at is not null")
                    .count == 2
            }
            _ = try await ann.session.send("POST", "logout/", "{}")
            let event = try client.receive(count: 2)
            #expect(event[0] == 0x81)
            _ = try client.receive(count: event[1] == 126 ? Int(client.receive(count: 2)[1]) : Int(event[1]))
            let other = site.session(token: second)
            _ = try await other.send("POST", "logout/", "{}")
            _ = try client.receive(count: 2)
            #expect(try client.receiveToEnd().contains("not valid any more"))
        }
    }

    @Test func `nothing of another person or tenant arrives`() async throws {
        try await withSite { site in
            try await site.makeTenant("other")
            let ann = try await site.newcomer("ann")
            let stranger = EventLog(try await site.newcomer("zoe").client)
            let namesake = try await site.session("/v1/other/").send(
                "POST",
                "register/",
                Site.registration("ann")
            )
            let twin = try site.client("other")
            try await twin.account.logIn("ann", password: Site.password)
            #expect(namesake.status == 201)
            let elsewhere = EventLog(twin)
            let own = EventLog(ann.client)
            defer { for log in [stranger, elsewhere, own] { log.stop() } }
            try await eventually("all follow") { [stranger, elsewhere, own].allSatisfy { $0.resets == 1 } }
            try await ann.client.profiles.update { $0.bio = .set("hello") }
            try await eventually("the own event") { own.events.count == 1 }
            try await Task.sleep(for: .milliseconds(200))
            #expect(stranger.events.isEmpty && elsewhere.events.isEmpty)
        }
    }

    // MARK: A socket

    private static func open(_ site: Site, _ token: String) async throws -> any WebSocketConnection {
        guard let url = URL(string: "ws://127.0.0.1:\(site.port)/v1/wordup/stream/") else {
            throw URLError(.badURL)
        }
        return try await SystemWebSocketTransport()
            .connect(TransportRequest(method: "GET", url: url, headers: ["Authorization": "Token \(token)"]))
    }

    private static func end(of socket: any WebSocketConnection) async throws -> UInt16? {
        var isOpen = true
        do {
            while isOpen { isOpen = try await socket.receive() != .text("") }
            return nil
        } catch WebSocketError.closed(let code, _) {
            return code
        }
    }

    /// A masked text frame.
    private static func frame(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [0x81, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes
    }
}

/// Follows a person's stream through the client library.
final class EventLog: Sendable {
    private let state = Mutex<(events: [StreamEvent], resets: Int)>(([], 0))
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ client: Client) {
        let run = Task { [weak self] in
            for try await change in client.events { self?.note(change) }
        }
        task.withLock { $0 = run }
    }

    var events: [StreamEvent] { state.withLock { $0.events } }
    var resets: Int { state.withLock { $0.resets } }

    func stop() { task.withLock { $0?.cancel() } }

    private func note(_ change: EventChange) {
        state.withLock { state in
            switch change {
            case .reset: state.resets += 1
            case .event(let event): state.events.append(event)
            }
        }
    }
}
