/// One page of the catalog.
public struct GamePage: Codable, Hashable, Sendable, JSONWritable {
    /// In the order that was asked for.
    public var items: [Game]
    /// For `?cursor=`; `nil` on the last page.
    public var nextCursor: String?
    /// The catalog could not be brought up to date for this answer, or not for two days.
    public var isStale: Bool
    /// A search for more games is still running: asking again in two seconds may find some.
    public var isSearching: Bool

    public init(items: [Game], nextCursor: String? = nil, isStale: Bool = false, isSearching: Bool = false) {
        self.items = items
        self.nextCursor = nextCursor
        self.isStale = isStale
        self.isSearching = isSearching
    }

    enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
        case isStale = "stale"
        case isSearching = "searching"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Game].self, forKey: .items)
        nextCursor = try container.decodeIfPresent(String.self, forKey: .nextCursor)
        isStale = try container.decodeIfPresent(Bool.self, forKey: .isStale) ?? false
        isSearching = try container.decodeIfPresent(Bool.self, forKey: .isSearching) ?? false
    }

    /// `stale` and `searching` are there only when they are true.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.items, items)
            writer.member(CodingKeys.nextCursor, nextCursor)
            if isStale { writer.member(CodingKeys.isStale, true) }
            if isSearching { writer.member(CodingKeys.isSearching, true) }
        }
    }
}
