import TestSupport
import Testing

@testable import HTTPServer

/// Server-sent events, on the sockets that WebSockets use too.
@Suite struct EventStreamTests {
    private func open(_ port: UInt16, _ version: String = "1.1") throws -> RawClient {
        let client = try RawClient(port: port)
        try client.send("GET /events HTTP/\(version)\r\nHost: x\r\n\r\n")
        let head = try client.receive(bodiless: true)
        #expect(head.status == 200 && head["content-type"] == "text/event-stream")
        #expect(head["content-length"] == nil && head["transfer-encoding"] == nil && head.closes)
        return client
    }

    @Test(arguments: ["1.1", "1.0"])
    func `events follow the head, and the stream ends with the connection`(version: String) async throws {
        let server = try await TestServer(loops: 1)
        async let received = server.with { port in
            let client = try open(port, version)
            client.sendWhatGoes(Array("whatever a client sends is dropped".utf8))
            return try client.receiveToEnd()
        }
        try await eventually("the socket") { server.application.sockets.openCount == 1 }
        await server.application.sockets.each { socket in
            socket.send(socket.form.message(Array(#"{"a":1}"#.utf8), id: 7))
            socket.close(4401, "done")
        }
        #expect(
            try await received
                == "id: 7\ndata: {\"a\":1}\n\nevent: close\ndata: {\"code\":4401,\"reason\":\"done\"}\n\n"
        )
        try await server.untilNoSockets()
        #expect(server.application.sockets.closures.map(\.code) == [4401])
    }

    @Test func `a client that goes away ends its stream`() async throws {
        let server = try await TestServer(loops: 1)
        let application = server.application
        try await server.with { port in
            let client = try open(port)
            // The socket is there when its head is.
            withExtendedLifetime(client) {}
        }
        try await server.untilNoSockets()
        #expect(application.sockets.closures.map(\.code) == [1006])
    }

    @Test func `what waits is dropped behind the event that has begun`() {
        let form = PushForm.eventStream
        let events = (Int64(1)...4).map { form.message(Array("{\"number\":\($0)}".utf8), id: $0) }
        let joined = Array(events.joined())
        for position in joined.indices {
            let end = form.end(ofMessageAt: position, in: joined)
            let index = events.indices.first { position < events[...$0].joined().count } ?? 0
            #expect(end == events[...index].joined().count, "the byte \(position)")
        }
    }

    @Test func `a message of a WebSocket reaches whoever reads, whole and once`() {
        var reader = MessageReader(limit: 64)
        reader.keepsText = true
        func receive(_ text: String, opcode: UInt8, isFinal: Bool) -> MessageReader.Event? {
            let bytes = Array(text.utf8)
            let head = FrameHead(
                isFinal: isFinal,
                reserved: 0,
                opcode: opcode,
                isMasked: true,
                length: UInt64(bytes.count)
            )
            return reader.receive(head, FrameReader.Place(isFirst: true, isLast: true), bytes.span)
        }
        #expect(receive("he", opcode: 1, isFinal: false) == nil)
        #expect(receive("llo", opcode: 0, isFinal: true) == .text(Array("hello".utf8)))
        #expect(receive("bytes", opcode: 2, isFinal: true) == nil)
        #expect(receive("again", opcode: 1, isFinal: true) == .text(Array("again".utf8)))
    }
}
