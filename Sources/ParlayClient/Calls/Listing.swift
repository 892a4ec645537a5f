public import ParlayAPI

/// A list of the server, fetched page by page. Nothing is fetched until you iterate:
///
///     for try await notice in parlay.inbox.notices(unread: true) { … }  // fetches page after page as needed
///     let newest = try await parlay.inbox.notices().page(limit: 10)     // one page, and the cursor of the next
public struct Listing<Item: Codable & Hashable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Item

    private let fetch:
        @Sendable (_ cursor: String?, _ limit: Int?) async throws(ParlayError) -> ListPage<Item>
    /// The page size when iterating over everything; `nil` uses the server's default.
    private var pageSize: Int?

    init(
        _ fetch:
            @escaping @Sendable (_ cursor: String?, _ limit: Int?) async throws(ParlayError) -> ListPage<
                Item
            >
    ) {
        self.fetch = fetch
    }

    init(_ call: Call<ListPage<Item>>, of engine: Engine) {
        self.init { cursor, limit throws(ParlayError) in
            try await engine.value(call.page(after: cursor, limit: limit))
        }
    }

    /// The same list with another page size, 1–100.
    public func pages(of size: Int) -> Listing {
        var listing = self
        listing.pageSize = size
        return listing
    }

    /// One page.
    ///
    /// - Parameters:
    ///   - cursor: the `nextCursor` of the page before; `nil` is the first page. A cursor fits the list and the
    ///     filters that it came from, and no other.
    ///   - limit: how many items at most, 1–100.
    public func page(after cursor: String? = nil, limit: Int? = nil) async throws(ParlayError) -> ListPage<
        Item
    > {
        try await fetch(cursor, limit ?? pageSize)
    }

    /// Every item, or at most `limit`: for lists that are known to be short.
    public func all(limit: Int = .max) async throws(ParlayError) -> [Item] {
        var items: [Item] = []
        var iterator = makeAsyncIterator()
        while items.count < limit, let item = try await iterator.next() { items.append(item) }
        return items
    }

    public func makeAsyncIterator() -> Iterator { Iterator(listing: self) }

    /// Fetches a page when the one before it is used up.
    public struct Iterator: AsyncIteratorProtocol {
        private let listing: Listing
        private var items: ArraySlice<Item> = []
        private var cursor: String?
        private var isAtEnd = false

        init(listing: Listing) { self.listing = listing }

        /// The next item; `nil` at the end. After an error, the same page is fetched again.
        public mutating func next() async throws(ParlayError) -> Item? {
            while items.isEmpty {
                if isAtEnd { return nil }
                // A page can be empty without being the last.
                let page = try await listing.page(after: cursor)
                items = page.items[...]
                cursor = page.nextCursor
                isAtEnd = cursor == nil
            }
            return items.popFirst()
        }
    }
}
