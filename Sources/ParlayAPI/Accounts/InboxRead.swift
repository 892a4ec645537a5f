/// The body of `POST /inbox/read/`: the notices to mark as read.
public enum InboxRead: RequestBody, Hashable {
    case ids([Int64])
    /// All notices up to and including this one.
    case upTo(Int64)

    private enum Fields {
        static let ids = BodyField.list(
            "ids",
            0...1_000,
            of: .integer("id", 1...Int64.max),
            "The ids of the notices."
        )
        .optional
        static let upTo = BodyField.integer(
            "up_to",
            1...Int64.max,
            "Marks all notices up to and including this id."
        )
        .optional
    }

    package init(reading body: inout BodyReader) {
        let ids = body.read(Fields.ids)
        let upTo = body.read(Fields.upTo)
        switch (body.has(Fields.ids), body.has(Fields.upTo)) {
        case (true, true): body.refuse(Fields.upTo, "Send either ids or up_to.")
        case (false, false): body.refuse(Fields.ids, "Required unless up_to is sent.")
        default: break
        }
        self = upTo.map { .upTo($0) } ?? .ids(ids ?? [])
    }
}

extension InboxRead: Codable {
    enum CodingKeys: String, CodingKey {
        case ids
        case upTo = "up_to"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(Int64.self, forKey: .upTo) {
            self = .upTo(id)
        } else {
            self = .ids(try container.decode([Int64].self, forKey: .ids))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ids(let ids): try container.encode(ids, forKey: .ids)
        case .upTo(let id): try container.encode(id, forKey: .upTo)
        }
    }
}
