/// Somebody whom the caller has blocked.
public struct Block: Codable, Hashable, Sendable, JSONWritable {
    public var person: Person
    public var createdAt: Timestamp

    public init(person: Person, createdAt: Timestamp) {
        self.person = person
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case person
        case createdAt = "created_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.person, person)
            writer.member(CodingKeys.createdAt, createdAt)
        }
    }
}
