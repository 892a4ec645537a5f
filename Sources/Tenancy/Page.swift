package import HTTPServer
package import ParlayAPI
internal import Security

/// The page that a call asks for: its size, and the key after which it starts. Keyset pagination: pages stay stable
/// when rows are added or removed.
package struct Page: Sendable {
    package let limit: Int
    /// The sort key of the last row of the previous page; `nil` for the first page.
    package let after: [Int64]?
    fileprivate let context: String
    fileprivate let filters: [(name: String, value: String)]
    fileprivate let owner: AccountID?

    /// The number of rows to read: one more than shown, to see whether there is a next page.
    package var fetchLimit: Int { limit + 1 }
}

extension Call {
    /// Reads `limit` and `cursor` of a `paged` route. A cursor is signed together with the path, the filters and its
    /// caller.
    ///
    /// - Parameters:
    ///   - filters: the given filters of the list, in a fixed order.
    ///   - keys: the number of integers in the sort key.
    package func page(filters: [(name: String, value: String?)] = [], keys: Int) throws -> Page {
        let limit = try query[PageQuery.limit]
        return try page(query[PageQuery.cursor], limit: limit, filters: filters, keys: keys)
    }

    /// The same for a list with another page size.
    package func page(
        _ cursor: String?,
        limit: Int,
        filters: [(name: String, value: String?)] = [],
        keys: Int
    ) throws -> Page {
        let given = filters.compactMap { filter in filter.value.map { (name: filter.name, value: $0) } }
        let context =
            slashedPath + given.map { "\u{1}\($0.name)\u{2}\($0.value)" }.joined()
        guard let cursor else {
            return Page(limit: limit, after: nil, context: context, filters: given, owner: nil)
        }
        guard let payload = signer.open(cursor, context: context), let numbers = Int64.list(payload),
            numbers.count == keys + 1
        else { throw Self.badCursor }
        let owner = AccountID(rawValue: numbers[0])
        return Page(
            limit: limit,
            after: Array(numbers.dropFirst()),
            context: context,
            filters: given,
            owner: owner
        )
    }

    private static var badCursor: TenancyError {
        .badQuery(
            parameter: "cursor",
            reason: "The cursor belongs to another list or to other filters. Start again without it."
        )
    }

    /// A page of a list. `rows` can contain one row more than the limit, which only shows that there is a next page.
    ///
    /// - Parameter key: the sort key of the row at an index.
    package func list<Item: JSONWritable & Codable & Hashable & Sendable>(
        _ rows: consuming [Item],
        _ page: Page,
        key: (Int) -> [Int64]
    ) async throws -> Response {
        try await list(rows, page, key: key) { ListPage(items: $0, nextCursor: $1) }
    }

    /// The same for items that hold their sort key. It is asked for at most once.
    package func list<Item: JSONWritable & Codable & Hashable & Sendable>(
        items: consuming [Item],
        _ page: Page,
        key: (Item) -> [Int64]
    ) async throws -> Response {
        let last = items.count > page.limit ? key(items[page.limit - 1]) : []
        return try await list(items, page, key: { _ in last }, body: { ListPage(items: $0, nextCursor: $1) })
    }

    /// The same for a list with members of its own beside `items` and `next_cursor`.
    package func list<Item>(
        _ rows: consuming [Item],
        _ page: Page,
        key: (Int) -> [Int64],
        body: (_ items: [Item], _ nextCursor: String?) -> some JSONWritable
    ) async throws -> Response {
        guard let cursor = try await nextCursor(after: rows.count, page, key: key) else {
            return .json(body(rows, nil))
        }
        // In place: rows that only this list has are not copied.
        rows.removeLast(rows.count - page.limit)
        let filters = page.filters.map { "&\($0.name)=\(RequestTarget.encode($0.value))" }.joined()
        let link = "<\(slashedPath)?limit=\(page.limit)\(filters)&cursor=\(cursor)>; rel=\"next\""
        return .json(body(rows, cursor)).with("Link", link)
    }

    /// The same as a bare array, for clients without pages: only the header leads to the rest.
    package func bareList<Item: JSONWritable>(
        _ rows: [Item],
        _ page: Page,
        key: (Int) -> [Int64]
    ) async throws -> Response {
        let response = Response.json(Array(rows.prefix(page.limit)))
        guard let cursor = try await nextCursor(after: rows.count, page, key: key) else { return response }
        return response.with("Link", "<\(slashedPath)?cursor=\(cursor)>; rel=\"next\"")
    }

    /// A complete list of a `pagedOnDemand` route: the whole list without `limit` and `cursor`, otherwise a page.
    ///
    /// - Parameter name: identifies a row. A page begins after the last row of the previous one, or at its former
    ///   position if that row was removed.
    package func list<Item: JSONWritable & Codable & Hashable & Sendable>(
        all items: [Item],
        name: (Item) -> String
    ) async throws -> Response {
        let limit = try query[PageQuery.limitOnDemand]
        let cursor = try query[PageQuery.cursor]
        guard limit != nil || cursor != nil else { return .json(ListPage(items: items)) }
        func key(_ item: Item) -> Int64 {
            sha256(name(item)).bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        }
        let page = try page(cursor, limit: limit ?? 25, keys: 2)
        var start = 0
        if let after = page.after {
            let last = items.firstIndex { key($0) == after[0] }
            start = min(last.map { $0 + 1 } ?? Int(clamping: after[1]), items.count)
        }
        let rows = Array(items[start...].prefix(page.fetchLimit))
        return try await list(rows, page) { [key(rows[$0]), Int64(start + $0)] }
    }

    /// The cursor of the next page; `nil` if there is none. Also refuses a cursor of another caller; calls without a
    /// token have no own cursors.
    private func nextCursor(after count: Int, _ page: Page, key: (Int) -> [Int64]) async throws -> String? {
        let caller = session.isAnonymous ? AccountID(rawValue: 0) : try await session.principal().accountID
        if let owner = page.owner, owner != caller { throw Self.badCursor }
        guard count > page.limit else { return nil }
        let numbers = [caller.rawValue] + key(page.limit - 1)
        return signer.seal(numbers.flatMap(\.bytes), context: page.context)
    }

    private var slashedPath: String {
        let path = request.head.path
        return path.hasSuffix("/") ? path : path + "/"
    }
}

extension Int64 {
    fileprivate var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * Int64($0))) }
    }

    fileprivate static func list(_ bytes: [UInt8]) -> [Int64]? {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
        }
    }
}
