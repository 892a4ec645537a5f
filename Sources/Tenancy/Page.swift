package import HTTPServer
package import ParlayAPI
internal import Security

/// What a list call asks for: how many, and after which key. Keyset pagination: rows that are added or removed in
/// between shift nothing.
package struct Page: Sendable {
    package let limit: Int
    /// The sort key of the last row of the page before, or `nil` on the first page.
    package let after: [Int64]?
    fileprivate let context: String
    fileprivate let filters: [(name: String, value: String)]
    fileprivate let owner: AccountID?

    package static let limit = limit("The number of items on a page.").defaulting(to: 25)
    /// Of a list that is answered whole without `limit` and `cursor`.
    package static let limitOnDemand = limit("The number of items; all of them without `limit` and `cursor`.")
    package static let cursor = QueryField.cursor("cursor", "The `next_cursor` of the previous page.")

    private static func limit(_ summary: String) -> QueryField<Int?> {
        .integer("limit", 1...100, summary)
    }

    /// Rows to ask of the database: one more than shown tells whether there is a next page.
    package var fetchLimit: Int { limit + 1 }
}

extension Call {
    /// Reads `limit` and `cursor` of a route that is `paged`. A cursor is sealed with the path, the filters and its caller.
    ///
    /// - Parameters:
    ///   - filters: the list's filters as they were given, in a fixed order.
    ///   - keys: how many integers the sort key has.
    package func page(filters: [(name: String, value: String?)] = [], keys: Int) throws -> Page {
        let limit = try query[Page.limit]
        return try page(query[Page.cursor], limit: limit, filters: filters, keys: keys)
    }

    /// The same for a list whose pages have another size.
    package func page(
        _ cursor: String?,
        limit: Int,
        filters: [(name: String, value: String?)] = [],
        keys: Int
    ) throws -> Page {
        let given = filters.compactMap { filter in filter.value.map { (name: filter.name, value: $0) } }
        let context =
            request.trace.route + tenant.slug + given.map { "\u{1}\($0.name)\u{2}\($0.value)" }.joined()
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

    /// A page of a list. `rows` may hold one row more than the limit, which only shows that more follows.
    ///
    /// - Parameter key: the sort key of a row.
    package func list<Item: JSONWritable & Codable & Hashable & Sendable>(
        _ rows: [Item],
        _ page: Page,
        key: (Int) -> [Int64]
    ) async throws -> Response {
        guard let cursor = try await nextCursor(behind: rows.count, page, key: key) else {
            return .json(ListPage(items: rows, nextCursor: nil))
        }
        let filters = page.filters.map { "&\($0.name)=\(RequestTarget.encode($0.value))" }.joined()
        let link = "<\(slashedPath)?limit=\(page.limit)\(filters)&cursor=\(cursor)>; rel=\"next\""
        return .json(ListPage(items: Array(rows.prefix(page.limit)), nextCursor: cursor))
            .with("Link", link)
    }

    /// The same as a bare array, whose clients know of no pages: only the header leads to what follows.
    package func bareList<Item: JSONWritable>(
        _ rows: [Item],
        _ page: Page,
        key: (Int) -> [Int64]
    ) async throws -> Response {
        let response = Response.json(Array(rows.prefix(page.limit)))
        guard let cursor = try await nextCursor(behind: rows.count, page, key: key) else { return response }
        return response.with("Link", "<\(slashedPath)?cursor=\(cursor)>; rel=\"next\"")
    }

    /// A list that is at hand as a whole, of a route that is `pagedOnDemand`: all of it when neither `limit` nor `cursor`
    /// is given, else its pages.
    ///
    /// - Parameter name: tells a row from the others. A page begins behind the row that ended the one before, and where
    ///   that row is gone, at the place where it was.
    package func list<Item: JSONWritable & Codable & Hashable & Sendable>(
        all items: [Item],
        name: (Item) -> String
    ) async throws -> Response {
        let limit = try query[Page.limitOnDemand]
        let cursor = try query[Page.cursor]
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

    /// Seals where the next page begins; `nil` when there is none. Also refuses the page's cursor when it is somebody
    /// else's; calls without a token have none of their own.
    private func nextCursor(behind count: Int, _ page: Page, key: (Int) -> [Int64]) async throws -> String? {
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
