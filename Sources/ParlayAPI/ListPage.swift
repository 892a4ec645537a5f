/// One page of a list.
public struct ListPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// In the order of the list. A page can be empty without being the last.
    public var items: [Item]
    /// For `?cursor=`; `nil` on the last page.
    public var nextCursor: String?

    public init(items: [Item], nextCursor: String? = nil) {
        self.items = items
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}

extension ListPage: JSONWritable where Item: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.items, items)
            writer.member(CodingKeys.nextCursor, nextCursor)
        }
    }
}
