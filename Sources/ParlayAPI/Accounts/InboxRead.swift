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

    package init() { self = .ids([]) }

    package mutating func members(_ body: inout some BodyVisitor) {
        var ids: [Int64]?
        var upTo: Int64?
        switch self {
        case .ids(let all): ids = all
        case .upTo(let last): upTo = last
        }
        body.field(Fields.ids, &ids)
        body.field(Fields.upTo, &upTo)
        body.check { body in
            switch (body.has(Fields.ids), body.has(Fields.upTo)) {
            case (true, true):
                body.refuse(Fields.upTo, FieldRule("idsOrUpTo", "Send either ids or up_to."))
            case (false, false):
                body.refuse(Fields.ids, FieldRule("idsNeeded", "Required unless up_to is sent."))
            default: break
            }
        }
        self = upTo.map { .upTo($0) } ?? .ids(ids ?? [])
    }
}
