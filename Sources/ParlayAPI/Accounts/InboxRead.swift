/// The body of `POST /inbox/read/`: the notices to mark as read.
public enum InboxRead: RequestBody, Hashable {
    case ids([Int64])
    /// All notices up to and including this one.
    case upTo(Int64)
    /// All notices about one thing, such as a match that was just opened.
    case about(Subject)

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
        static let subject = BodyField<Subject>.object(
            "subject",
            "Marks all notices about this resource, for an app that has just shown it."
        )
        .optional
    }

    package init() { self = .ids([]) }

    package mutating func members(_ body: inout some BodyVisitor) {
        var ids: [Int64]?
        var upTo: Int64?
        var subject: Subject?
        switch self {
        case .ids(let all): ids = all
        case .upTo(let last): upTo = last
        case .about(let one): subject = one
        }
        body.field(Fields.ids, &ids)
        body.field(Fields.upTo, &upTo)
        body.field(Fields.subject, &subject)
        body.check { body in
            let (hasIDs, hasLast) = (body.has(Fields.ids), body.has(Fields.upTo))
            let hasSubject = body.has(Fields.subject)
            let rule = FieldRule("idsOrUpTo", "Send one of ids, up_to and subject.")
            if hasSubject, hasIDs || hasLast { body.refuse(Fields.subject, rule) }
            if hasIDs, hasLast { body.refuse(Fields.upTo, rule) }
            if !hasIDs, !hasLast, !hasSubject {
                body.refuse(Fields.ids, FieldRule("idsNeeded", "Required unless up_to or subject is sent."))
            }
        }
        self = subject.map { .about($0) } ?? upTo.map { .upTo($0) } ?? .ids(ids ?? [])
    }
}
