import ParlayClient
import Testing

@Suite struct ListingTests {
    private func page(_ ids: [Int64], next: String? = nil) -> ScriptedTransport.Step {
        .value(ListPage(items: ids.map(Samples.notice), nextCursor: next))
    }

    @Test func `a list goes through its pages to the end, empty ones too`() async throws {
        let world = try ClientWorld([page([5, 4], next: "a+b/="), page([], next: "c"), page([3])])
        var ids: [Int64] = []
        for try await notice in world.parlay.inbox.notices(unread: true) { ids.append(notice.id) }
        #expect(ids == [5, 4, 3])
        #expect(
            world.paths == [
                "inbox/?unread=true", "inbox/?unread=true&cursor=a%2Bb%2F%3D", "inbox/?unread=true&cursor=c",
            ]
        )
    }

    @Test func `a page is fetched when it is needed`() async throws {
        let world = try ClientWorld([page([5, 4], next: "a")])
        var ids: [Int64] = []
        for try await notice in world.parlay.inbox.notices() {
            ids.append(notice.id)
            if ids.count == 2 { break }
        }
        #expect(ids == [5, 4])
        #expect(world.paths == ["inbox/"])
    }

    @Test func `one page, with a limit and after a cursor`() async throws {
        let world = try ClientWorld([page([5], next: "a"), page([4])])
        let notices = world.parlay.inbox.notices()
        let first = try await notices.page(limit: 1)
        #expect(first.items.map(\.id) == [5])
        #expect(try await notices.page(after: first.nextCursor, limit: 1).nextCursor == nil)
        #expect(world.paths == ["inbox/?limit=1", "inbox/?limit=1&cursor=a"])
    }

    @Test func `all of a list, or its beginning, in pages of another size`() async throws {
        let world = try ClientWorld([page([5, 4], next: "a"), page([3]), page([5, 4], next: "a")])
        let notices = world.parlay.inbox.notices().pages(of: 2)
        #expect(try await notices.all().map(\.id) == [5, 4, 3])
        #expect(try await notices.all(limit: 2).map(\.id) == [5, 4])
        #expect(world.paths == ["inbox/?limit=2", "inbox/?limit=2&cursor=a", "inbox/?limit=2"])
    }

    @Test func `after an error the same page comes next`() async throws {
        let world = try ClientWorld([
            page([5], next: "a"), .problem(500, "internal_error"), page([4]),
        ])
        var iterator = world.parlay.inbox.notices().makeAsyncIterator()
        #expect(try await iterator.next()?.id == 5)
        await #expect(throws: ParlayError.self) { try await iterator.next() }
        #expect(try await iterator.next()?.id == 4)
        #expect(try await iterator.next() == nil)
        #expect(world.paths == ["inbox/", "inbox/?cursor=a", "inbox/?cursor=a"])
    }

    @Test func `what people type is one parameter`() async throws {
        let world = try ClientWorld([.value(ListPage<Profile>(items: []))])
        _ = try await world.parlay.matches.candidates(named: "zoë & co?").all()
        #expect(world.paths == ["profiles/?q=zo%C3%AB%20%26%20co%3F"])
    }
}
