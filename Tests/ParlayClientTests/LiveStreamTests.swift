import Foundation
import ParlayAPI
import Testing

@testable import ParlayClient

/// `parlay.sportsbook.live()`, over scripted calls and sockets.
@Suite struct LiveStreamTests {
    private static func tree(_ seq: Int64) -> ScriptedTransport.Step { .value(LiveSamples.tree(seq)) }

    private struct World {
        let client: ClientWorld
        let sockets: ScriptedSockets

        init(
            _ steps: [ScriptedTransport.Step],
            _ refusals: [WebSocketError?] = [],
            isSignedIn: Bool = true
        ) throws {
            sockets = ScriptedSockets(refusals)
            client = try ClientWorld(steps, isSignedIn: isSignedIn, sockets: sockets)
        }

        var sportsbook: Parlay.Sportsbook { client.parlay.sportsbook }
        var paths: [String] {
            sockets.requests.map { String($0.url.absoluteString.dropFirst(ClientWorld.base.count)) }
        }
    }

    /// The next element for which this is true.
    private func next(
        _ iterator: inout LiveStream.Iterator,
        until isExpected: (LiveTree) -> Bool
    ) async throws -> LiveTree {
        while let tree = try await iterator.next() {
            if isExpected(tree) { return tree }
        }
        throw ParlayError.cancelled
    }

    private func failure(_ iterator: inout LiveStream.Iterator) async -> ParlayError? {
        do throws(ParlayError) {
            while try await iterator.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test func `the tree is there, and then each change`() async throws {
        let world = try World([Self.tree(5)])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        let first = try #require(try await iterator.next())
        if !first.isLoaded { #expect(first.tournaments.isEmpty && first.connection == .connecting) }
        let socket = try #require(await world.sockets.next())
        let live = try await next(&iterator) { $0.connection == .live }
        #expect(live.tournaments == LiveSamples.tree(5).tournaments && live.seq == 5 && live.moves.isEmpty)

        socket.send(LiveSamples.move(7, 1_001, 150))
        let changed = try #require(try await iterator.next())
        #expect(changed.seq == 7 && changed.connection == .live)
        #expect(changed.tournaments[0].events[0].markets[0].outcomes[1].price.text == "+150")
        #expect(
            changed.moves == [
                1_001: PriceMove(outcome: 1_001, from: .assumed, to: LiveSamples.price(150))
            ]
        )
        socket.send(LiveMessage(seq: 8, .market(100, Extensible(.suspended))))
        let suspended = try #require(try await iterator.next())
        #expect(suspended.tournaments[0].events[0].markets[0].status == .suspended && suspended.moves.isEmpty)

        #expect(world.client.paths == ["sportsbook/"])
        #expect(world.paths == ["live/?after=5"])
        #expect(world.client.headers("Authorization") == ["Token \(ClientWorld.token)"])
        #expect(world.sockets.requests.map { $0.headers["Authorization"] } == ["Token \(ClientWorld.token)"])
    }

    @Test func `what is no message has no effect`() async throws {
        let world = try World([Self.tree(5)])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        let socket = try #require(await world.sockets.next())
        socket.send("hello")
        socket.send([1, 2])
        socket.send(#"{"tournament":"1","seq":6}"#)
        socket.send(LiveSamples.move(7, 1_000, 150))
        #expect(try await next(&iterator) { !$0.moves.isEmpty }.seq == 7)
    }

    @Test func `a filter goes to the server and narrows the tree`() async throws {
        let world = try World([Self.tree(5)])
        var iterator = world.sportsbook.live(tournaments: [2], events: [11]).makeAsyncIterator()
        let tree = try await next(&iterator) { $0.connection == .live }
        #expect(tree.tournaments.map { $0.events.map(\.id) } == [[11], [20]])
        #expect(world.paths == ["live/?after=5&tournament=2&event=11"])
    }

    @Test func `a public sportsbook needs no sign-in`() async throws {
        let world = try World([Self.tree(5)], isSignedIn: false)
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await next(&iterator) { $0.connection == .live }
        #expect(world.client.headers("Authorization") == [nil])
        #expect(world.sockets.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func `a stream that is lost goes on where it was`() async throws {
        let world = try World([Self.tree(5)], [.failed(.unreachable("")), nil, Self.unavailable, nil])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        let socket = try #require(await world.sockets.next())
        socket.send(LiveSamples.move(9, 1_000, 150))
        _ = try await next(&iterator) { $0.seq == 9 }
        socket.end(.closed(code: 1001, reason: ""))
        let other = try #require(await world.sockets.next())
        other.send(LiveSamples.move(8, 1_000, 500))
        other.send(LiveSamples.move(10, 1_001, 160))
        let tree = try await next(&iterator) { $0.seq == 10 }
        #expect(tree.tournaments[0].events[0].markets[0].outcomes.map(\.price.text) == ["+150", "+160"])
        #expect(world.paths == ["live/?after=5", "live/?after=5", "live/?after=9", "live/?after=9"])
        #expect(world.client.paths == ["sportsbook/"])
        // 0.5 s, 1 s, and 7 s of the server with 2 s, by a chance of 0.
        #expect(world.client.clock.pauses == [.milliseconds(250), .milliseconds(500), .seconds(7)])
    }

    private static let unavailable = WebSocketError.refused(
        TransportResponse(
            status: 503,
            headers: ["Retry-After": "7", "Content-Type": Problem.mediaType],
            body: Data(#"{"status":503,"code":"overloaded","title":"T","detail":"D","type":"t"}"#.utf8)
        )
    )

    @Test func `an app sees that it waits`() async throws {
        let hour = Duration.seconds(3_600)
        let world = try World([Self.tree(5), .hang], [.refused(TransportResponse(status: 503))])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        // The clock jumps over short pauses only.
        world.client.clock.advance(by: hour)
        let tree = try await next(&iterator) { if case .waiting = $0.connection { true } else { false } }
        guard case .waiting(let time) = tree.connection else { return }
        #expect(time > Date(timeIntervalSinceNow: -600) && time < Date(timeIntervalSinceNow: 600))
        #expect(tree.isLoaded)
    }

    @Test func `too much missed is another tree`() async throws {
        let gone = WebSocketError.refused(TransportResponse(status: 410))
        let world = try World([Self.tree(5), Self.tree(900)], [nil, gone, nil])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        try #require(await world.sockets.next()).end(.failed(.connectionLost("")))
        let tree = try await next(&iterator) { $0.seq == 900 && $0.connection == .live }
        #expect(tree.tournaments.count == 2)
        #expect(world.paths == ["live/?after=5", "live/?after=5", "live/?after=900"])
        #expect(world.client.paths == ["sportsbook/", "sportsbook/"])
    }

    @Test func `an unknown id is another tree, without another socket`() async throws {
        var tree = LiveSamples.tree(6)
        tree.tournaments[0].events.append(LiveSamples.event(12, of: 1, hours: 5))
        let world = try World([Self.tree(5), .unreachable, .value(tree)])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        let socket = try #require(await world.sockets.next())
        socket.send(LiveMessage(seq: 6, .start(event: 12, seconds: 1)))
        socket.send(LiveSamples.move(7, 1_000, 150))
        let present = try await next(&iterator) { $0.tournaments.first?.events.count == 3 && $0.seq == 7 }
        #expect(present.tournaments[0].events[0].markets[0].outcomes[0].price.text == "+150")
        #expect(
            world.client.paths == ["sportsbook/", "sportsbook/", "sportsbook/"] && world.paths.count == 1
        )
    }

    @Test func `a slow app gets the latest tree with all moves`() async throws {
        let world = try World([Self.tree(5)])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await next(&iterator) { $0.connection == .live }
        let socket = try #require(await world.sockets.next())
        for number in 0..<1_000 {
            socket.send(LiveSamples.move(Int64(10 + number), 1_000 + Int64(number % 2), 200 + number))
        }
        var elements = 0
        var last: LiveTree?
        var from: [Int64: AmericanPrice] = [1_000: .assumed, 1_001: .assumed]
        while last?.seq != 1_009 {
            last = try await iterator.next()
            elements += 1
            // No move is lost between elements.
            for (id, move) in last?.moves ?? [:] {
                #expect(move.from == from[id])
                from[id] = move.to
            }
        }
        #expect(elements <= 1_000)
        #expect(from == [1_000: LiveSamples.price(1_198), 1_001: LiveSamples.price(1_199)])
    }

    // MARK: The end

    @Test func `a token that was revoked signs the person out`() async throws {
        let world = try World([Self.tree(5)])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        try #require(await world.sockets.next()).end(.closed(code: 4401, reason: ""))
        #expect(await failure(&iterator)?.code == "unauthorized")
        #expect(await world.client.storage.load() == nil)
        // It is over.
        #expect(try await iterator.next() == nil)
    }

    @Test func `a refused handshake ends it`() async throws {
        let world = try World([Self.tree(5)], [LiveSessionTests.refusal(401, "unauthorized")])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        #expect(await failure(&iterator)?.code == "unauthorized")
        #expect(await world.client.storage.load() == nil)
    }

    @Test func `a tenant without a sportsbook ends it`() async throws {
        let world = try World([.problem(404, "module_off")])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        #expect(await failure(&iterator)?.code == "module_off")
        #expect(world.paths.isEmpty && world.client.transport.isUsedUp)
    }

    @Test func `a reload that is refused ends it`() async throws {
        let world = try World([Self.tree(5), .problem(401, "unauthorized")])
        var iterator = world.sportsbook.live().makeAsyncIterator()
        _ = try await iterator.next()
        let socket = try #require(await world.sockets.next())
        socket.send(LiveMessage(seq: 6, .tree))
        for await code in socket.closed {
            #expect(code == 1000)
            socket.end(.closed(code: 1000, reason: ""))
        }
        #expect(await failure(&iterator)?.code == "unauthorized")
        #expect(await world.client.storage.load() == nil)
    }

    @Test func `leaving the loop closes the socket`() async throws {
        let world = try World([Self.tree(5)])
        for try await book in world.sportsbook.live() where book.connection == .live { break }
        let socket = try #require(await world.sockets.next())
        for await _ in socket.closed {}
    }

    @Test func `cancelling the task closes the socket`() async throws {
        let world = try World([Self.tree(5)])
        let task = Task {
            var iterator = world.sportsbook.live().makeAsyncIterator()
            return await failure(&iterator)
        }
        let socket = try #require(await world.sockets.next())
        task.cancel()
        #expect(await task.value == .cancelled)
        for await _ in socket.closed {}
    }

    @Test func `cancelling the task ends the loading`() async throws {
        let world = try World([.hang])
        let task = Task {
            var iterator = world.sportsbook.live().makeAsyncIterator()
            return await failure(&iterator)
        }
        for await _ in world.client.transport.arrivals { break }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    #if os(Linux)
    @Test func `the stream runs over a real socket`() async throws {
        let peer = try SocketPeer(connections: 2) { socket in
            let lines = try socket.open()
            if lines[0] == "GET /v1/betbull/live/?after=5 HTTP/1.1" {
                try socket.send(message: #"{"outcome":"1000","price":"+150","seq":6}"#)
                try socket.send(close: 1001)
                try socket.expectClose(1001)
            } else {
                guard lines[0] == "GET /v1/betbull/live/?after=6 HTTP/1.1" else {
                    throw SocketPeer.Failure(description: lines[0])
                }
                try socket.send(message: #"{"outcome":"1001","price":"+160","seq":8}"#)
                try socket.receiveEnd()
            }
        }
        let server = try #require(URL(string: "http://127.0.0.1:\(peer.port)"))
        let parlay = Parlay(server: server, tenant: "betbull", transport: ScriptedTransport([Self.tree(5)]))
        for try await book in parlay.sportsbook.live() where book.seq == 8 {
            let outcomes = book.tournaments[0].events[0].markets[0].outcomes
            #expect(outcomes.map(\.price.text) == ["+150", "+160"])
            break
        }
        try await peer.finished()
    }
    #endif
}
