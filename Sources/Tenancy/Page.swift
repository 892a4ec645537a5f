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

    /// Rows to ask of the database: one more than shown tells whether there is a next page.
    package var fetchLimit: Int { limit + 1 }
}

extension Call {
    /// Reads `limit` and `cursor`. A cursor is sealed with the path, the filters and its caller.
    ///
    /// - Parameters:
    ///   - filters: the list's filters as they were given, in a fixed order.
    ///   - keys: how many integers the sort key has.
    package func page(_ query: QueryReader, filters: [(name: String, value: String?)] = [], keys: Int) throws
        -> Page
    {
        let limit = try query.integer("limit", 1...100) ?? 25
        let given = filters.compactMap { filter in filter.value.map { (name: filter.name, value: $0) } }
        let context =
            request.trace.route + tenant.slug + given.map { "\u{1}\($0.name)\u{2}\($0.value)" }.joined()
        guard let cursor = try query.text("cursor", lengths: 1...500) else {
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
            reason: "The cursor is not one of this list with these filters; start again without it."
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
        let caller = try await session.principal().accountID
        if let owner = page.owner, owner != caller { throw Self.badCursor }
        let hasNext = rows.count > page.limit
        guard hasNext else { return .json(ListPage(items: rows, nextCursor: nil)) }
        let numbers = [caller.rawValue] + key(page.limit - 1)
        let cursor = signer.seal(numbers.flatMap(\.bytes), context: page.context)
        let filters = page.filters.map { "&\($0.name)=\(RequestTarget.encode($0.value))" }.joined()
        var path = request.head.path
        if !path.hasSuffix("/") { path += "/" }
        let link = "<\(path)?limit=\(page.limit)\(filters)&cursor=\(cursor)>; rel=\"next\""
        return .json(ListPage(items: Array(rows.prefix(page.limit)), nextCursor: cursor))
            .with("Link", link)
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
