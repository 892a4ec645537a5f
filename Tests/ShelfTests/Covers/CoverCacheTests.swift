import Glibc
import Outbound
import ParlayAPI
import Reactor
import Synchronization
import TestSupport
import Testing

@testable import Shelf

/// Pictures of the catalog, from a source on loopback.
@Suite struct CoverCacheTests {
    private let loop: EventLoop

    init() throws { loop = try TestLoops.group.get().first }

    private static let webp = "RIFF\u{10}\u{0}\u{0}\u{0}WEBPVP8 pixels"

    private func cache(_ receiver: Receiver, _ change: (inout CoverCache.Limits) -> Void = { _ in }) throws
        -> CoverCache
    {
        var limits = CoverCache.Limits()
        (limits.timeout, limits.failureAge) = (.seconds(3600), .seconds(3600))
        change(&limits)
        let client = try HTTPClient(on: loop, addresses: .any)
        return CoverCache(client, on: loop, root: "http://127.0.0.1:\(receiver.port)/upload", limits: limits)
    }

    private func picture(_ name: String) throws -> CoverPicture {
        try #require(CoverPicture(name, .cover))
    }

    private static func pictures() throws -> Receiver {
        try Receiver { _ in .answer(200, headers: ["Content-Type": "image/webp"], body: webp) }
    }

    @Test func `a picture is fetched once, at the size that was asked for`() async throws {
        let receiver = try Self.pictures()
        let cache = try cache(receiver)
        for _ in 1...3 {
            let outcome = await cache.find(try picture("co1wyy"))
            #expect(outcome == CoverImage("image/webp", Array(Self.webp.utf8)).map { .image($0) })
        }
        #expect(receiver.received.map(\.line) == ["GET /upload/t_cover_big/co1wyy.jpg HTTP/1.1"])
        #expect(cache.bytes == Self.webp.utf8.count)
    }

    @Test func `a picture has a place of its own in each size`() async throws {
        let receiver = try Self.pictures()
        let cache = try cache(receiver)
        for size in CoverPicture.Size.allCases {
            for _ in 1...2 { _ = await cache.find(try picture("sc1").resized(size)) }
        }
        #expect(
            receiver.received.map { $0.line.split(separator: "/")[2] } == [
                "t_cover_big", "t_cover_big_2x", "t_screenshot_med", "t_720p",
            ]
        )
        #expect(cache.bytes == Self.webp.utf8.count * 4)
    }

    @Test func `who asks while it is fetched gets the same answer`() async throws {
        let receiver = try Self.pictures()
        let cache = try cache(receiver)
        let picture = try picture("co1wyy")
        let outcomes = await withTaskGroup(of: CoverCache.Outcome.self) { group in
            for _ in 1...20 { group.addTask { await cache.find(picture) } }
            return await group.reduce(into: [CoverCache.Outcome]()) { $0.append($1) }
        }
        #expect(Set(outcomes).count == 1)
        #expect(receiver.received.count == 1)
    }

    @Test func `the picture that was not used for longest makes room`() async throws {
        let receiver = try Self.pictures()
        let cache = try cache(receiver) { $0.bytes = Self.webp.utf8.count * 2 }
        for name in ["a", "b", "a", "c", "a", "b"] { _ = await cache.find(try picture(name)) }
        #expect(
            receiver.received.map { $0.line.split(separator: "/")[3] } == [
                "a.jpg HTTP", "b.jpg HTTP", "c.jpg HTTP", "b.jpg HTTP",
            ]
        )
        #expect(cache.bytes <= Self.webp.utf8.count * 2)
    }

    @Test(arguments: [404, 403, 410])
    func `that there is no picture is remembered`(status: Int) async throws {
        let receiver = try Receiver { _ in .answer(status) }
        let cache = try cache(receiver)
        for _ in 1...2 { #expect(await cache.find(try picture("nothing")) == .missing) }
        #expect(receiver.received.count == 1)
    }

    @Test func `a failure is remembered for a while, and then tried again`() async throws {
        let receiver = try Receiver { _ in .answer(500) }
        let patient = try cache(receiver)
        for _ in 1...2 { #expect(await patient.find(try picture("a")) == .unavailable) }
        #expect(receiver.received.count == 1)
        let hasty = try cache(receiver) { $0.failureAge = .zero }
        for _ in 1...2 { #expect(await hasty.find(try picture("a")) == .unavailable) }
        #expect(receiver.received.count == 3)
    }

    @Test(arguments: [
        ("text/html", webp), ("image/png", webp), ("image/svg+xml", "<svg/>"), ("image/webp", "<script>"),
        ("image/webp", ""),
    ])
    func `anything but a picture of the type that it says is refused`(type: String, body: String) async throws
    {
        let receiver = try Receiver { _ in .answer(200, headers: ["Content-Type": type], body: body) }
        #expect(try await cache(receiver).find(try picture("a")) == .unavailable)
    }

    @Test func `a picture that is too large is refused`() async throws {
        let receiver = try Self.pictures()
        let cache = try cache(receiver) { $0.pictureBytes = Self.webp.utf8.count - 1 }
        #expect(await cache.find(try picture("a")) == .unavailable)
        #expect(cache.bytes == 0)
    }

    @Test func `a redirect is not followed`() async throws {
        let receiver = try Receiver { _ in .answer(302, headers: ["Location": "http://127.0.0.1:1/"]) }
        #expect(try await cache(receiver).find(try picture("a")) == .unavailable)
        #expect(receiver.received.count == 1)
    }

    @Test func `beyond the queue nobody waits`() async throws {
        let isOpen = Mutex(false)
        // Each connection has a thread of its own.
        let receiver = try Receiver { _ in
            while !isOpen.withLock(\.self) { _ = usleep(1000) }
            return .answer(500)
        }
        let cache = try cache(receiver) { ($0.fetches, $0.queue) = (1, 1) }
        async let first = cache.find(try picture("a"))
        try await eventually { receiver.received.count == 1 }
        let others = try [picture("b"), picture("c")]
        var outcomes = await withTaskGroup(of: CoverCache.Outcome.self) { group in
            for picture in others { group.addTask { await cache.find(picture) } }
            // The one without a place is answered while nothing is.
            let refused = await group.next()
            isOpen.withLock { $0 = true }
            return await group.reduce(into: [refused]) { $0.append($1) }
        }
        outcomes.append(try await first)
        #expect(outcomes == [.unavailable, .unavailable, .unavailable])
        // One of the two had no place to wait, and was never asked for.
        #expect(receiver.received.count == 2)
    }
}

@Suite struct CoverPictureTests {
    @Test(arguments: ["", "co1WYY", "../x", "co1wyy.jpg", "a/b", "ü", String(repeating: "a", count: 41)])
    func `only names of the form of IGDB's are taken`(name: String) {
        #expect(CoverPicture(name, .cover) == nil)
    }

    @Test func `a screenshot of IGDB has an address here, one of another source has none`() {
        let picture = CoverPicture(GameScreenshot.example, .screenshot)
        #expect(picture?.path == "/covers/screenshot/sc6dnp")
        #expect(picture?.resized(.screenshotLarge).path == "/covers/screenshot-large/sc6dnp")
        for url in [
            "https://cdn.example.com/1.jpg",
            "https://images.igdb.com.example.org/igdb/image/upload/t_720p/sc.jpg",
        ] {
            #expect(CoverPicture(GameScreenshot(imageID: "1", url: url), .screenshot) == nil)
        }
    }

    @Test func `a cover of IGDB has an address here, one of another source has none`() {
        var game = Game.example
        #expect(CoverPicture(game, .large)?.path == "/covers/large/co1wyy")
        game.cover = GameCover(
            imageID: "570",
            url: "https://cdn.akamai.steamstatic.com/steam/apps/570/header.jpg"
        )
        #expect(CoverPicture(game, .cover) == nil)
        game.cover = nil
        #expect(CoverPicture(game, .cover) == nil)
    }
}
